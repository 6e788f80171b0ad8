// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package sg;

import java.util.Objects;

/**
 * A result of an operation, or an argument of a function that is being built.
 *
 * @param <T> the element type
 */
public final class Output<T extends TType> implements Operand<T> {
  private final Scope scope;
  private final int value;
  private final DataType dataType;
  private final Shape shape;

  Output(Scope scope, int value, DataType dataType, Shape shape) {
    this.scope = scope;
    this.value = value;
    this.dataType = dataType;
    this.shape = shape;
  }

  @Override
  public Output<T> asOutput() {
    return this;
  }

  @Override
  public Shape shape() {
    return shape;
  }

  @Override
  public DataType dataType() {
    return dataType;
  }

  /**
   * Returns this array with its element type, which is checked.
   *
   * @param <U> the element type
   * @param type the class of the element type, for example {@code TFloat32.class}
   * @return this array
   * @throws SGException if the array has another element type
   */
  @SuppressWarnings("unchecked") // checked by the comparison
  public <U extends TType> Output<U> expect(Class<U> type) {
    Objects.requireNonNull(type, "the class of the element type is null");
    if (dataType.type() != type) {
      throw SGException.argument(
          "the array is " + this + ", not of type " + DataType.of(type) + ": convert it with cast");
    }
    return (Output<U>) this;
  }

  Scope scope() {
    return scope;
  }

  int value() {
    return value;
  }

  /** Returns the type, for example "float64[n, 3]". */
  @Override
  public String toString() {
    return dataType.toString() + shape;
  }
}
