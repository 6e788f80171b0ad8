// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package sg.tests;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import sg.Concat;
import sg.ConcreteFunction;
import sg.Cumsum;
import sg.GraphFunction;
import sg.Operand;
import sg.Ops;
import sg.Output;
import sg.Pad;
import sg.Result;
import sg.SGException;
import sg.Scatter;
import sg.Scope;
import sg.SetSliceAxis;
import sg.Shape;
import sg.Size;
import sg.SliceAxis;
import sg.Sum;
import sg.TBool;
import sg.TComplex128;
import sg.TFloat64;
import sg.TInt64;
import sg.TUint32;
import sg.TensorSpec;

/** The operations of the table. */
class OperationsTest {
  private static final TensorSpec<TFloat64> MATRIX = TensorSpec.of(TFloat64.class, 2, 2);

  /** Calls of operations whose arguments {@link #arguments} cannot find. */
  private static final Map<String, BiFunction<Ops, Output<TFloat64>, Operand<?>>> CALLS =
      new LinkedHashMap<>();

  static {
    CALLS.put("einsum", (tf, x) -> tf.einsum(List.of(x, x), "ij,jk->ik"));
    CALLS.put("makeComplex", (tf, x) -> tf.makeComplex(x, x, TComplex128.class));
    CALLS.put("permuteDims", (tf, x) -> tf.permuteDims(x, 1, 0));
    CALLS.put("squeeze", (tf, x) -> tf.squeeze(tf.expandDims(x), 0));
    CALLS.put(
        "takeAlongAxis",
        (tf, x) -> tf.takeAlongAxis(x, tf.constant(TInt64.tensorOf(Shape.of(2, 1), 0, 1))));
    CALLS.put(
        "randomRandint",
        (tf, x) ->
            tf.randomRandint(
                tf.randomKey(tf.constant(0L)), 0, 9, Shape.of(2, 2), TInt64.class));
    CALLS.put("pad", (tf, x) -> tf.pad(x, new long[] {1, 0, 0, 2}, Pad.value(7)));
    CALLS.put("reduceWindow", (tf, x) -> tf.reduceWindow(x, new long[] {2, 1}));
    CALLS.put(
        "convGeneralDilated",
        (tf, x) ->
            tf.convGeneralDilated(tf.reshape(x, Shape.of(1, 1, 2, 2)), ones(tf, 1, 1, 1, 1)));
    CALLS.put("gather", (tf, x) -> tf.gather(x, List.of(tf.constant(TInt64.vectorOf(1))), 0));
    CALLS.put(
        "scatter",
        (tf, x) ->
            tf.scatter(
                x,
                tf.constant(9.0),
                List.of(tf.constant(TInt64.vectorOf(1))),
                new long[] {0},
                Scatter.mode("add")));
    CALLS.put(
        "dynamicSlice",
        (tf, x) -> tf.dynamicSlice(x, List.of(tf.constant(0), tf.constant(1)), Shape.of(1, 1)));
    CALLS.put(
        "dynamicUpdateSlice",
        (tf, x) ->
            tf.dynamicUpdateSlice(
                x, ones(tf, 1, 1), List.of(tf.constant(0L), tf.constant(1L))));
  }

  private static Output<TFloat64> ones(Ops tf, long... sizes) {
    return tf.full(Shape.of(sizes), 1, TFloat64.class);
  }

  /** Builds each operation, which checks the element type of the result. */
  @TestFactory
  Stream<DynamicTest> everyOperationIsBuilt() {
    return Arrays.stream(Ops.class.getDeclaredMethods())
        .filter(method -> Modifier.isPublic(method.getModifiers()))
        .filter(method -> !Modifier.isStatic(method.getModifiers()))
        .filter(method -> method.getReturnType() != Ops.class && !method.isSynthetic())
        .map(method -> DynamicTest.dynamicTest(method.getName(), () -> build(method)));
  }

  private static void build(Method method) {
    BiFunction<Ops, Output<TFloat64>, Operand<?>> call = CALLS.get(method.getName());
    List<String> errors = new ArrayList<>();
    for (int candidate = 0; candidate < 4; ++candidate) {
      int kind = candidate;
      try (Scope scope = new Scope()) {
        Ops tf = Ops.create(scope);
        scope.function(
            "f",
            MATRIX,
            x -> {
              if (call != null) {
                return call.apply(tf, x);
              }
              Object result = invoke(method, tf, arguments(method, tf, x, kind));
              return result instanceof List
                  ? (Operand<?>) ((List<?>) result).get(0)
                  : (Operand<?>) result;
            });
        return;
      } catch (SGException exception) {
        errors.add(exception.getMessage());
      }
    }
    throw new AssertionError(String.join("\n", errors));
  }

  private static Object invoke(Method method, Ops tf, List<Object> arguments) {
    try {
      return method.invoke(tf, arguments.toArray());
    } catch (InvocationTargetException exception) {
      throw (RuntimeException) exception.getCause();
    } catch (IllegalAccessException exception) {
      throw new AssertionError(exception);
    }
  }

  /** Returns arguments for a method. 'candidate' selects the element types. */
  private static List<Object> arguments(Method method, Ops tf, Output<TFloat64> x, int candidate) {
    Operand<?> operand =
        List.of(
                x,
                tf.constant(TFloat64.vectorOf(1, 2)),
                tf.cast(x, TInt64.class),
                tf.cast(x, TBool.class))
            .get(candidate);
    Class<?> dtype =
        List.of(TFloat64.class, TFloat64.class, TInt64.class, TUint32.class).get(candidate);
    return Arrays.stream(method.getGenericParameterTypes())
        .map(type -> argument(type, tf, x, operand, dtype))
        .collect(Collectors.toList());
  }

  private static Object argument(
      Type type, Ops tf, Output<TFloat64> x, Operand<?> operand, Class<?> dtype) {
    String name = type.getTypeName();
    if (name.startsWith("java.util.List")) {
      return List.of(operand);
    } else if (type instanceof ParameterizedType && name.startsWith("sg.Operand")) {
      return name.contains("TBool")
          ? tf.cast(x, TBool.class)
          : name.contains("TUint32")
              ? tf.randomKey(tf.constant(0L))
              : name.contains("TIntegral")
                  ? tf.constant(0L)
                  : name.contains("TFloating") ? tf.constant(0.5) : operand;
    } else if (name.startsWith("java.lang.Class")) {
      return dtype;
    } else if (type == long.class) {
      return 1L;
    } else if (type == long[].class) {
      return new long[] {0};
    } else if (type == double.class) {
      return 0.5;
    } else if (type == Size.class) {
      return Size.of(2);
    } else if (type == Shape.class) {
      return Shape.of(2, 2);
    }
    // No options.
    return Array.newInstance(((Class<?>) type).getComponentType(), 0);
  }

  private static double[] evaluate(BiFunction<Ops, Output<TFloat64>, Operand<TFloat64>> body) {
    try (Scope scope = new Scope()) {
      Ops tf = Ops.create(scope);
      GraphFunction function = scope.function("f", MATRIX, x -> body.apply(tf, x));
      try (ConcreteFunction compiled = ConcreteFunction.create(function);
          Result result = compiled.call(TFloat64.tensorOf(Shape.of(2, 2), 1, 2, 3, 4))) {
        return result.get(0, TFloat64.class).toArray();
      }
    }
  }

  @Test
  void options() {
    assertArrayEquals(new double[] {3, 7}, evaluate((tf, x) -> tf.sum(x, Sum.axis(1))));
    assertArrayEquals(
        new double[] {4, 6}, evaluate((tf, x) -> tf.sum(x, Sum.axis(-2).keepDims(true))));
    assertArrayEquals(
        new double[] {10}, evaluate((tf, x) -> tf.sum(x, Sum.axis(0, 1), Sum.keepDims(false))));
    assertArrayEquals(
        new double[] {4, 6, 3, 4}, evaluate((tf, x) -> tf.cumsum(x, Cumsum.reverse(true))));
    assertArrayEquals(
        new double[] {1, 2, 1, 2, 3, 4, 3, 4},
        evaluate((tf, x) -> tf.concat(List.of(x, x), Concat.axis(1))));
    assertArrayEquals(
        new double[] {3, 4}, evaluate((tf, x) -> tf.sliceAxis(x, SliceAxis.start(1).stop(2))));
    assertArrayEquals(
        new double[] {1, 1, 3, 1},
        evaluate(
            (tf, x) ->
                tf.setSliceAxis(
                    x, tf.constant(1.0), SetSliceAxis.axis(1).start(Size.of(1)))));
    assertArrayEquals(
        new double[] {7, 1, 2, 7, 3, 4},
        evaluate((tf, x) -> tf.pad(x, new long[] {0, 0, 1, 0}, Pad.value(7))));
  }

  @Test
  void constants() {
    assertArrayEquals(
        new double[] {5, 8, 7, 10},
        evaluate(
            (tf, x) -> {
              Output<TFloat64> doubles = tf.constant(new double[] {1, 2});
              Output<TFloat64> floats = tf.cast(tf.constant(new float[] {1, 1}), TFloat64.class);
              Output<TFloat64> ints = tf.cast(tf.constant(new int[] {1, 1}), TFloat64.class);
              Output<TFloat64> longs = tf.cast(tf.constant(new long[] {1, 1}), TFloat64.class);
              Output<TBool> bools = tf.constant(new boolean[] {false, true});
              Output<TFloat64> ones = tf.cast(bools, TFloat64.class);
              return tf.add(x, tf.add(tf.add(tf.add(doubles, floats), tf.add(ints, longs)), ones));
            }));
  }

  @Test
  void lists() {
    assertArrayEquals(
        new double[] {2, 3},
        evaluate(
            (tf, x) ->
                tf.gather(
                    x,
                    List.of(
                        tf.constant(TInt64.vectorOf(0, 1)), tf.constant(TInt64.vectorOf(1, 0))),
                    0,
                    1)));
    assertArrayEquals(
        new double[] {7, 10, 15, 22},
        evaluate((tf, x) -> tf.einsum(List.of(x, x), "ij,jk->ik")));
  }

  /** Sums keep the element type, so that the static type is right. */
  @Test
  void sumsKeepTheElementType() {
    try (Scope scope = new Scope()) {
      Ops tf = Ops.create(scope);
      scope.function(
          "f",
          TensorSpec.of(sg.TInt8.class, 3),
          x -> {
            Output<sg.TInt8> sum = tf.sum(x);
            assertEquals(sg.TInt8.class, sum.type());
            return sum;
          });
    }
  }
}
