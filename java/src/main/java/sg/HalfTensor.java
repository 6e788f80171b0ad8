// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package sg;

/** A tensor of floats of 16 bits. Elements are accessed as floats, or as bits of type short. */
abstract class HalfTensor extends ShortTensor {
  HalfTensor(DataType dataType, Shape shape, TensorData data) {
    super(dataType, shape, data);
  }

  abstract float toFloat(short bits);

  abstract short toBits(float value);

  /**
   * Returns an element as a float, which is exact.
   *
   * @param indices the index for each axis
   * @return the element
   * @throws IndexOutOfBoundsException if there is no such element
   * @throws IllegalStateException if the tensor is closed
   */
  public final float getFloat(long... indices) {
    return toFloat(getShort(indices));
  }

  /**
   * Writes an element, rounded to nearest.
   *
   * @param value the new element
   * @param indices the index for each axis
   * @throws IndexOutOfBoundsException if there is no such element
   * @throws IllegalStateException if the tensor is closed
   */
  public final void setFloat(float value, long... indices) {
    setShort(toBits(value), indices);
  }

  /**
   * Copies all elements as floats, which is exact.
   *
   * @return a new array in row-major order
   * @throws IllegalStateException if the tensor is closed
   */
  public final float[] toFloatArray() {
    short[] bits = toArray();
    float[] values = new float[bits.length];
    for (int i = 0; i < bits.length; ++i) {
      values[i] = toFloat(bits[i]);
    }
    return values;
  }
}
