//===- SortPermutation.h - The permutation that sorts a tensor --*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_STRUCTUREDOPS_SORTPERMUTATION_H
#define SG_STRUCTUREDOPS_SORTPERMUTATION_H

#include "mlir/IR/Builders.h"

namespace sg {

/// Builds the condition that the element `right` of a row must come before the
/// element `left`, which precedes it in the input. `left` and `right` are the
/// indices of the elements.
using IsBefore = llvm::function_ref<mlir::Value(
    llvm::ArrayRef<mlir::Value> right, llvm::ArrayRef<mlir::Value> left)>;

/// Builds the stable permutation that sorts each row along `dimension` of
/// tensors with `sizes`: an i64 tensor of the same sizes with the original
/// position of each sorted element. Integers have no derivative; a gather by
/// the permutation sorts the elements.
///
/// The code is a bottom-up merge sort: runs of 1, 2, 4, ... elements are merged
/// from one half of a buffer to the other.
mlir::Value buildSortPermutation(mlir::OpBuilder &builder, mlir::Location loc,
                                 llvm::ArrayRef<mlir::OpFoldResult> sizes,
                                 int64_t dimension, IsBefore isBefore);

/// Builds the condition that, of two floats, `right` must come before `left`,
/// which precedes it in the input. NaN counts as the largest number.
mlir::Value buildIsBefore(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::Value right, mlir::Value left,
                          bool isAscending);

} // namespace sg

#endif // SG_STRUCTUREDOPS_SORTPERMUTATION_H
