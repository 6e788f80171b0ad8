// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package sg;

import java.nio.ByteBuffer;
import java.util.Objects;

/** A tensor of bools. An element is a byte, 1 or 0. */
abstract class BooleanTensor extends Tensor {
  BooleanTensor(DataType dataType, Shape shape, TensorData data) {
    super(dataType, shape, data);
  }

  /** Returns new memory with the given elements. */
  static TensorData copyOf(DataType type, Shape shape, boolean... values) {
    Objects.requireNonNull(values, "the values of a tensor are null");
    TensorData data = TensorData.allocate(type, shape);
    checkCount(type, shape, values.length);
    ByteBuffer elements = data.view();
    for (boolean value : values) {
      elements.put((byte) (value ? 1 : 0));
    }
    return data;
  }

  /**
   * Returns an element.
   *
   * @param indices the index for each axis
   * @return the element
   * @throws IndexOutOfBoundsException if there is no such element
   * @throws IllegalStateException if the tensor is closed
   */
  public final boolean getBoolean(long... indices) {
    int position = position(indices);
    return read(elements -> elements.get(position) != 0);
  }

  /**
   * Writes an element.
   *
   * @param value the new element
   * @param indices the index for each axis
   * @throws IndexOutOfBoundsException if there is no such element
   * @throws IllegalStateException if the tensor is closed
   */
  public final void setBoolean(boolean value, long... indices) {
    int position = position(indices);
    read(elements -> elements.put(position, (byte) (value ? 1 : 0)));
  }

  /**
   * Copies all elements.
   *
   * @return a new array in row-major order
   * @throws IllegalStateException if the tensor is closed
   */
  public final boolean[] toArray() {
    boolean[] array = new boolean[(int) size()];
    read(
        elements -> {
          for (int i = 0; i < array.length; ++i) {
            array[i] = elements.get(i) != 0;
          }
          return array;
        });
    return array;
  }
}
