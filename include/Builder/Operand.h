//===- Operand.h - Operands of operations: arrays and numbers ---*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_BUILDER_OPERAND_H
#define SG_BUILDER_OPERAND_H

#include "sg-c/Operations.h"
#include "sg/Builder/Array.h"
#include <array>

namespace sg {
inline namespace builder {

/// An operand of an operation: an array or a number. Its conversions record
/// the position in the program. A number gets the type of the first array with
/// which it is combined. Like in the Python array API standard, it is an error
/// if the number does not fit: 1.5 to integers, or a number to bools.
class Operand {
public:
  Operand(const Array &array,
          SourceLocation location = SourceLocation::current())
      : location(location), array(array), isArray(true) {}
  template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>>
  Operand(T number, SourceLocation location = SourceLocation::current())
      : location(location) {
    if constexpr (std::is_same_v<T, bool>) {
      kind = detail::NumberKind::Bool;
      integer = number;
    } else if constexpr (std::is_integral_v<T>) {
      kind = detail::NumberKind::Integer;
      integer = static_cast<int64_t>(number);
      isAboveInt64 = std::is_unsigned_v<T> && integer < 0;
    } else {
      kind = detail::NumberKind::Float;
    }
    real = static_cast<double>(number);
  }
  template <typename T>
  Operand(std::complex<T> number,
          SourceLocation location = SourceLocation::current())
      : location(location), kind(detail::NumberKind::Complex),
        real(number.real()), imaginary(number.imag()) {}

  /// Returns the array, or null for a number.
  const Array *getArray() const { return isArray ? &array : nullptr; }
  SourceLocation getLocation() const { return location; }
  /// Returns the value in `builder`. A number is converted to `like`, or to the
  /// widest type of its kind.
  SGValue getValue(SGBuilder *builder, const DType *like,
                   SourceLocation where) const;

private:
  bool fits(DType dtype) const;
  std::string str() const;

  SourceLocation location;
  Array array;
  bool isArray = false;
  detail::NumberKind kind = detail::NumberKind::Bool;
  int64_t integer = 0;
  bool isAboveInt64 = false; ///< `integer` has the bits of an uint64_t
  double real = 0, imaginary = 0;
};

inline std::string Operand::str() const {
  switch (kind) {
  case detail::NumberKind::Bool:
    return integer ? "true" : "false";
  case detail::NumberKind::Integer:
    return isAboveInt64 ? std::to_string(static_cast<uint64_t>(integer))
                        : std::to_string(integer);
  default:
    char text[64];
    bool isComplex = kind == detail::NumberKind::Complex;
    std::snprintf(text, sizeof(text), isComplex ? "%g%+gi" : "%g", real,
                  imaginary);
    return text;
  }
}

inline bool Operand::fits(DType dtype) const {
  bool isSigned = dtype <= DType::Int64 || dtype == DType::Index;
  if (isAboveInt64)
    return dtype == DType::UInt64;
  if (!isSigned && integer < 0)
    return false;
  size_t bits = 8 * detail::getInfo(dtype).bytes - isSigned;
  int64_t rest = integer < 0 ? ~integer : integer;
  return bits >= 63 || rest >> bits == 0;
}

inline SGValue Operand::getValue(SGBuilder *builder, const DType *like,
                                 SourceLocation where) const {
  using Kind = detail::NumberKind;
  SGValue value = -1;
  if (isArray) {
    array.getDType(where);
    if (array.getBuilder() != builder)
      detail::fail(where, "this array belongs to another builder");
    return array.getValue();
  }
  static constexpr DType defaults[] = {DType::Bool, DType::Int64,
                                       DType::Float64, DType::Complex128};
  DType dtype = like ? *like : defaults[static_cast<size_t>(kind)];
  Kind target = detail::getInfo(dtype).kind;
  if (kind > target || (kind != target && kind == Kind::Bool))
    detail::fail(where, "the number " + str() +
                            " does not fit to elements of type " +
                            getName(dtype) +
                            ": convert the array with sg::astype, or make an "
                            "array of the number with Builder::constant");
  int32_t number = static_cast<int32_t>(dtype);
  if (target == Kind::Float) {
    SGFullOptions options = {&number};
    detail::check(sgBuildFull(builder, nullptr, 0, real, &options, &value),
                  where);
    return value;
  }
  if (target == Kind::Integer && !fits(dtype))
    detail::fail(where, "the number " + str() + " is out of the range of " +
                            getName(dtype));
  // The first bytes of an integer are a narrower integer with the same value:
  // sg supports no processors of another byte order.
  const void *elements = &integer;
  std::complex<double> wide(real, imaginary);
  std::complex<float> narrow(wide);
  if (target == Kind::Complex)
    elements =
        dtype == DType::Complex64 ? static_cast<const void *>(&narrow) : &wide;
  SGArrayType type = {number, 0, nullptr};
  detail::check(sgBuildConstant(builder, &type, elements, &value), where);
  return value;
}

/// A list of operands: {x, 2.0, y}, or a container of arrays.
class Operands {
public:
  Operands(std::initializer_list<Operand> list) : list(list) {}
  Operands(const std::vector<Array> &arrays)
      : list(arrays.begin(), arrays.end()) {}
  template <size_t N>
  Operands(const std::array<Array, N> &arrays)
      : list(arrays.begin(), arrays.end()) {}

  auto begin() const { return list.begin(); }
  auto end() const { return list.end(); }
  size_t size() const { return list.size(); }
  const Operand &operator[](size_t position) const { return list[position]; }

private:
  std::vector<Operand> list;
};

} // namespace builder
} // namespace sg

#endif // SG_BUILDER_OPERAND_H
