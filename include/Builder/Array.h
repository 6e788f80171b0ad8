//===- Array.h - Arrays of a function that is being built -------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_BUILDER_ARRAY_H
#define SG_BUILDER_ARRAY_H

#include "sg/Builder/Shape.h"

namespace sg {
inline namespace builder {

class Operand;

/// An array of a function that is being built. It has a type, but no elements:
/// operations on it become part of the function. Copies denote the same array.
class Array {
public:
  /// Makes an array that denotes nothing. Its use is an error.
  Array() = default;
  /// Makes the array `value` of sg-c/Build.h.
  Array(SGBuilder *builder, SGValue value) : builder(builder), value(value) {}

  DType getDType(SourceLocation location = SourceLocation::current()) const {
    int32_t dtype = sgBuilderGetDType(builder, value);
    if (dtype < 0)
      detail::fail(location,
                   builder
                       ? "this array belongs to a builder that has finished "
                         "or was destroyed, or to a function that failed"
                       : "this sg::Array denotes no array: it was "
                         "default-constructed");
    return static_cast<DType>(dtype);
  }
  int32_t getRank(SourceLocation location = SourceLocation::current()) const {
    getDType(location);
    return sgBuilderGetRank(builder, value);
  }
  /// Returns the size of an axis. A negative axis counts from the end.
  Size getSize(int32_t axis,
               SourceLocation location = SourceLocation::current()) const {
    int32_t rank = getRank(location);
    if (axis < -rank || axis >= rank)
      detail::fail(location, "axis " + std::to_string(axis) +
                                 " is out of range for an array of rank " +
                                 std::to_string(rank));
    return Size(builder, sgBuilderGetSize(builder, value,
                                          axis < 0 ? axis + rank : axis));
  }
  Shape getShape(SourceLocation location = SourceLocation::current()) const {
    std::vector<Size> sizes;
    for (int32_t axis = 0, rank = getRank(location); axis < rank; ++axis)
      sizes.push_back(getSize(axis, location));
    return sizes;
  }
  ArrayType getType(SourceLocation location = SourceLocation::current()) const {
    return {getDType(location), getShape(location)};
  }

  /// Returns the element at an integer, or the elements at an array of
  /// integers, of the first axis. A negative index counts from the end. An
  /// index out of range is an error when the program runs.
  Array operator[](const Operand &index) const;

  SGBuilder *getBuilder() const { return builder; }
  SGValue getValue() const { return value; }

private:
  SGBuilder *builder = nullptr;
  SGValue value = -1;
};

using Arrays = std::vector<Array>;

} // namespace builder
} // namespace sg

#endif // SG_BUILDER_ARRAY_H
