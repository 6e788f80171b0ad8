//===- Shape.h - Sizes and types of arrays ----------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_BUILDER_SHAPE_H
#define SG_BUILDER_SHAPE_H

#include "sg/Builder/DType.h"
#include <initializer_list>
#include <utility>
#include <vector>

namespace sg {
inline namespace builder {

/// A size of an array: an integer, or an expression of symbolic sizes such as
/// n + 1, which belongs to a Builder. A symbolic size is known when the
/// function is called. Builder::getSymbol makes symbols.
class Size {
public:
  template <typename T, typename = std::enable_if_t<std::is_integral_v<T>>>
  Size(T number) : number(static_cast<int64_t>(number)) {}
  /// Makes the size `number` of sg-c/Build.h.
  Size(SGBuilder *builder, int64_t number) : builder(builder), number(number) {}

  bool isSymbolic() const { return number <= SG_SYMBOLIC_SIZE; }
  /// Returns the size. It is an error if the size is symbolic.
  int64_t getValue(SourceLocation location = SourceLocation::current()) const {
    if (isSymbolic())
      detail::fail(location, "the size " + str(location) +
                                 " has no value while the function is built; "
                                 "sg::sizeValue makes an array of it");
    return number;
  }
  /// Returns the size as text, for example "n + 1".
  std::string str(SourceLocation location = SourceLocation::current()) const {
    char *text = nullptr;
    if (!isSymbolic())
      return std::to_string(number);
    detail::check(sgBuilderPrintSize(builder, number, &text), location);
    return detail::takeText(text);
  }
  /// Returns the builder, or null for an integer that no builder made.
  SGBuilder *getBuilder() const { return builder; }
  int64_t getNumber() const { return number; }

private:
  SGBuilder *builder = nullptr;
  int64_t number;
};

namespace detail {

/// The right operand of an operator on sizes. Its conversions record the
/// position of the operator.
struct SizeOperand {
  template <typename T, typename = std::enable_if_t<std::is_integral_v<T>>>
  SizeOperand(T number, SourceLocation location = SourceLocation::current())
      : size(number), location(location) {}
  SizeOperand(const Size &size,
              SourceLocation location = SourceLocation::current())
      : size(size), location(location) {}

  Size size;
  SourceLocation location;
};

inline Size combine(char operation, const Size &x, const SizeOperand &y) {
  SGBuilder *builder = x.getBuilder() ? x.getBuilder() : y.size.getBuilder();
  if (y.size.getBuilder() && y.size.getBuilder() != builder)
    fail(y.location, "the sizes belong to different builders");
  if (!builder)
    fail(y.location, "no operand is a size of an array or a symbol: compute "
                     "with integers instead");
  int64_t number = 0;
  check(sgBuildSize(builder, operation, x.getNumber(), y.size.getNumber(),
                    &number),
        y.location);
  return Size(builder, number);
}

} // namespace detail

/// Compute a size. '/' rounds down.
inline Size operator+(const Size &x, const detail::SizeOperand &y) {
  return detail::combine('+', x, y);
}
inline Size operator-(const Size &x, const detail::SizeOperand &y) {
  return detail::combine('-', x, y);
}
inline Size operator*(const Size &x, const detail::SizeOperand &y) {
  return detail::combine('*', x, y);
}
inline Size operator/(const Size &x, const detail::SizeOperand &y) {
  return detail::combine('/', x, y);
}
inline Size operator%(const Size &x, const detail::SizeOperand &y) {
  return detail::combine('%', x, y);
}
/// Compares two sizes. It is an error if the result is known only in a call.
inline bool operator==(const Size &x, const detail::SizeOperand &y) {
  if (!x.isSymbolic() && !y.size.isSymbolic())
    return x.getNumber() == y.size.getNumber();
  Size difference = detail::combine('-', x, y);
  if (difference.isSymbolic())
    detail::fail(y.location, "whether the sizes " + x.str() + " and " +
                                 y.size.str() +
                                 " are equal is known only in a call");
  return difference.getNumber() == 0;
}
inline bool operator!=(const Size &x, const detail::SizeOperand &y) {
  return !(x == y);
}

/// The sizes of an array, for example {n, 3}.
class Shape {
public:
  Shape() = default;
  Shape(std::initializer_list<Size> sizes) : sizes(sizes) {}
  Shape(std::vector<Size> sizes) : sizes(std::move(sizes)) {}
  Shape(const std::vector<int64_t> &sizes)
      : sizes(sizes.begin(), sizes.end()) {}

  size_t getRank() const { return sizes.size(); }
  const Size &operator[](size_t axis) const { return sizes[axis]; }
  /// Returns the numbers of the sizes, which must be integers or belong to
  /// `builder`.
  std::vector<int64_t> getNumbers(SGBuilder *builder,
                                  SourceLocation location) const {
    std::vector<int64_t> numbers;
    for (const Size &size : sizes) {
      if (size.isSymbolic() && size.getBuilder() != builder)
        detail::fail(location,
                     "the size of axis " + std::to_string(numbers.size()) +
                         (size.getBuilder() ? " belongs to another builder"
                                            : " is out of range"));
      numbers.push_back(size.getNumber());
    }
    return numbers;
  }

private:
  std::vector<Size> sizes;
};

/// The type of an array, for example {DType::Float64, {n, 3}}.
struct ArrayType {
  DType dtype;
  Shape shape;
};

/// Integers, for example axes, or the default of an optional parameter.
class Integers {
public:
  /// Makes the default.
  Integers() = default;
  template <typename T, typename = std::enable_if_t<std::is_integral_v<T> &&
                                                    !std::is_same_v<T, bool>>>
  Integers(T number) : isDefault(false), list{number} {}
  Integers(std::initializer_list<int64_t> list)
      : isDefault(false), list(list) {}
  Integers(std::vector<int64_t> list)
      : isDefault(false), list(std::move(list)) {}

  bool isDefault = true;
  std::vector<int64_t> list;
};

} // namespace builder
} // namespace sg

#endif // SG_BUILDER_SHAPE_H
