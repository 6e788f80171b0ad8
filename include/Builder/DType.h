//===- DType.h - Element types ----------------------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_BUILDER_DTYPE_H
#define SG_BUILDER_DTYPE_H

#include "sg/Builder/Error.h"
#include <complex>
#include <cstddef>
#include <type_traits>

namespace sg {
inline namespace builder {

/// The element type of an array.
enum class DType : int32_t {
  Bool = SG_DTYPE_BOOL,
  Int8 = SG_DTYPE_INT8,
  Int16 = SG_DTYPE_INT16,
  Int32 = SG_DTYPE_INT32,
  Int64 = SG_DTYPE_INT64,
  UInt8 = SG_DTYPE_UINT8,
  UInt16 = SG_DTYPE_UINT16,
  UInt32 = SG_DTYPE_UINT32,
  UInt64 = SG_DTYPE_UINT64,
  Index = SG_DTYPE_INDEX,
  Float8E5M2 = SG_DTYPE_FLOAT8_E5M2,
  Float8E4M3 = SG_DTYPE_FLOAT8_E4M3,
  Float8E4M3FN = SG_DTYPE_FLOAT8_E4M3FN,
  Float8E5M2FNUZ = SG_DTYPE_FLOAT8_E5M2FNUZ,
  Float8E4M3FNUZ = SG_DTYPE_FLOAT8_E4M3FNUZ,
  Float8E4M3B11FNUZ = SG_DTYPE_FLOAT8_E4M3B11FNUZ,
  Float8E3M4 = SG_DTYPE_FLOAT8_E3M4,
  Float8E8M0FNU = SG_DTYPE_FLOAT8_E8M0FNU,
  Float16 = SG_DTYPE_FLOAT16,
  BFloat16 = SG_DTYPE_BFLOAT16,
  Float32 = SG_DTYPE_FLOAT32,
  Float64 = SG_DTYPE_FLOAT64,
  Complex64 = SG_DTYPE_COMPLEX64,
  Complex128 = SG_DTYPE_COMPLEX128
};

/// The bits of an element of type DType::Float16.
struct Float16 {
  uint16_t bits;
};
/// The bits of an element of type DType::BFloat16: the upper half of a float.
struct BFloat16 {
  uint16_t bits;
};

namespace detail {

/// The kinds of numbers. In an operation with an array, a number is converted
/// to the type of the array if its kind is not later than that of the array.
enum class NumberKind { Bool, Integer, Float, Complex };

/// Properties of a DType, in its order.
struct DTypeInfo {
  const char *name;
  NumberKind kind;
  size_t bytes;
  int32_t abiType; ///< enum sg_type
};

inline const DTypeInfo &getInfo(DType dtype) {
  using Kind = NumberKind;
  static constexpr DTypeInfo rows[] = {
      {"bool", Kind::Bool, 1, SG_I1},
      {"int8", Kind::Integer, 1, SG_I8},
      {"int16", Kind::Integer, 2, SG_I16},
      {"int32", Kind::Integer, 4, SG_I32},
      {"int64", Kind::Integer, 8, SG_I64},
      {"uint8", Kind::Integer, 1, SG_I8},
      {"uint16", Kind::Integer, 2, SG_I16},
      {"uint32", Kind::Integer, 4, SG_I32},
      {"uint64", Kind::Integer, 8, SG_I64},
      {"index", Kind::Integer, 8, SG_I64},
      {"float8_e5m2", Kind::Float, 1, SG_F8E5M2},
      {"float8_e4m3", Kind::Float, 1, SG_F8E4M3},
      {"float8_e4m3fn", Kind::Float, 1, SG_F8E4M3FN},
      {"float8_e5m2fnuz", Kind::Float, 1, SG_F8E5M2FNUZ},
      {"float8_e4m3fnuz", Kind::Float, 1, SG_F8E4M3FNUZ},
      {"float8_e4m3b11fnuz", Kind::Float, 1, SG_F8E4M3B11FNUZ},
      {"float8_e3m4", Kind::Float, 1, SG_F8E3M4},
      {"float8_e8m0fnu", Kind::Float, 1, SG_F8E8M0FNU},
      {"float16", Kind::Float, 2, SG_F16},
      {"bfloat16", Kind::Float, 2, SG_BF16},
      {"float32", Kind::Float, 4, SG_F32},
      {"float64", Kind::Float, 8, SG_F64},
      {"complex64", Kind::Complex, 8, SG_C64},
      {"complex128", Kind::Complex, 16, SG_C128},
  };
  static_assert(sizeof(rows) / sizeof(rows[0]) == SG_DTYPE_COMPLEX128 + 1,
                "the rows are in the order of SGDType");
  return rows[static_cast<size_t>(dtype)];
}

template <typename T>
constexpr DType findDType() {
  if constexpr (std::is_same_v<T, bool>) {
    return DType::Bool;
  } else if constexpr (std::is_integral_v<T>) {
    // Types such as long and long long may have the same size.
    int32_t first = std::is_signed_v<T> ? SG_DTYPE_INT8 : SG_DTYPE_UINT8;
    int32_t log = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) / 4 + 1;
    return static_cast<DType>(first + log);
  } else if constexpr (std::is_same_v<T, Float16>) {
    return DType::Float16;
  } else if constexpr (std::is_same_v<T, BFloat16>) {
    return DType::BFloat16;
  } else if constexpr (std::is_same_v<T, float>) {
    return DType::Float32;
  } else if constexpr (std::is_same_v<T, double>) {
    return DType::Float64;
  } else if constexpr (std::is_same_v<T, std::complex<float>>) {
    return DType::Complex64;
  } else {
    static_assert(std::is_same_v<T, std::complex<double>>,
                  "T must be bool, an integer, float, double, sg::Float16, "
                  "sg::BFloat16 or std::complex of float or double");
    return DType::Complex128;
  }
}

} // namespace detail

/// The element type of a C++ type, for example DType::Float64 for double.
template <typename T>
inline constexpr DType dtypeOf = detail::findDType<T>();

/// Returns the name of an element type, for example "float64".
inline const char *getName(DType dtype) { return detail::getInfo(dtype).name; }

} // namespace builder
} // namespace sg

#endif // SG_BUILDER_DTYPE_H
