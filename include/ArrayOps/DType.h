//===- DType.h - Element types of arrays ------------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_ARRAYOPS_DTYPE_H
#define SG_ARRAYOPS_DTYPE_H

#include "mlir/IR/BuiltinTypes.h"
#include <cstdint>
#include <optional>

namespace sg::array {

/// The element type of an array. Unlike MLIR's integer types, it has a sign.
/// The values equal `enum SGDType` in sg-c/Build.h.
enum class DType : int32_t {
  Bool = 0,
  Int8,
  Int16,
  Int32,
  Int64,
  UInt8,
  UInt16,
  UInt32,
  UInt64,
  Index,
  Float8E5M2,
  Float8E4M3,
  Float8E4M3FN,
  Float8E5M2FNUZ,
  Float8E4M3FNUZ,
  Float8E4M3B11FNUZ,
  Float8E3M4,
  Float8E8M0FNU,
  Float16,
  BFloat16,
  Float32,
  Float64,
  Complex64,
  Complex128,
};

/// Returns the name of `dtype` in NumPy and ml_dtypes, for example "float32".
llvm::StringRef getName(DType dtype);
/// Returns the type called `name`, or std::nullopt if there is none.
std::optional<DType> findDType(llvm::StringRef name);
/// Returns the type with the given number, or std::nullopt if there is none.
std::optional<DType> findDType(int64_t number);

mlir::Type getElementType(mlir::MLIRContext *context, DType dtype);

bool isFloat(DType dtype);
bool isComplex(DType dtype);
/// Returns true for the integers with and without sign and for index.
bool isInteger(DType dtype);
/// Returns true for uint8 to uint64 and bool.
bool isUnsigned(DType dtype);
/// Returns the number of bits of an element. An index has 64.
unsigned getBitWidth(DType dtype);
/// Returns uint8, uint16, uint32 or uint64, or std::nullopt for other widths.
std::optional<DType> findUnsigned(unsigned bits);
/// Returns the type of the real part of a complex type, and other types
/// unchanged.
DType getRealType(DType dtype);

/// Returns the type of a binary operation by the rules of the Python array API
/// standard, version 2024.12, "Type Promotion Rules", or std::nullopt if the
/// rules define none: for an integer with a float, bool with a number, and
/// uint64 with a signed integer. bfloat16 and float8 types promote to float32
/// with each other and with float16, and to the other type otherwise.
std::optional<DType> promote(DType first, DType second);

} // namespace sg::array

#endif // SG_ARRAYOPS_DTYPE_H
