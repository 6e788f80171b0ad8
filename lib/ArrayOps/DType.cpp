//===- DType.cpp - Element types of arrays --------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/ArrayOps/DType.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace sg::array;

namespace {
enum class Kind { Bool, Signed, Unsigned, Index, Float, Complex };
struct Row {
  StringRef name;
  Kind kind;
  unsigned bits;
};
} // namespace

/// In the order of DType.
static constexpr Row kRows[] = {
    {"bool", Kind::Bool, 1},
    {"int8", Kind::Signed, 8},
    {"int16", Kind::Signed, 16},
    {"int32", Kind::Signed, 32},
    {"int64", Kind::Signed, 64},
    {"uint8", Kind::Unsigned, 8},
    {"uint16", Kind::Unsigned, 16},
    {"uint32", Kind::Unsigned, 32},
    {"uint64", Kind::Unsigned, 64},
    {"index", Kind::Index, 64},
    {"float8_e5m2", Kind::Float, 8},
    {"float8_e4m3", Kind::Float, 8},
    {"float8_e4m3fn", Kind::Float, 8},
    {"float8_e5m2fnuz", Kind::Float, 8},
    {"float8_e4m3fnuz", Kind::Float, 8},
    {"float8_e4m3b11fnuz", Kind::Float, 8},
    {"float8_e3m4", Kind::Float, 8},
    {"float8_e8m0fnu", Kind::Float, 8},
    {"float16", Kind::Float, 16},
    {"bfloat16", Kind::Float, 16},
    {"float32", Kind::Float, 32},
    {"float64", Kind::Float, 64},
    {"complex64", Kind::Complex, 64},
    {"complex128", Kind::Complex, 128},
};

static const Row &rowOf(DType dtype) {
  return kRows[static_cast<size_t>(dtype)];
}

StringRef sg::array::getName(DType dtype) { return rowOf(dtype).name; }

std::optional<DType> sg::array::findDType(StringRef name) {
  for (auto [number, row] : llvm::enumerate(kRows))
    if (row.name == name)
      return static_cast<DType>(number);
  return std::nullopt;
}

std::optional<DType> sg::array::findDType(int64_t number) {
  if (number < 0 || number >= static_cast<int64_t>(std::size(kRows)))
    return std::nullopt;
  return static_cast<DType>(number);
}

bool sg::array::isFloat(DType dtype) {
  return rowOf(dtype).kind == Kind::Float;
}
bool sg::array::isComplex(DType dtype) {
  return rowOf(dtype).kind == Kind::Complex;
}
bool sg::array::isInteger(DType dtype) {
  Kind kind = rowOf(dtype).kind;
  return kind == Kind::Signed || kind == Kind::Unsigned || kind == Kind::Index;
}
bool sg::array::isUnsigned(DType dtype) {
  Kind kind = rowOf(dtype).kind;
  return kind == Kind::Unsigned || kind == Kind::Bool;
}
unsigned sg::array::getBitWidth(DType dtype) { return rowOf(dtype).bits; }

std::optional<DType> sg::array::findUnsigned(unsigned bits) {
  for (auto [number, row] : llvm::enumerate(kRows))
    if (row.kind == Kind::Unsigned && row.bits == bits)
      return static_cast<DType>(number);
  return std::nullopt;
}

DType sg::array::getRealType(DType dtype) {
  if (dtype == DType::Complex64)
    return DType::Float32;
  return dtype == DType::Complex128 ? DType::Float64 : dtype;
}

Type sg::array::getElementType(MLIRContext *context, DType dtype) {
  switch (dtype) {
  case DType::Index:
    return IndexType::get(context);
  case DType::Float8E5M2:
    return Float8E5M2Type::get(context);
  case DType::Float8E4M3:
    return Float8E4M3Type::get(context);
  case DType::Float8E4M3FN:
    return Float8E4M3FNType::get(context);
  case DType::Float8E5M2FNUZ:
    return Float8E5M2FNUZType::get(context);
  case DType::Float8E4M3FNUZ:
    return Float8E4M3FNUZType::get(context);
  case DType::Float8E4M3B11FNUZ:
    return Float8E4M3B11FNUZType::get(context);
  case DType::Float8E3M4:
    return Float8E3M4Type::get(context);
  case DType::Float8E8M0FNU:
    return Float8E8M0FNUType::get(context);
  case DType::Float16:
    return Float16Type::get(context);
  case DType::BFloat16:
    return BFloat16Type::get(context);
  case DType::Float32:
    return Float32Type::get(context);
  case DType::Float64:
    return Float64Type::get(context);
  case DType::Complex64:
  case DType::Complex128:
    return ComplexType::get(getElementType(context, getRealType(dtype)));
  default:
    return IntegerType::get(context, getBitWidth(dtype));
  }
}

/// Promotes an unsigned and a signed integer to a signed type that has all
/// values of both.
static std::optional<DType> promoteMixed(DType unsignedType, DType signedType) {
  unsigned bits =
      std::max(2 * getBitWidth(unsignedType), getBitWidth(signedType));
  switch (bits) {
  case 16:
    return DType::Int16;
  case 32:
    return DType::Int32;
  case 64:
    return DType::Int64;
  default:
    return std::nullopt;
  }
}

static DType promoteFloats(DType first, DType second) {
  // The standard has float32 and float64 only. A small type has fewer values
  // than each wider type, but two small types have no common one below
  // float32.
  unsigned firstBits = getBitWidth(first), secondBits = getBitWidth(second);
  if (firstBits > 16 || secondBits > 16)
    return firstBits >= secondBits ? first : second;
  return DType::Float32;
}

std::optional<DType> sg::array::promote(DType first, DType second) {
  if (first == second)
    return first;
  Kind firstKind = rowOf(first).kind, secondKind = rowOf(second).kind;
  auto isPair = [&](Kind one, Kind other) {
    return (firstKind == one && secondKind == other) ||
           (firstKind == other && secondKind == one);
  };
  if (isPair(Kind::Signed, Kind::Signed) ||
      isPair(Kind::Unsigned, Kind::Unsigned) ||
      isPair(Kind::Complex, Kind::Complex))
    return getBitWidth(first) > getBitWidth(second) ? first : second;
  if (isPair(Kind::Unsigned, Kind::Signed))
    return firstKind == Kind::Unsigned ? promoteMixed(first, second)
                                       : promoteMixed(second, first);
  if (isPair(Kind::Float, Kind::Float))
    return promoteFloats(first, second);
  if (isPair(Kind::Float, Kind::Complex)) {
    DType real = promoteFloats(getRealType(first), getRealType(second));
    return real == DType::Float64 ? DType::Complex128 : DType::Complex64;
  }
  return std::nullopt;
}
