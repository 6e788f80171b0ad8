// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package sg;

/**
 * An array of a function that is being built.
 *
 * @param <T> the element type
 */
public interface Operand<T extends TType> {
  /**
   * Returns the array.
   *
   * @return the array
   */
  Output<T> asOutput();

  /**
   * Returns the shape.
   *
   * @return the shape, which may have symbolic sizes
   */
  default Shape shape() {
    return asOutput().shape();
  }

  /**
   * Returns the number of axes.
   *
   * @return the rank
   */
  default int rank() {
    return shape().numDimensions();
  }

  /**
   * Returns the element type.
   *
   * @return the element type
   */
  default DataType dataType() {
    return asOutput().dataType();
  }

  /**
   * Returns the class of the element type.
   *
   * @return the class, for example {@code TFloat32.class}
   */
  @SuppressWarnings("unchecked") // Output checks that its element type is T.
  default Class<T> type() {
    return (Class<T>) dataType().type();
  }
}
