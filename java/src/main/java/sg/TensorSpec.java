// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package sg;

import java.util.Objects;

/**
 * The element type and the shape of a function's argument.
 *
 * @param <T> the element type
 */
public final class TensorSpec<T extends TType> {
  private final DataType dataType;
  private final Shape shape;

  private TensorSpec(DataType dataType, Shape shape) {
    this.dataType = dataType;
    this.shape = Objects.requireNonNull(shape, "the shape of a TensorSpec is null");
  }

  /**
   * Returns the type of an array with known sizes. Without sizes, it is a scalar.
   *
   * @param <T> the element type
   * @param type the class of the element type, for example {@code TFloat32.class}
   * @param sizes the size of each axis
   * @return the type
   */
  public static <T extends TType> TensorSpec<T> of(Class<T> type, long... sizes) {
    return of(type, Shape.of(sizes));
  }

  /**
   * Returns the type of an array with symbolic sizes.
   *
   * @param <T> the element type
   * @param type the class of the element type, for example {@code TFloat32.class}
   * @param first the size of the first axis
   * @param others the sizes of the other axes
   * @return the type
   */
  public static <T extends TType> TensorSpec<T> of(Class<T> type, Size first, Size... others) {
    return of(type, Shape.of(first, others));
  }

  /**
   * Returns the type of an array.
   *
   * @param <T> the element type
   * @param type the class of the element type, for example {@code TFloat32.class}
   * @param shape the shape
   * @return the type
   */
  public static <T extends TType> TensorSpec<T> of(Class<T> type, Shape shape) {
    return new TensorSpec<>(DataType.of(type), shape);
  }

  /** Returns the type of an operand. */
  static TensorSpec<?> of(Operand<?> operand) {
    return new TensorSpec<TType>(operand.dataType(), operand.shape());
  }

  /**
   * Returns the element type.
   *
   * @return the element type
   */
  public DataType dataType() {
    return dataType;
  }

  /**
   * Returns the shape.
   *
   * @return the shape
   */
  public Shape shape() {
    return shape;
  }

  /** Returns the type as the library prints it, for example "float64[n, 3]". */
  @Override
  public String toString() {
    return dataType.toString() + shape;
  }
}
