// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package sg;

import java.util.Locale;
import java.util.function.BiFunction;

/** The element types of arrays and tensors. */
public enum DataType {
  /** True or false: a byte, 1 or 0. */
  BOOL(0, 1, 1, TBool.class, TBool::new),
  /** A signed integer of 8 bits. */
  INT8(1, 2, 1, TInt8.class, TInt8::new),
  /** A signed integer of 16 bits. */
  INT16(2, 3, 2, TInt16.class, TInt16::new),
  /** A signed integer of 32 bits. */
  INT32(3, 4, 4, TInt32.class, TInt32::new),
  /** A signed integer of 64 bits. */
  INT64(4, 5, 8, TInt64.class, TInt64::new),
  /** An unsigned integer of 8 bits. */
  UINT8(5, 2, 1, TUint8.class, TUint8::new),
  /** An unsigned integer of 16 bits. */
  UINT16(6, 3, 2, TUint16.class, TUint16::new),
  /** An unsigned integer of 32 bits. */
  UINT32(7, 4, 4, TUint32.class, TUint32::new),
  /** An unsigned integer of 64 bits. */
  UINT64(8, 5, 8, TUint64.class, TUint64::new),
  /** A float of 8 bits with 5 bits of exponent. */
  FLOAT8_E5M2(10, 32, 1, TFloat8E5m2.class, TFloat8E5m2::new),
  /** A float of 8 bits with 4 bits of exponent. */
  FLOAT8_E4M3(11, 33, 1, TFloat8E4m3.class, TFloat8E4m3::new),
  /** A float of 8 bits with 4 bits of exponent, without infinity. */
  FLOAT8_E4M3FN(12, 34, 1, TFloat8E4m3fn.class, TFloat8E4m3fn::new),
  /** A float of 8 bits with 5 bits of exponent, without infinity and -0. */
  FLOAT8_E5M2FNUZ(13, 35, 1, TFloat8E5m2fnuz.class, TFloat8E5m2fnuz::new),
  /** A float of 8 bits with 4 bits of exponent, without infinity and -0. */
  FLOAT8_E4M3FNUZ(14, 36, 1, TFloat8E4m3fnuz.class, TFloat8E4m3fnuz::new),
  /** A float of 8 bits with 4 bits of exponent and the bias 11, without infinity and -0. */
  FLOAT8_E4M3B11FNUZ(15, 37, 1, TFloat8E4m3b11fnuz.class, TFloat8E4m3b11fnuz::new),
  /** A float of 8 bits with 3 bits of exponent. */
  FLOAT8_E3M4(16, 38, 1, TFloat8E3m4.class, TFloat8E3m4::new),
  /** A power of two of 8 bits. */
  FLOAT8_E8M0FNU(17, 39, 1, TFloat8E8m0fnu.class, TFloat8E8m0fnu::new),
  /** A float of 16 bits with 5 bits of exponent (IEEE 754). */
  FLOAT16(18, 16, 2, TFloat16.class, TFloat16::new),
  /** The upper 16 bits of a float of 32 bits. */
  BFLOAT16(19, 17, 2, TBfloat16.class, TBfloat16::new),
  /** A float of 32 bits. */
  FLOAT32(20, 18, 4, TFloat32.class, TFloat32::new),
  /** A float of 64 bits. */
  FLOAT64(21, 19, 8, TFloat64.class, TFloat64::new),
  /** A complex number of two floats of 32 bits. */
  COMPLEX64(22, 48, 8, TComplex64.class, TComplex64::new),
  /** A complex number of two floats of 64 bits. */
  COMPLEX128(23, 49, 16, TComplex128.class, TComplex128::new);

  /** The number in enum SGDType. */
  final int code;
  /** The number in enum sg_type, where integers have no sign. */
  final int nativeCode;

  private final int byteSize;
  private final Class<? extends Tensor> tensorClass;
  private final BiFunction<Shape, TensorData, ? extends Tensor> constructor;

  DataType(
      int code,
      int nativeCode,
      int byteSize,
      Class<? extends Tensor> tensorClass,
      BiFunction<Shape, TensorData, ? extends Tensor> constructor) {
    this.code = code;
    this.nativeCode = nativeCode;
    this.byteSize = byteSize;
    this.tensorClass = tensorClass;
    this.constructor = constructor;
  }

  /**
   * Returns the size of an element.
   *
   * @return the number of bytes
   */
  public int byteSize() {
    return byteSize;
  }

  /**
   * Returns the class of tensors with this element type, for example {@code TFloat32.class}.
   *
   * @return the class
   */
  public Class<? extends Tensor> type() {
    return tensorClass;
  }

  /**
   * Returns true for types that have derivatives.
   *
   * @return true for floats
   */
  public boolean isFloating() {
    return TFloating.class.isAssignableFrom(tensorClass);
  }

  /** Returns a tensor with this element type. */
  Tensor tensor(Shape shape, TensorData data) {
    return constructor.apply(shape, data);
  }

  /** Returns the name in messages of the library, for example "float32". */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the element type of tensors of a class. */
  static DataType of(Class<? extends TType> type) {
    for (DataType one : values()) {
      if (one.tensorClass == type) {
        return one;
      }
    }
    throw SGException.argument(
        (type == null ? "null" : type.getSimpleName())
            + " is no element type: use a class such as TFloat32.class");
  }

  static DataType ofCode(int code) {
    for (DataType one : values()) {
      if (one.code == code) {
        return one;
      }
    }
    throw SGException.argument(
        "the array has the element type number " + code + " of enum SGDType, which Java lacks");
  }

  /** Returns the type with a number in enum sg_type. Integers are signed. */
  static DataType ofNativeCode(int code) {
    for (DataType one : values()) {
      if (one.nativeCode == code) {
        return one;
      }
    }
    throw SGException.argument("there is no element type number " + code + " in Java");
  }
}
