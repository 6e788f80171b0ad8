// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package sg.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import sg.ConcreteFunction;
import sg.DataType;
import sg.GraphFunction;
import sg.Operand;
import sg.Ops;
import sg.Result;
import sg.SGException;
import sg.Scope;
import sg.Shape;
import sg.Size;
import sg.TInt64;
import sg.Tensor;
import sg.TensorSpec;

/**
 * Operations with random operands and parameters, most of which are wrong. Each is built or throws
 * an SGException, and a failed operation does not affect its function.
 */
class RandomUsesTest {
  private static final int PROGRAMS = 150;
  private static final int OPERATIONS = 20;
  private static final DataType[] TYPES = DataType.values();
  /** Large integers. No machine has memory for the positive ones as sizes. */
  private static final long[] LARGE = {Long.MAX_VALUE, Long.MIN_VALUE, 1L << 60, -1L << 33};

  private static final double[] NUMBERS = {0, 1, -1, 0.5, Double.NaN, 1e308};
  private static final List<String> TEXTS =
      List.of("ij,jk->ik", "add", "max", "NCHW", "", "\u00e9");
  private static final List<Method> METHODS =
      publicMethods(Ops.class)
          .filter(method -> !Modifier.isStatic(method.getModifiers()))
          .filter(method -> method.getReturnType() != Ops.class)
          .collect(Collectors.toList());

  private static Stream<Method> publicMethods(Class<?> owner) {
    return Arrays.stream(owner.getDeclaredMethods())
        .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
        .sorted(Comparator.comparing(Method::toString));
  }

  /** A function with random operations. */
  private static final class Program {
    private final Random random;
    private final Ops tf;
    private final List<Operand<?>> operands;
    private int built;

    Program(Random random, Ops tf, List<? extends Operand<?>> arguments) {
      this.random = random;
      this.tf = tf;
      operands = new ArrayList<>(arguments);
      operands.add(tf.constant(TInt64.vectorOf(0, 1)));
      operands.add(tf.constant(true));
      operands.add(tf.randomKey(tf.constant(0L)));
    }

    List<Operand<?>> build() {
      for (int i = 0; i < OPERATIONS; ++i) {
        Method method = pick(METHODS);
        try {
          Object result = invoke(method, tf);
          if (result instanceof List) {
            ((List<?>) result).forEach(one -> operands.add((Operand<?>) one));
          } else {
            operands.add((Operand<?>) result);
          }
          ++built;
        } catch (SGException exception) {
          assertFalse(exception.getMessage().isEmpty(), method.getName());
        }
      }
      return operands;
    }

    private Object invoke(Method method, Object receiver) {
      Object[] arguments =
          Arrays.stream(method.getGenericParameterTypes()).map(this::argument).toArray();
      try {
        return method.invoke(receiver, arguments);
      } catch (InvocationTargetException exception) {
        throw (RuntimeException) exception.getCause();
      } catch (IllegalAccessException exception) {
        throw new AssertionError(exception);
      }
    }

    private Object argument(Type type) {
      String name = type.getTypeName();
      if (name.startsWith("java.util.List")) {
        return Stream.generate(() -> pick(operands)).limit(random.nextInt(3)).collect(
            Collectors.toList());
      } else if (name.startsWith("sg.Operand")) {
        return pick(operands);
      } else if (name.startsWith("java.lang.Class")) {
        return TYPES[random.nextInt(TYPES.length)].type();
      } else if (type == boolean.class) {
        return random.nextBoolean();
      } else if (type == long.class) {
        return integer();
      } else if (type == long[].class) {
        return IntStream.range(0, random.nextInt(5)).mapToLong(i -> integer()).toArray();
      } else if (type == double.class) {
        return NUMBERS[random.nextInt(NUMBERS.length)];
      } else if (type == String.class) {
        return pick(TEXTS);
      } else if (type == Size.class) {
        return random.nextInt(4) == 0 ? Size.named("n") : Size.of(integer());
      } else if (type == Shape.class) {
        return Shape.of((long[]) argument(long[].class));
      }
      return options(((Class<?>) type).getComponentType());
    }

    /** Returns random options of an operation. */
    private Object options(Class<?> type) {
      List<Method> setters =
          publicMethods(type.getDeclaringClass())
              .filter(method -> method.getReturnType() == type)
              .collect(Collectors.toList());
      Object options = Array.newInstance(type, random.nextInt(3));
      for (int i = 0; i < Array.getLength(options); ++i) {
        Array.set(options, i, invoke(pick(setters), null));
      }
      return options;
    }

    private long integer() {
      // Larger sizes would take long.
      return random.nextInt(10) == 0
          ? LARGE[random.nextInt(LARGE.length)]
          : random.nextInt(7) - 2;
    }

    private <E> E pick(List<E> list) {
      return list.get(random.nextInt(list.size()));
    }
  }

  @Test
  void wrongUsesAreErrors() {
    int built = 0;
    int called = 0;
    for (int seed = 0; seed < PROGRAMS; ++seed) {
      Random random = new Random(seed);
      List<TensorSpec<?>> types = new ArrayList<>();
      for (int i = 0; i < 3; ++i) {
        DataType type = i == 0 ? DataType.FLOAT64 : TYPES[random.nextInt(TYPES.length)];
        types.add(TensorSpec.of(type.type(), random.ints(i, 0, 4).asLongStream().toArray()));
      }
      try (Scope scope = new Scope()) {
        Ops tf = Ops.create(scope);
        Program[] program = new Program[1];
        GraphFunction function =
            scope.function(
                "f",
                types,
                arguments -> {
                  program[0] = new Program(random, tf, arguments.asList());
                  return program[0].build();
                });
        built += program[0].built;
        called += call(random.nextBoolean() ? function : function.jvp());
      }
    }
    assertTrue(built > PROGRAMS, built + " operations were built");
    assertTrue(called > PROGRAMS / 2, called + " programs were called");
  }

  /** Calls a function with zeros. Returns 0 if this is an error. */
  private static int call(GraphFunction function) {
    ConcreteFunction.Options options = ConcreteFunction.cache("");
    try (ConcreteFunction compiled = ConcreteFunction.create(function, options)) {
      Tensor[] zeros =
          function.arguments().stream().map(RandomUsesTest::zeros).toArray(Tensor[]::new);
      try (Result result = compiled.call(zeros)) {
        assertEquals(function.results().size(), result.size());
      }
      return 1;
    } catch (SGException exception) {
      assertFalse(exception.getMessage().isEmpty());
      return 0;
    }
  }

  private static Tensor zeros(TensorSpec<?> spec) {
    try {
      return (Tensor)
          spec.dataType().type().getMethod("tensorOf", Shape.class).invoke(null, spec.shape());
    } catch (ReflectiveOperationException exception) {
      throw new AssertionError(exception);
    }
  }
}
