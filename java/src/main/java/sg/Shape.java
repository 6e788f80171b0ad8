// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package sg;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** The sizes of the axes of a tensor or of an operand. A shape is immutable. */
public final class Shape {
  /**
   * The value of symbolic sizes. In the shape for {@code reshape}, the size that is computed from
   * the others.
   */
  public static final long UNKNOWN_SIZE = -1;

  private final List<Size> sizes;

  private Shape(List<Size> sizes) {
    this.sizes = sizes;
  }

  /**
   * Returns a shape with known sizes.
   *
   * @param sizes the size of each axis; none for a scalar
   * @return the shape
   */
  public static Shape of(long... sizes) {
    Objects.requireNonNull(sizes, "the sizes are null");
    return new Shape(Arrays.stream(sizes).mapToObj(Size::of).collect(Collectors.toList()));
  }

  /**
   * Returns a shape with symbolic sizes.
   *
   * @param first the size of the first axis
   * @param others the sizes of the other axes
   * @return the shape
   */
  public static Shape of(Size first, Size... others) {
    List<Size> sizes = new ArrayList<>();
    sizes.add(first);
    sizes.addAll(Arrays.asList(Objects.requireNonNull(others, "the sizes are null")));
    for (Size size : sizes) {
      Objects.requireNonNull(size, "a size is null");
    }
    return new Shape(Collections.unmodifiableList(sizes));
  }

  /**
   * Returns the shape of a scalar.
   *
   * @return the shape without axes
   */
  public static Shape scalar() {
    return new Shape(List.of());
  }

  /**
   * Returns the number of axes.
   *
   * @return the rank
   */
  public int numDimensions() {
    return sizes.size();
  }

  /**
   * Returns the size of an axis.
   *
   * @param axis the axis; -1 is the last axis
   * @return the size, or {@link #UNKNOWN_SIZE} for a symbolic size
   * @throws IndexOutOfBoundsException if there is no such axis
   */
  public long get(int axis) {
    return dimension(axis).value();
  }

  /**
   * Returns the size of an axis, which may be symbolic.
   *
   * @param axis the axis; -1 is the last axis
   * @return the size
   * @throws IndexOutOfBoundsException if there is no such axis
   */
  public Size dimension(int axis) {
    int index = axis < 0 ? axis + sizes.size() : axis;
    if (index < 0 || index >= sizes.size()) {
      throw new IndexOutOfBoundsException("the shape " + this + " has no axis " + axis);
    }
    return sizes.get(index);
  }

  /**
   * Returns true if a size is symbolic.
   *
   * @return true if {@link #get} returns {@link #UNKNOWN_SIZE} for an axis
   */
  public boolean hasUnknownDimension() {
    return sizes.stream().anyMatch(size -> size.value() == UNKNOWN_SIZE);
  }

  /**
   * Returns the number of elements.
   *
   * @return the product of the sizes, or {@link #UNKNOWN_SIZE} if a size is symbolic
   * @throws SGException if the product has more than 63 bits
   */
  public long size() {
    if (hasUnknownDimension()) {
      return UNKNOWN_SIZE;
    }
    try {
      // An empty array may have other sizes with a product that overflows.
      long[] numbers = asArray();
      return Arrays.stream(numbers).anyMatch(size -> size == 0)
          ? 0
          : Arrays.stream(numbers).reduce(1, Math::multiplyExact);
    } catch (ArithmeticException exception) {
      throw SGException.argument("the shape " + this + " has more than 2^63 elements");
    }
  }

  /**
   * Returns the sizes.
   *
   * @return a new array with the size of each axis, {@link #UNKNOWN_SIZE} for symbolic sizes
   */
  public long[] asArray() {
    return sizes.stream().mapToLong(Size::value).toArray();
  }

  /** Returns the shape with given sizes. */
  static Shape of(List<Size> sizes) {
    return new Shape(Collections.unmodifiableList(sizes));
  }

  /** Returns the numbers of the sizes in a builder. */
  long[] resolve(Builder builder) {
    return sizes.stream().mapToLong(size -> size.resolve(builder)).toArray();
  }

  /**
   * Compares the sizes.
   *
   * @param other another shape
   * @return true if both shapes have equal numbers, or the same symbolic sizes, at each axis
   */
  @Override
  public boolean equals(Object other) {
    return other instanceof Shape && toString().equals(other.toString());
  }

  @Override
  public int hashCode() {
    return toString().hashCode();
  }

  /** Returns the sizes, for example "[n, 3]". */
  @Override
  public String toString() {
    return sizes.toString();
  }
}
