// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package sg.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import sg.ConcreteFunction;
import sg.Gradients;
import sg.Graph;
import sg.GraphFunction;
import sg.Operand;
import sg.Ops;
import sg.Output;
import sg.Result;
import sg.SGException;
import sg.Scope;
import sg.Shape;
import sg.Size;
import sg.StopGradient;
import sg.Sum;
import sg.TFloat32;
import sg.TFloat64;
import sg.TInt32;
import sg.TType;
import sg.TUint32;
import sg.Tensor;
import sg.TensorSpec;

/** Messages of wrong uses. */
class ErrorsTest {
  private static final TensorSpec<TFloat64> VECTOR = TensorSpec.of(TFloat64.class, 3);

  private static void assertFails(SGException.Kind kind, String message, Executable wrongUse) {
    SGException exception = assertThrows(SGException.class, wrongUse);
    assertEquals(message, exception.getMessage());
    assertEquals(kind, exception.kind());
  }

  private static <E extends Exception> void assertFails(
      Class<E> type, String message, Executable wrongUse) {
    assertEquals(message, assertThrows(type, wrongUse).getMessage());
  }

  /** Builds a function of one vector, which is wrong. */
  private static Executable building(Function<Built, Operand<?>> body) {
    return () -> {
      try (Scope scope = new Scope()) {
        scope.function("f", VECTOR, x -> body.apply(new Built(Ops.create(scope), x)));
      }
    };
  }

  private static final class Built {
    final Ops tf;
    final Output<TFloat64> x;

    Built(Ops tf, Output<TFloat64> x) {
      this.tf = tf;
      this.x = x;
    }
  }

  /** The message of an invalid operation begins with the file and the line of the user. */
  private static void assertInvalid(String message, Function<Built, Operand<?>> body) {
    SGException exception = assertThrows(SGException.class, building(body));
    assertEquals(SGException.Kind.PROGRAM, exception.kind());
    String text = exception.getMessage();
    assertTrue(text.matches("(?s)ErrorsTest\\.java:\\d+:0: error: .*"), text);
    assertEquals(message, text.replaceFirst("ErrorsTest\\.java:\\d+:0: error: ", ""));
  }

  @Test
  void locationIsTheLineOfTheCall() {
    try (Scope scope = new Scope()) {
      Ops tf = Ops.create(scope);
      int[] line = new int[1];
      SGException exception =
          assertThrows(
              SGException.class,
              () ->
                  scope.function(
                      "f",
                      VECTOR,
                      x -> {
                        line[0] = new Throwable().getStackTrace()[0].getLineNumber() + 1;
                        return tf.add(x, tf.constant(TFloat64.vectorOf(1, 2)));
                      }));
      String place = "ErrorsTest.java:" + line[0] + ":0: error: add: float64[3] and float64[2]";
      assertTrue(exception.getMessage().startsWith(place), exception.getMessage());
    }
  }

  @Test
  void invalidOperations() {
    assertInvalid(
        "matmul: an array of rank 0 has no matrix product; use multiply",
        b -> b.tf.matmul(b.x, b.tf.constant(1.0)));
    assertInvalid(
        "full: the parameter 'shape' has the negative size -1",
        b -> b.tf.full(Shape.of(0, -1), 0.5, TFloat64.class));
  }

  @Test
  @SuppressWarnings({"unchecked", "rawtypes"}) // the errors that types prevent
  void elementTypes() {
    assertInvalid(
        "add: float64 and int32 have no common type; convert one with astype",
        b -> b.tf.add((Operand) b.x, b.tf.constant(1)));
    assertFails(
        SGException.Kind.ARGUMENT,
        "add: the result is float64[3], not of type float32: give all operands one element type"
            + " with cast",
        building(b -> b.tf.add((Operand) b.tf.constant(1f), b.x)));
    assertFails(
        SGException.Kind.ARGUMENT,
        "the array is float64[3], not of type float32: convert it with cast",
        building(b -> b.x.expect(TFloat32.class)));
    assertFails(
        SGException.Kind.ARGUMENT,
        "TType is no element type: use a class such as TFloat32.class",
        () -> TensorSpec.of(TType.class));
  }

  @Test
  void nulls() {
    assertFails(
        NullPointerException.class, "add: y is null", building(b -> b.tf.add(b.x, null)));
    assertFails(
        NullPointerException.class,
        "stop_gradient: input is null",
        building(b -> StopGradient.create(b.tf.scope(), null)));
    assertFails(
        NullPointerException.class, "function: operand 0 is null", building(b -> null));
    assertFails(
        NullPointerException.class,
        "sum: an option is null",
        building(b -> b.tf.sum(b.x, (Sum.Options) null)));
    assertFails(
        NullPointerException.class,
        "the option axis is null",
        building(b -> b.tf.sum(b.x, Sum.axis((long[]) null))));
    assertFails(
        NullPointerException.class,
        "concat: arrays is null",
        building(b -> b.tf.concat((List<Operand<TFloat64>>) null)));
    assertFails(
        NullPointerException.class,
        "concat: arrays[1] is null",
        building(b -> b.tf.concat(Arrays.asList(b.x, null))));
    assertFails(
        NullPointerException.class,
        "the values of a tensor are null",
        () -> TFloat64.vectorOf((double[]) null));
    assertFails(
        NullPointerException.class,
        "cond: the branch for false is null",
        building(b -> b.tf.<TFloat64>condAll(b.tf.constant(true), List::of, null).get(0)));
  }

  @Test
  void structureOfFunctions() {
    assertFails(
        SGException.Kind.ARGUMENT,
        "concat: arrays is empty",
        building(b -> b.tf.concat(List.<Operand<TFloat64>>of())));
    assertFails(
        SGException.Kind.ARGUMENT,
        "no function has begun: call sgBuildBeginFunction",
        () -> {
          try (Scope scope = new Scope()) {
            Ops.create(scope).constant(1.0);
          }
        });
    assertFails(
        SGException.Kind.ARGUMENT,
        "the text \"f\\0g\" contains a zero, which ends texts of C",
        () -> {
          try (Scope scope = new Scope()) {
            scope.function("f\0g", VECTOR, x -> x);
          }
        });
    assertFails(
        SGException.Kind.ARGUMENT,
        "the size -1 in float64[-1] is negative: use Size.named(\"n\") for a size that calls"
            + " determine",
        () -> {
          try (Scope scope = new Scope()) {
            scope.function("f", TensorSpec.of(TFloat64.class, -1), x -> x);
          }
        });
    assertFails(
        SGException.Kind.ARGUMENT,
        "there is no argument 1; the function has 1",
        () -> {
          try (Scope scope = new Scope()) {
            scope.function("f", List.of(VECTOR), a -> List.of(a.get(1, TFloat64.class)));
          }
        });
  }

  @Test
  void arraysOfAnotherScope() {
    try (Scope outer = new Scope();
        Scope inner = new Scope()) {
      Ops tf = Ops.create(inner);
      assertFails(
          SGException.Kind.ARGUMENT,
          "exp: x belongs to another scope: pass the array as an argument of a function",
          () -> outer.function("f", VECTOR, x -> tf.exp(x)));
    }
  }

  @Test
  void arraysOfAnAbandonedFunction() {
    try (Scope scope = new Scope()) {
      Ops tf = Ops.create(scope);
      List<Output<TFloat64>> kept = new ArrayList<>();
      assertThrows(
          IllegalArgumentException.class,
          () ->
              scope.function(
                  "f",
                  VECTOR,
                  x -> {
                    kept.add(x);
                    throw new IllegalArgumentException("by the body");
                  }));
      SGException exception =
          assertThrows(
              SGException.class, () -> scope.function("g", VECTOR, x -> tf.add(x, kept.get(0))));
      assertTrue(
          exception.getMessage().endsWith("belongs to a function that was abandoned"),
          exception.getMessage());
      // The scope remains usable.
      assertEquals("h", scope.function("h", VECTOR, x -> x).name());
    }
  }

  @Test
  void arraysOfAnEndedBranch() {
    List<Operand<TFloat64>> kept = new ArrayList<>();
    assertInvalid(
        "this array belongs to a branch, a loop or a function that has ended; return it from"
            + " there",
        b -> {
          b.tf.cond(
              b.tf.constant(true),
              () -> {
                kept.add(b.tf.sin(b.x));
                return b.x;
              },
              () -> b.x);
          return b.tf.add(b.x, kept.get(0));
        });
  }

  @Test
  void controlFlow() {
    assertInvalid(
        "the condition of a branch must be bool[], not bool[3]",
        b -> b.tf.cond(b.tf.less(b.x, b.x), () -> b.x, () -> b.x));
    assertInvalid(
        "result 0 is float64[3] in one branch and float64[] in the other; convert one to the type"
            + " of the other",
        b -> b.tf.cond(b.tf.constant(true), () -> b.x, () -> b.tf.sum(b.x)));
    assertInvalid(
        "array 0 of the loop's carry is float64[3], but its body returns float64[]; convert one to"
            + " the type of the other",
        b ->
            b.tf.forLoop(
                b.tf.constant(0), b.tf.constant(2), b.x, (i, carry) -> b.tf.sum(carry)));
    // An exception in a body leaves the loop open.
    assertInvalid(
        "a branch, loop or checkpoint has begun and not ended",
        b -> {
          assertThrows(
              ArithmeticException.class,
              () ->
                  b.tf.checkpoint(
                      () -> {
                        throw new ArithmeticException();
                      }));
          return b.x;
        });
  }

  @Test
  void functionsWithArraysOfAnotherFunction() {
    try (Scope scope = new Scope()) {
      Ops tf = Ops.create(scope);
      List<GraphFunction> kept = new ArrayList<>();
      scope.function(
          "outer",
          VECTOR,
          x -> {
            kept.add(scope.function("inner", VECTOR, y -> tf.multiply(x, y)));
            return kept.get(0).call(x).get(0).expect(TFloat64.class);
          });
      assertFails(
          SGException.Kind.ARGUMENT,
          "the function uses arrays of a function around it, so that it can be called only there:"
              + " pass these arrays as arguments",
          () -> ConcreteFunction.create(kept.get(0)));
    }
  }

  @Test
  void derivatives() {
    try (Scope scope = new Scope()) {
      Ops tf = Ops.create(scope);
      GraphFunction vector = scope.function("vector", VECTOR, x -> x);
      GraphFunction scalar = scope.function("scalar", VECTOR, x -> tf.sum(x));
      GraphFunction stopped =
          scope.function("stopped", VECTOR, x -> tf.sum(tf.withName("a").stopGradient(x)));
      assertFails(
          SGException.Kind.ARGUMENT,
          "wrt names argument 1, but the function has 1",
          () -> scalar.jvp(Gradients.wrt(1)));
      assertFails(
          SGException.Kind.ARGUMENT,
          "the option of is not supported for @scalar, a function of a scope: build a function"
              + " that returns only these results",
          () -> scalar.jvp(Gradients.of(0)));
      SGException noArgument =
          assertThrows(SGException.class, () -> scalar.valueAndGradient(Gradients.wrt(1)));
      assertTrue(
          noArgument.getMessage().endsWith("@scalar has no argument of float type at position 1"),
          noArgument.getMessage());
      GraphFunction strict = stopped.valueAndGradient(Gradients.strict(true));
      SGException noFlow =
          assertThrows(SGException.class, () -> ConcreteFunction.create(strict).close());
      assertTrue(noFlow.getMessage().contains("\"a\""), noFlow.getMessage());
      assertFalse(vector.name().isEmpty());
    }
  }

  @Test
  void calls() {
    try (Scope scope = new Scope()) {
      Ops tf = Ops.create(scope);
      GraphFunction function =
          scope.function(
              "f",
              VECTOR,
              TensorSpec.of(TInt32.class),
              (x, i) -> tf.add(x, tf.cast(i, TFloat64.class)));
      try (ConcreteFunction compiled = ConcreteFunction.create(function);
          TFloat64 x = TFloat64.vectorOf(1, 2, 3);
          TInt32 i = TInt32.scalarOf(1);
          Result result = compiled.call(x, i)) {
        assertFails(
            SGException.Kind.ARGUMENT,
            "the call has 1 arguments, the function 2",
            () -> compiled.call(x));
        assertFails(
            SGException.Kind.ARGUMENT,
            "argument 0 is 2xf64, the function has 3xf64",
            () -> compiled.call(TFloat64.vectorOf(1, 2), i));
        assertFails(
            SGException.Kind.ARGUMENT,
            "argument 0 is 3xf32, the function has 3xf64",
            () -> compiled.call(TFloat32.vectorOf(1, 2, 3), i));
        assertFails(
            SGException.Kind.ARGUMENT,
            "argument 1 is uint32[], but the function has int32",
            () -> compiled.call(x, TUint32.scalarOf(1)));
        assertFails(
            NullPointerException.class,
            "argument 1 of the call is null",
            () -> compiled.call(x, null));
        assertFails(
            SGException.Kind.ARGUMENT,
            "the memory for result 0 overlaps argument 0",
            () -> compiled.callInto(List.of(x), x, i));
        assertFails(
            SGException.Kind.ARGUMENT,
            "the call has 0 results, the function 1",
            () -> compiled.callInto(List.<Tensor>of(), x, i));
        assertFails(
            IndexOutOfBoundsException.class,
            "there is no result 1; the function has 1",
            () -> result.get(1));
        assertFails(
            SGException.Kind.ARGUMENT,
            "result 0 is float64[3], a TFloat64, not a TFloat32",
            () -> result.get(0, TFloat32.class));
      }
      assertFails(
          IllegalStateException.class,
          "the functions of this scope have become a graph: build other functions in a new Scope",
          () -> scope.function("g", VECTOR, x -> x));
      assertFails(
          SGException.Kind.ARGUMENT,
          "threads is 0; it is at least 1 and at most 4096",
          () -> ConcreteFunction.threads(0));
    }
  }

  @Test
  void tensors() {
    assertFails(
        SGException.Kind.ARGUMENT,
        "float64[2, 2] has 4 elements, but 3 values are given",
        () -> TFloat64.tensorOf(Shape.of(2, 2), 1, 2, 3));
    assertFails(
        SGException.Kind.ARGUMENT,
        "the buffer has 8 bytes, but float64[2] has 16",
        () -> TFloat64.tensorOf(Shape.of(2), ByteBuffer.allocateDirect(8)));
    assertFails(
        SGException.Kind.ARGUMENT,
        "the buffer has the order BIG_ENDIAN: call buffer.order(ByteOrder.nativeOrder()) before"
            + " writing its elements",
        () -> TFloat64.tensorOf(Shape.of(1), ByteBuffer.allocateDirect(8)));
    assertFails(
        SGException.Kind.ARGUMENT,
        "the shape [n] of a tensor has a size that is negative or symbolic",
        () -> TFloat64.tensorOf(Shape.of(Size.named("n"))));
    assertFails(
        SGException.Kind.ARGUMENT,
        "float64[1000000000] is too large: a buffer of Java has at most 2^31 - 1 bytes",
        () -> TFloat64.tensorOf(Shape.of(1000000000)));
    assertFails(
        SGException.Kind.ARGUMENT,
        "the shape [9223372036854775807, 2] has more than 2^63 elements",
        () -> TFloat64.tensorOf(Shape.of(Long.MAX_VALUE, 2)));
    TFloat64 matrix = TFloat64.tensorOf(Shape.of(2, 3));
    assertFails(
        IndexOutOfBoundsException.class,
        "there is no element [2, 0] in float64[2, 3]",
        () -> matrix.getDouble(2, 0));
    assertFails(
        IndexOutOfBoundsException.class,
        "there is no element [1] in float64[2, 3]",
        () -> matrix.setDouble(0, 1));
    assertFails(
        IndexOutOfBoundsException.class,
        "the shape [2, 3] has no axis 2",
        () -> matrix.shape().get(2));
  }

  @Test
  void graphs() {
    assertFails(
        SGException.Kind.PROGRAM,
        "model.mlir:1:1: error: custom op 'fun' is unknown (tried 'builtin.fun' as well)",
        () -> Graph.fromText("fun", "model.mlir"));
    try (Graph graph =
        Graph.fromText("func.func @f(%x: f64) -> f64 { return %x : f64 }", "model.mlir")) {
      assertFails(
          SGException.Kind.ARGUMENT,
          "there is no function '@g'; there are @f",
          () -> ConcreteFunction.create(graph, "g"));
      graph.vjp("f");
      SGException taken = assertThrows(SGException.class, () -> graph.vjp("f"));
      assertTrue(
          taken.getMessage().contains("there is a '@f_vjp' already; give another name"),
          taken.getMessage());
    }
  }
}
