// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package sg.tests;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.DoubleBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import sg.ConcreteFunction;
import sg.Graph;
import sg.GraphFunction;
import sg.Operand;
import sg.Ops;
import sg.Result;
import sg.Scope;
import sg.Shape;
import sg.Size;
import sg.TFloat64;
import sg.Tensor;
import sg.TensorSpec;

/** The lifetime of objects, and uses by several threads. */
class LifetimeTest {
  private static final TensorSpec<TFloat64> VECTOR = TensorSpec.of(TFloat64.class, Size.named("n"));

  private static ConcreteFunction compileExp() {
    try (Scope scope = new Scope()) {
      Ops tf = Ops.create(scope);
      return ConcreteFunction.create(scope.function("f", VECTOR, x -> tf.exp(x)));
    }
  }

  private static void assertClosed(String noun, Runnable use) {
    IllegalStateException exception = assertThrows(IllegalStateException.class, use::run);
    assertEquals("the " + noun + " is closed", exception.getMessage());
  }

  @Test
  void closeTwiceAndUseAfterClose() {
    Scope scope = new Scope();
    Ops tf = Ops.create(scope);
    GraphFunction function = scope.function("f", VECTOR, x -> tf.exp(x));
    ConcreteFunction compiled = ConcreteFunction.create(function);
    Graph graph = scope.graph();
    Scope empty = new Scope();
    for (int i = 0; i < 2; ++i) {
      scope.close();
      graph.close();
      empty.close();
    }
    assertClosed("graph", graph::toText);
    assertClosed("graph", () -> ConcreteFunction.create(function));
    assertClosed("scope", () -> empty.function("g", VECTOR, x -> x));

    // The compiled function outlives its scope.
    TFloat64 x = TFloat64.vectorOf(0);
    Result result = compiled.call(x);
    TFloat64 y = result.get(0, TFloat64.class);
    assertEquals(1, y.getDouble(0));
    compiled.close();
    compiled.close();
    assertClosed("function", () -> compiled.call(x));
    result.close();
    result.close();
    assertClosed("tensor", () -> y.getDouble(0));
    assertClosed("tensor", () -> y.setDouble(0, 0));
    assertClosed("tensor", y::toArray);
    assertClosed("tensor", y::asBuffer);
    x.close();
    try (ConcreteFunction other = compileExp()) {
      assertClosed("tensor", () -> other.call(x));
      assertClosed("tensor", () -> other.callInto(List.of(x), TFloat64.vectorOf(0)));
    }
  }

  @Test
  void bodyClosesItsScope() {
    Scope scope = new Scope();
    assertClosed(
        "scope",
        () ->
            scope.function(
                "f",
                VECTOR,
                x -> {
                  scope.close();
                  return x;
                }));
  }

  @Test
  void buffersStayValidAfterClose() {
    try (ConcreteFunction function = compileExp()) {
      List<DoubleBuffer> buffers = new ArrayList<>();
      for (int i = 0; i < 200; ++i) {
        try (Result result = function.call(TFloat64.tensorOf(Shape.of(1000)))) {
          buffers.add(result.get(0, TFloat64.class).asBuffer());
        }
        if (i % 50 == 0) {
          System.gc();
        }
      }
      for (DoubleBuffer buffer : buffers) {
        assertEquals(1, buffer.get(999));
      }
    }
  }

  /** Without close, the garbage collector frees results: 8 GB in total. */
  @Test
  void collectorFreesResults() {
    try (ConcreteFunction function = compileExp();
        TFloat64 x = TFloat64.tensorOf(Shape.of(1 << 20))) {
      for (int i = 0; i < 1000; ++i) {
        assertEquals(1, function.call(x).get(0, TFloat64.class).getDouble(7));
        if (i % 16 == 0) {
          System.gc();
        }
      }
    }
  }

  @Test
  void concurrentCallsAndCloses() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      for (int round = 0; round < 20; ++round) {
        ConcreteFunction function = compileExp();
        TFloat64 x = TFloat64.tensorOf(Shape.of(10000));
        Result shared = function.call(x);
        TFloat64 y = shared.get(0, TFloat64.class);
        List<Future<Integer>> calls = new ArrayList<>();
        for (int i = 0; i < 4; ++i) {
          calls.add(threads.submit(callUntilClosed(function, y)));
        }
        Thread.sleep(2);
        shared.close();
        function.close();
        for (Future<Integer> call : calls) {
          assertTrue(call.get() >= 0);
        }
      }
    } finally {
      threads.shutdown();
    }
  }

  /** Returns the number of calls until the function or its argument is closed. */
  private static Callable<Integer> callUntilClosed(ConcreteFunction function, TFloat64 x) {
    return () -> {
      for (int count = 0; ; ++count) {
        try (Result result = function.call(x)) {
          for (Tensor tensor : result) {
            assertEquals(Math.E, ((TFloat64) tensor).getDouble(5), 1e-15);
          }
        } catch (IllegalStateException exception) {
          return count;
        }
      }
    };
  }

  @Test
  void scopesInManyThreads() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<double[]>> results = new ArrayList<>();
      for (int i = 0; i < 8; ++i) {
        double x = i;
        results.add(
            threads.submit(
                () -> {
                  try (ConcreteFunction function = compileExp();
                      Result result = function.call(TFloat64.vectorOf(x))) {
                    return result.get(0, TFloat64.class).toArray();
                  }
                }));
      }
      for (int i = 0; i < results.size(); ++i) {
        assertArrayEquals(new double[] {Math.exp(i)}, results.get(i).get(), 1e-12 * Math.exp(i));
      }
    } finally {
      threads.shutdown();
    }
  }

  /** The compiler has a large stack, also if it is called by a thread with a small one. */
  @Test
  void compilationOnASmallStack() throws InterruptedException {
    List<Double> values = new ArrayList<>();
    Thread thread =
        new Thread(
            null,
            () -> {
              try (Scope scope = new Scope()) {
                Ops tf = Ops.create(scope);
                GraphFunction deep =
                    scope.function("deep", TensorSpec.of(TFloat64.class), x -> nest(tf, x, 60));
                try (ConcreteFunction function = ConcreteFunction.create(deep);
                    Result result = function.call(TFloat64.scalarOf(1))) {
                  values.add(result.get(0, TFloat64.class).getDouble());
                }
              }
            },
            "small",
            256 << 10);
    thread.start();
    thread.join();
    assertEquals(List.of(61.0), values);
  }

  /** Returns x + 1 from within nested branches. */
  private static Operand<TFloat64> nest(Ops tf, Operand<TFloat64> x, int depth) {
    if (depth == 0) {
      return x;
    }
    return tf.cond(
        tf.greater(x, tf.constant(0.0)),
        () -> tf.add(nest(tf, x, depth - 1), tf.constant(1.0)),
        () -> x);
  }

  @Test
  void interruptIsKept() {
    Thread.currentThread().interrupt();
    compileExp().close();
    assertTrue(Thread.interrupted());
  }
}
