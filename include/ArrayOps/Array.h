//===- Array.h - Arrays and their sizes -------------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_ARRAYOPS_ARRAY_H
#define SG_ARRAYOPS_ARRAY_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/Value.h"
#include "sg/ArrayOps/DType.h"
#include "llvm/ADT/SmallVector.h"

namespace sg::array {

/// A size of an array: a constant, or an expression of symbols such as n + 1.
/// The symbols belong to an ArrayBuilder.
using Size = mlir::AffineExpr;
using Sizes = llvm::SmallVector<Size, 4>;

/// Returns the constant that `size` is, or std::nullopt.
std::optional<int64_t> getConstant(Size size);
/// Returns true if `size` is the constant 1.
bool isOne(Size size);

/// The type of an array: an element type and sizes.
struct ArrayType {
  DType dtype;
  Sizes sizes;

  int64_t getRank() const { return sizes.size(); }
  /// Returns the tensor type with dynamic dimensions for symbolic sizes.
  mlir::RankedTensorType getTensorType(mlir::MLIRContext *context) const;
  bool operator==(const ArrayType &other) const {
    return dtype == other.dtype && sizes == other.sizes;
  }
  bool operator!=(const ArrayType &other) const { return !(*this == other); }
};

/// A value of a program: a ranked tensor of the type `type`. A scalar is an
/// array of rank 0. A null array is the result of an operation that failed.
struct Array {
  mlir::Value value;
  ArrayType type;

  explicit operator bool() const { return static_cast<bool>(value); }
  DType getDType() const { return type.dtype; }
  int64_t getRank() const { return type.getRank(); }
  Size getSize(int64_t axis) const { return type.sizes[axis]; }
  llvm::ArrayRef<Size> getSizes() const { return type.sizes; }
};

using Arrays = llvm::SmallVector<Array, 4>;

/// Returns the types of `arrays`.
llvm::SmallVector<ArrayType> getTypes(llvm::ArrayRef<Array> arrays);

} // namespace sg::array

#endif // SG_ARRAYOPS_ARRAY_H
