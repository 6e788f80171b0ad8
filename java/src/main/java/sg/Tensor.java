// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package sg;

import com.sun.jna.Pointer;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Function;

/**
 * Elements in row-major order, in memory outside of the Java heap, which native code uses in place.
 * The subclasses, for example {@link TFloat32}, are the element types of {@link Operand}s.
 *
 * <p>Closing a tensor frees the memory of results. Without close, the garbage collector frees it.
 * After close, methods that access elements throw IllegalStateException. Buffers from {@link
 * #asByteBuffer} stay valid. All methods may be called from any thread; threads that write to
 * elements must be synchronized by the caller.
 */
public abstract class Tensor implements TType, AutoCloseable {
  private final DataType dataType;
  private final Shape shape;
  private final TensorData data;

  Tensor(DataType dataType, Shape shape, TensorData data) {
    this.dataType = dataType;
    this.shape = shape;
    this.data = data;
  }

  /**
   * Returns the element type.
   *
   * @return the element type
   */
  public final DataType dataType() {
    return dataType;
  }

  /**
   * Returns the shape.
   *
   * @return the shape, whose sizes are known
   */
  public final Shape shape() {
    return shape;
  }

  /**
   * Returns the number of axes.
   *
   * @return the rank
   */
  public final int rank() {
    return shape.numDimensions();
  }

  /**
   * Returns the number of elements.
   *
   * @return the product of the sizes
   */
  public final long size() {
    return shape.size();
  }

  /**
   * Returns the size of the elements in memory.
   *
   * @return the number of bytes
   */
  public final long numBytes() {
    return shape.size() * dataType.byteSize();
  }

  /**
   * Returns the memory of the elements, without a copy.
   *
   * @return a direct buffer in native byte order
   * @throws IllegalStateException if the tensor is closed
   */
  public final ByteBuffer asByteBuffer() {
    return data.view();
  }

  /** Frees the memory of a result. A second call has no effect. */
  @Override
  public final void close() {
    data.close();
  }

  /** Returns the type, for example "float32[2, 3]". */
  @Override
  public final String toString() {
    return dataType.toString() + shape;
  }

  /** Returns the result of a function of the elements, during which they are not freed. */
  final <R> R read(Function<ByteBuffer, R> function) {
    synchronized (data) {
      return function.apply(data.elements());
    }
  }

  /** Returns the result of a function of the address, during which the memory is not freed. */
  final <R> R use(Function<Pointer, R> function) {
    Pointer address = data.pin();
    try {
      return function.apply(address);
    } finally {
      data.unpin();
    }
  }

  final TensorData data() {
    return data;
  }

  /** Returns the position of an element in row-major order. */
  final int position(long... indices) {
    long[] sizes = shape.asArray();
    boolean isInside = indices.length == sizes.length;
    long position = 0;
    for (int i = 0; isInside && i < sizes.length; ++i) {
      isInside = indices[i] >= 0 && indices[i] < sizes[i];
      position = position * sizes[i] + indices[i];
    }
    if (!isInside) {
      throw new IndexOutOfBoundsException(
          "there is no element " + Arrays.toString(indices) + " in " + this);
    }
    return (int) position;
  }

  /** Returns the length of an array of Java. */
  static int lengthOf(Object values) {
    return Array.getLength(Objects.requireNonNull(values, "the values of a tensor are null"));
  }

  /** Throws an exception if a tensor cannot have that number of elements. */
  static void checkCount(DataType type, Shape shape, int count) {
    checkCount(type, shape, count, 1);
  }

  /** Throws an exception if a tensor whose elements have that many parts cannot have the values. */
  static void checkCount(DataType type, Shape shape, int count, int parts) {
    if (count != parts * shape.size()) {
      throw SGException.argument(
          type.toString() + shape + " has " + shape.size() + " elements"
              + (parts == 1 ? "" : " of " + parts + " parts") + ", but " + count
              + " values are given");
    }
  }
}
