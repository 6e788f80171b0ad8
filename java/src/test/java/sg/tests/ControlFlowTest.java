// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package sg.tests;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import sg.ConcreteFunction;
import sg.GraphFunction;
import sg.Ops;
import sg.Output;
import sg.Result;
import sg.Scope;
import sg.TFloat64;
import sg.TInt64;
import sg.TensorSpec;

/** Branches, loops, checkpoints, and their gradients. */
class ControlFlowTest {
  private static final TensorSpec<TFloat64> SCALAR = TensorSpec.of(TFloat64.class);

  /** Returns the value and the gradient of a function of one scalar. */
  private static double[] evaluate(GraphFunction function, double x) {
    return run(function.valueAndGradient(), x);
  }

  private static double[] run(GraphFunction gradient, double x) {
    try (ConcreteFunction compiled = ConcreteFunction.create(gradient);
        TFloat64 argument = TFloat64.scalarOf(x);
        Result result = compiled.call(argument)) {
      return new double[] {
        result.get(0, TFloat64.class).getDouble(), result.get(1, TFloat64.class).getDouble()
      };
    }
  }

  @Test
  void branch() {
    try (Scope scope = new Scope()) {
      Ops tf = Ops.create(scope);
      GraphFunction function =
          scope.function(
              "f",
              SCALAR,
              x ->
                  tf.cond(
                      tf.greater(x, tf.constant(0.0)), () -> tf.square(x), () -> tf.negative(x)));
      GraphFunction gradient = function.valueAndGradient();
      assertArrayEquals(new double[] {9, 6}, run(gradient, 3));
      assertArrayEquals(new double[] {3, -1}, run(gradient, -3));
    }
  }

  @Test
  void branchWithSeveralResults() {
    try (Scope scope = new Scope()) {
      Ops tf = Ops.create(scope);
      GraphFunction function =
          scope.function(
              "f",
              SCALAR,
              x -> {
                List<Output<?>> results =
                    tf.condAll(
                        tf.less(x, tf.constant(0.0)),
                        () -> List.of(x, tf.constant(1L)),
                        () -> List.of(tf.square(x), tf.constant(2L)));
                return tf.multiply(
                    results.get(0).expect(TFloat64.class),
                    tf.cast(results.get(1).expect(TInt64.class), TFloat64.class));
              });
      assertArrayEquals(new double[] {18, 12}, evaluate(function, 3));
    }
  }

  @Test
  void loops() {
    try (Scope scope = new Scope()) {
      Ops tf = Ops.create(scope);
      GraphFunction power =
          scope.function(
              "power",
              SCALAR,
              x ->
                  tf.forLoop(
                      tf.constant(0),
                      tf.constant(3),
                      tf.constant(1.0),
                      (i, y) -> tf.multiply(y, x)));
      GraphFunction doubled =
          scope.function(
              "doubled",
              SCALAR,
              x ->
                  tf.whileLoop(
                      y -> tf.less(y, tf.constant(100.0)), x, y -> tf.add(y, y)));
      GraphFunction pairs =
          scope.function(
              "pairs",
              SCALAR,
              x ->
                  tf.forLoopAll(
                          tf.constant(0L),
                          tf.constant(2L),
                          List.of(x, x),
                          (i, carry) -> {
                            Output<TFloat64> y = carry.get(0).expect(TFloat64.class);
                            return List.of(tf.multiply(y, x), carry.get(0));
                          })
                      .get(1));
      GraphFunction counted =
          scope.function(
              "counted",
              SCALAR,
              x ->
                  tf.whileLoopAll(
                          carry -> tf.less(carry.get(1).expect(TInt64.class), tf.constant(2L)),
                          List.of(x, tf.constant(0L)),
                          carry ->
                              List.of(
                                  tf.square(carry.get(0).expect(TFloat64.class)),
                                  tf.add(carry.get(1).expect(TInt64.class), tf.constant(1L))))
                      .get(0));
      for (GraphFunction function : List.of(power, doubled, pairs, counted)) {
        function.valueAndGradient();
      }
      assertEquals(4, scope.graph().toText().split("@\\w+_value_and_grad\\(", -1).length - 1);
    }
  }

  @Test
  void gradientsOfLoops() {
    try (Scope scope = new Scope()) {
      Ops tf = Ops.create(scope);
      GraphFunction power =
          scope.function(
              "power",
              SCALAR,
              x ->
                  tf.forLoop(
                      tf.constant(0),
                      tf.constant(3),
                      tf.constant(1.0),
                      (i, y) -> tf.multiply(y, x)));
      assertArrayEquals(new double[] {8, 12}, evaluate(power, 2));
    }
    try (Scope scope = new Scope()) {
      Ops tf = Ops.create(scope);
      GraphFunction doubled =
          scope.function(
              "doubled",
              SCALAR,
              x -> tf.whileLoop(y -> tf.less(y, tf.constant(100.0)), x, y -> tf.add(y, y)));
      assertArrayEquals(new double[] {192, 64}, evaluate(doubled, 3));
    }
  }

  @Test
  void checkpoint() {
    try (Scope scope = new Scope()) {
      Ops tf = Ops.create(scope);
      GraphFunction function =
          scope.function("f", SCALAR, x -> tf.checkpoint(() -> tf.exp(tf.exp(x))));
      double[] both = evaluate(function, 0);
      assertEquals(Math.E, both[0], 1e-15);
      assertEquals(Math.E, both[1], 1e-15);
    }
  }
}
