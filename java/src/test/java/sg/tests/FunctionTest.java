// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package sg.tests;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import sg.ConcreteFunction;
import sg.Gradients;
import sg.GraphFunction;
import sg.Operand;
import sg.Ops;
import sg.Output;
import sg.Result;
import sg.Scope;
import sg.Shape;
import sg.Size;
import sg.StopGradient;
import sg.Sum;
import sg.TFloat32;
import sg.TFloat64;
import sg.TInt64;
import sg.TensorSpec;

/** Functions, their derivatives, and calls. */
class FunctionTest {
  private static final TensorSpec<TFloat64> VECTOR = TensorSpec.of(TFloat64.class, Size.named("n"));

  @Test
  void gradientIsStopped() {
    try (Scope scope = new Scope()) {
      Ops tf = Ops.create(scope);
      GraphFunction function =
          scope.function(
              "f", VECTOR, x -> tf.sum(tf.multiply(x, StopGradient.create(scope, x))));
      try (ConcreteFunction gradient = ConcreteFunction.create(function.valueAndGradient());
          TFloat64 x = TFloat64.vectorOf(1, 2, 3);
          Result result = gradient.call(x)) {
        assertEquals(2, result.size());
        assertEquals(14, result.get(0, TFloat64.class).getDouble());
        assertArrayEquals(new double[] {1, 2, 3}, result.get(1, TFloat64.class).toArray());
      }
    }
  }

  @Test
  void stopIsAnOperandWithAName() {
    try (Scope scope = new Scope()) {
      Ops tf = Ops.create(scope);
      scope.function(
          "f",
          VECTOR,
          x -> {
            StopGradient<TFloat64> stop = StopGradient.create(scope.withName("a"), x);
            assertSame(stop.output(), stop.asOutput());
            assertEquals(TFloat64.class, stop.type());
            assertEquals(1, stop.rank());
            Operand<TFloat64> named =
                StopGradient.create(scope, stop, StopGradient.name("b"));
            Operand<TFloat64> inner = tf.withSubScope("model").withName("c").stopGradient(named);
            return tf.sum(tf.stopGradient(inner));
          });
      String text = scope.graph().toText();
      for (String name : List.of("\"a\"", "\"b\"", "\"model/c\"")) {
        assertTrue(text.contains("{name = " + name + "}"), text);
      }
      assertEquals(4, text.split("grad.stop_gradient", -1).length - 1);
    }
  }

  @Test
  void derivativesInBothModes() {
    try (Scope scope = new Scope()) {
      Ops tf = Ops.create(scope);
      GraphFunction product =
          scope.function(
              "product",
              VECTOR,
              TensorSpec.of(TFloat64.class),
              (x, y) -> tf.multiply(tf.square(x), y));
      GraphFunction vjp = product.vjp(Gradients.wrt(0));
      GraphFunction jvp = product.jvp(Gradients.wrt(1));
      assertEquals("[float64[n], float64[], float64[n]]", vjp.arguments().toString());
      assertEquals("[float64[n], float64[n]]", vjp.results().toString());
      assertEquals("product_jvp", jvp.name());
      try (ConcreteFunction reverse = ConcreteFunction.create(vjp);
          ConcreteFunction forward = ConcreteFunction.create(jvp);
          TFloat64 x = TFloat64.vectorOf(1, 2);
          TFloat64 y = TFloat64.scalarOf(3);
          TFloat64 ones = TFloat64.vectorOf(1, 1);
          TFloat64 one = TFloat64.scalarOf(1);
          Result cotangents = reverse.call(x, y, ones);
          Result tangents = forward.call(x, y, one)) {
        assertArrayEquals(new double[] {6, 12}, cotangents.get(1, TFloat64.class).toArray());
        assertArrayEquals(new double[] {1, 4}, tangents.get(1, TFloat64.class).toArray());
      }
    }
  }

  @Test
  void hessianVectorProduct() {
    try (Scope scope = new Scope()) {
      Ops tf = Ops.create(scope);
      GraphFunction cubes =
          scope.function("cubes", VECTOR, x -> tf.sum(tf.multiply(x, tf.square(x))));
      GraphFunction gradient = cubes.valueAndGradient();
      GraphFunction product = gradient.jvp();
      try (ConcreteFunction compiled = ConcreteFunction.create(product);
          TFloat64 x = TFloat64.vectorOf(1, 2);
          TFloat64 v = TFloat64.vectorOf(1, 10);
          Result result = compiled.call(x, v)) {
        assertArrayEquals(new double[] {6, 120}, result.get(3, TFloat64.class).toArray());
      }
    }
  }

  @Test
  void functionsCallFunctionsAndDerivatives() {
    try (Scope scope = new Scope()) {
      Ops tf = Ops.create(scope);
      GraphFunction square =
          scope.function("square", TensorSpec.of(TFloat32.class), x -> tf.square(x));
      GraphFunction outer =
          scope.function(
              "outer",
              List.of(TensorSpec.of(TFloat32.class)),
              arguments -> {
                Output<TFloat32> x = arguments.get(0, TFloat32.class);
                Output<TFloat32> value = square.call(x).get(0).expect(TFloat32.class);
                List<Output<?>> both = square.valueAndGradient().call(value);
                return List.of(value, both.get(0), both.get(1));
              });
      try (ConcreteFunction compiled = ConcreteFunction.create(outer);
          TFloat32 x = TFloat32.scalarOf(3);
          Result result = compiled.call(x)) {
        assertEquals(9, result.get(0, TFloat32.class).getFloat());
        assertEquals(81, result.get(1, TFloat32.class).getFloat());
        assertEquals(18, result.get(2, TFloat32.class).getFloat());
      }
    }
  }

  @Test
  void customRule() {
    TensorSpec<TFloat64> scalar = TensorSpec.of(TFloat64.class);
    try (Scope scope = new Scope()) {
      Ops tf = Ops.create(scope);
      GraphFunction round = scope.function("round", scalar, x -> tf.round(x));
      round.setVjp(
          scope.function("forward", scalar, x -> tf.round(x)),
          scope.function("backward", scalar, cotangent -> cotangent));
      round.setJvp(
          scope.function(
              "tangents", List.of(scalar, scalar), a -> List.of(tf.round(first(a)), second(a))));
      try (ConcreteFunction gradient = ConcreteFunction.create(round.valueAndGradient());
          TFloat64 x = TFloat64.scalarOf(2.75);
          Result result = gradient.call(x)) {
        assertEquals(3, result.get(0, TFloat64.class).getDouble());
        assertEquals(1, result.get(1, TFloat64.class).getDouble());
      }
    }
  }

  private static Output<TFloat64> first(sg.Arguments arguments) {
    return arguments.get(0, TFloat64.class);
  }

  private static Output<TFloat64> second(sg.Arguments arguments) {
    return arguments.get(1, TFloat64.class);
  }

  @Test
  void symbolicSizes() {
    Size n = Size.named("n");
    try (Scope scope = new Scope()) {
      Ops tf = Ops.create(scope);
      GraphFunction function =
          scope.function(
              "f",
              TensorSpec.of(TFloat64.class, n, Size.of(2)),
              TensorSpec.of(TFloat64.class, n.plus(1).times(2).minus(2).dividedBy(2)),
              (x, y) -> {
                assertEquals("[n, 2]", x.shape().toString());
                assertEquals(Shape.UNKNOWN_SIZE, x.shape().get(0));
                assertEquals(2, x.shape().get(-1));
                Size rows = x.shape().dimension(0);
                Operand<TFloat64> sums = tf.add(tf.sum(x, Sum.axis(1)), y);
                Operand<TInt64> count = tf.constant(rows.times(10).modulo(100));
                return tf.add(
                    tf.broadcastTo(tf.cast(count, TFloat64.class), Shape.of(rows)), sums);
              });
      try (ConcreteFunction compiled = ConcreteFunction.create(function);
          TFloat64 x = TFloat64.tensorOf(Shape.of(3, 2), 1, 2, 3, 4, 5, 6);
          TFloat64 y = TFloat64.vectorOf(100, 200, 300);
          Result result = compiled.call(x, y)) {
        assertArrayEquals(new double[] {133, 237, 341}, result.get(0, TFloat64.class).toArray());
      }
    }
  }

  @Test
  void resultsInGivenMemoryAndThreads() {
    try (Scope scope = new Scope()) {
      Ops tf = Ops.create(scope);
      GraphFunction function = scope.function("f", VECTOR, x -> tf.exp(x));
      ConcreteFunction.Options options = ConcreteFunction.threads(2).donated(0).cache("");
      try (ConcreteFunction compiled = ConcreteFunction.create(function, options);
          TFloat64 x = TFloat64.vectorOf(0, 1);
          TFloat64 y = TFloat64.tensorOf(Shape.of(2))) {
        compiled.callInto(List.of(y), x);
        assertEquals(Math.E, y.getDouble(1), 1e-15);
      }
    }
  }
}
