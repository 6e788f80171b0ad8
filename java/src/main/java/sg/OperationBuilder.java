// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package sg;

import com.sun.jna.Pointer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The arrays and parameters of an operation (sgBuildOperation). */
final class OperationBuilder {
  /** Bytes of an SGParameter. */
  private static final int PARAMETER_BYTES = 56;

  private final Scope scope;
  private final String name;
  private final List<Integer> arrays = new ArrayList<>();
  private final Map<String, Object> parameters = new LinkedHashMap<>();

  OperationBuilder(Scope scope, String name) {
    this.scope = scope;
    this.name = name;
  }

  /** Adds an array. */
  OperationBuilder array(String label, Operand<?> operand) {
    arrays.add(scope.value(name, label, operand));
    return this;
  }

  /** Adds a list of arrays. */
  OperationBuilder arrays(String label, List<? extends Operand<?>> operands) {
    Objects.requireNonNull(operands, () -> name + ": " + label + " is null");
    if (operands.isEmpty()) {
      throw SGException.argument(name + ": " + label + " is empty");
    }
    int position = 0;
    for (Operand<?> operand : operands) {
      array(label + "[" + position++ + "]", operand);
    }
    return this;
  }

  /** Sets a parameter, as {@link OperationOptions#set}. */
  OperationBuilder set(String parameter, Object value) {
    parameters.put(
        parameter, Objects.requireNonNull(value, () -> name + ": " + parameter + " is null"));
    return this;
  }

  OperationBuilder options(OperationOptions... options) {
    Objects.requireNonNull(options, () -> name + ": the options are null");
    for (OperationOptions one : options) {
      Objects.requireNonNull(one, () -> name + ": an option is null");
      parameters.putAll(one.values());
    }
    return this;
  }

  /** Builds the operation, whose only result has the element type of an operand. */
  <T extends TType> Output<T> build(Operand<T> like) {
    return checked(like.dataType());
  }

  /** Builds the operation, whose only result has the given element type. */
  <T extends TType> Output<T> build(Class<T> type) {
    return checked(DataType.of(type));
  }

  /** Builds an operation with several results. */
  List<Output<?>> buildAll() {
    Builder builder = scope.locate();
    try (Arena arena = new Arena()) {
      Pointer block = writeParameters(builder, arena);
      int[] values = arrays.stream().mapToInt(Integer::intValue).toArray();
      return scope.outputs(
          builder.results(
              (pointer, first, count) ->
                  LibSG.sgBuildOperation(
                      pointer, name, values, values.length, block, parameters.size(), first,
                      count)));
    }
  }

  /**
   * Builds the operation and checks the element type of its result. The compiler guarantees the
   * type, unless the caller uses raw types.
   */
  @SuppressWarnings("unchecked") // checked
  private <T extends TType> Output<T> checked(DataType expected) {
    Output<?> output = buildAll().get(0);
    if (output.dataType() != expected) {
      throw SGException.argument(
          name
              + ": the result is "
              + output
              + ", not of type "
              + expected
              + ": give all operands one element type with cast");
    }
    return (Output<T>) output;
  }

  private Pointer writeParameters(Builder builder, Arena arena) {
    Pointer block = arena.allocate((long) PARAMETER_BYTES * parameters.size());
    long offset = 0;
    for (Map.Entry<String, Object> entry : parameters.entrySet()) {
      block.setPointer(offset, arena.text(entry.getKey()));
      write(builder, arena, block.share(offset, PARAMETER_BYTES), entry.getValue());
      offset += PARAMETER_BYTES;
    }
    return block;
  }

  /** Writes the kind (enum SGParameterKind) and the value of a parameter. */
  private static void write(Builder builder, Arena arena, Pointer parameter, Object value) {
    if (value instanceof Boolean) {
      parameter.setInt(8, 1);
      parameter.setLong(16, (Boolean) value ? 1 : 0);
    } else if (value instanceof Long) {
      parameter.setInt(8, 2);
      parameter.setLong(16, (Long) value);
    } else if (value instanceof Double) {
      parameter.setInt(8, 3);
      parameter.setDouble(24, (Double) value);
    } else if (value instanceof String) {
      parameter.setInt(8, 4);
      parameter.setPointer(32, arena.text((String) value));
    } else if (value instanceof DataType) {
      parameter.setInt(8, 5);
      parameter.setLong(16, ((DataType) value).code);
    } else {
      long[] sizes = sizes(builder, value);
      parameter.setInt(8, 6);
      parameter.setPointer(40, arena.longs(sizes));
      parameter.setLong(48, sizes.length);
    }
  }

  private static long[] sizes(Builder builder, Object value) {
    if (value instanceof Size) {
      return new long[] {((Size) value).resolve(builder)};
    }
    return value instanceof Shape ? ((Shape) value).resolve(builder) : (long[]) value;
  }
}
