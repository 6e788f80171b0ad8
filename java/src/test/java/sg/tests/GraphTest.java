// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package sg.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sg.ConcreteFunction;
import sg.Gradients;
import sg.Graph;
import sg.Ops;
import sg.Result;
import sg.Scope;
import sg.TFloat64;
import sg.TInt32;
import sg.TensorSpec;

/** Programs in MLIR text. */
class GraphTest {
  private static final String TEXT =
      "func.func @f(%x: f64, %y: f64) -> (f64, f64) {\n"
          + "  %p = arith.mulf %x, %y : f64\n"
          + "  %s = arith.addf %x, %p : f64\n"
          + "  return %p, %s : f64, f64\n"
          + "}\n"
          + "func.func @i(%x: i32) -> i32 { return %x : i32 }\n";

  @Test
  void derivatives() {
    try (Graph graph = Graph.fromText(TEXT, "f.mlir")) {
      String gradient = graph.valueAndGradient("f", Gradients.wrt(1, 0).of(1));
      assertEquals("f_value_and_grad", gradient);
      String vjp = graph.vjp("f", Gradients.wrt(0).name("cotangents"), Gradients.of(0));
      String jvp = graph.jvp("f", Gradients.wrt(0));
      assertTrue(graph.toText().contains("@" + jvp));
      try (ConcreteFunction gradients = ConcreteFunction.create(graph, gradient);
          ConcreteFunction cotangents = ConcreteFunction.create(graph, vjp);
          ConcreteFunction tangents = ConcreteFunction.create(graph, jvp);
          TFloat64 x = TFloat64.scalarOf(3);
          TFloat64 y = TFloat64.scalarOf(5);
          TFloat64 one = TFloat64.scalarOf(1);
          Result first = gradients.call(x, y);
          Result second = cotangents.call(x, y, one);
          Result third = tangents.call(x, y, one)) {
        assertEquals(18, first.get(1, TFloat64.class).getDouble());
        assertEquals(3, first.get(2, TFloat64.class).getDouble());
        assertEquals(6, first.get(3, TFloat64.class).getDouble());
        assertEquals(5, second.get(2, TFloat64.class).getDouble());
        assertEquals(6, third.get(3, TFloat64.class).getDouble());
      }
    }
  }

  @Test
  void integersHaveNoSign() {
    try (Graph graph = Graph.fromText(TEXT, "f.mlir");
        ConcreteFunction identity = ConcreteFunction.create(graph, "i");
        Result result = identity.call(sg.TUint32.scalarOf(-1))) {
      assertEquals(-1, result.get(0, TInt32.class).getInt());
    }
  }

  @Test
  void reportNamesStops() {
    try (Scope scope = new Scope()) {
      Ops tf = Ops.create(scope);
      scope.function(
          "f",
          TensorSpec.of(TFloat64.class),
          x -> tf.multiply(x, tf.withName("target").stopGradient(x)));
      String report = scope.graph().report("f");
      assertTrue(report.contains("\"target\""), report);
      assertTrue(report.contains("GraphTest.java:"), report);
      assertTrue(report.contains("argument 0: tensor<f64>: active"), report);
    }
  }

  /** A cache to which other users can write is not used, and a warning says why. */
  @Test
  void warningsAreLogged(@TempDir Path folder) throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    List<String> messages = new ArrayList<>();
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord logged) {
            messages.add(logged.getLevel() + ": " + logged.getMessage());
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    Logger logger = Logger.getLogger("sg");
    logger.addHandler(handler);
    logger.setUseParentHandlers(false);
    try (Graph graph = Graph.fromText(TEXT, "f.mlir")) {
      ConcreteFunction.create(graph, "f", ConcreteFunction.cache(folder.toString())).close();
    } finally {
      logger.removeHandler(handler);
      logger.setUseParentHandlers(true);
    }
    assertEquals(1, messages.size());
    assertTrue(messages.get(0).startsWith("WARNING: "), messages.get(0));
    assertTrue(messages.get(0).contains(folder.toString()), messages.get(0));
  }

  @Test
  void emptyText() {
    try (Graph graph = Graph.fromText("", "empty.mlir")) {
      assertTrue(graph.toText().startsWith("module"));
    }
  }
}
