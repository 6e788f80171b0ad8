// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package sg;

/** Conversions of float to and from floats of 16 bits, rounded to nearest, ties to even. */
final class HalfFloats {
  /** Bits of the significand of float that float16 and bfloat16 lack. */
  private static final int FLOAT16_SHIFT = 13;

  private static final int BFLOAT16_SHIFT = 16;
  /** 2^-24, the smallest positive float16. */
  private static final float FLOAT16_STEP = 0x1p-24f;
  /** 2^-14, the smallest normal float16. */
  private static final float FLOAT16_NORMAL = 0x1p-14f;

  private static final int FLOAT16_INFINITY = 0x7C00;
  /** Difference of the biases of the exponents of float and float16. */
  private static final int BIAS_DIFFERENCE = 127 - 15;

  private HalfFloats() {}

  static float float16ToFloat(short bits) {
    int magnitude = bits & 0x7FFF;
    float value;
    if (magnitude < 0x0400) {
      value = magnitude * FLOAT16_STEP;
    } else if (magnitude < FLOAT16_INFINITY) {
      value = Float.intBitsToFloat((magnitude << FLOAT16_SHIFT) + (BIAS_DIFFERENCE << 23));
    } else {
      value = Float.intBitsToFloat((magnitude << FLOAT16_SHIFT) | 0x7F800000);
    }
    return Float.intBitsToFloat(Float.floatToRawIntBits(value) | ((bits & 0x8000) << 16));
  }

  static short floatToFloat16(float value) {
    int bits = Float.floatToRawIntBits(value);
    int sign = (bits >>> 16) & 0x8000;
    float magnitude = Math.abs(value);
    int result;
    if (Float.isNaN(value)) {
      result = FLOAT16_INFINITY | 0x0200 | ((bits >>> FLOAT16_SHIFT) & 0x1FF);
    } else if (magnitude < FLOAT16_NORMAL) {
      // Math.rint rounds ties to even. The product with a power of two is exact.
      result = (int) Math.rint(magnitude / FLOAT16_STEP);
    } else {
      int rounded = round(bits & 0x7FFFFFFF, FLOAT16_SHIFT) - (BIAS_DIFFERENCE << 10);
      result = Math.min(rounded, FLOAT16_INFINITY);
    }
    return (short) (sign | result);
  }

  static float bfloat16ToFloat(short bits) {
    return Float.intBitsToFloat(bits << BFLOAT16_SHIFT);
  }

  static short floatToBfloat16(float value) {
    int bits = Float.floatToRawIntBits(value);
    // Rounding could turn a NaN into infinity.
    return (short)
        (Float.isNaN(value) ? (bits >>> 16) | 0x40 : round(bits, BFLOAT16_SHIFT));
  }

  static short[] toFloat16(float... values) {
    short[] bits = new short[Tensor.lengthOf(values)];
    for (int i = 0; i < bits.length; ++i) {
      bits[i] = floatToFloat16(values[i]);
    }
    return bits;
  }

  static short[] toBfloat16(float... values) {
    short[] bits = new short[Tensor.lengthOf(values)];
    for (int i = 0; i < bits.length; ++i) {
      bits[i] = floatToBfloat16(values[i]);
    }
    return bits;
  }

  /** Drops 'shift' bits and rounds to nearest, ties to even. */
  private static int round(int bits, int shift) {
    int halfMinusOne = (1 << (shift - 1)) - 1;
    return (bits + halfMinusOne + ((bits >>> shift) & 1)) >>> shift;
  }
}
