//===- SizeOrigin.h - Origin of a tensor's size -----------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Traces the size of a tensor in one dimension back through ops that preserve
// it, calls, branches, and carries of loops that no iteration resizes. Code
// that needs only the size then keeps no tensor. The shape of a loop's
// residuals is known before the loop.
//
//===----------------------------------------------------------------------===//

#ifndef SG_ANALYSIS_SIZEORIGIN_H
#define SG_ANALYSIS_SIZEORIGIN_H

#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/Value.h"

namespace sg::grad {

struct SizeOrigin {
  /// A constant, or a value that dominates the queried tensor. Null if the
  /// origin is dimension `dim` of `tensor`.
  mlir::OpFoldResult size;
  mlir::Value tensor;
  int64_t dim = 0;

  bool operator==(const SizeOrigin &other) const {
    return size == other.size && tensor == other.tensor && dim == other.dim;
  }
};

SizeOrigin findSizeOrigin(mlir::Value tensor, int64_t dim);

/// Returns true if `tensor` is known to have the size of the function argument
/// `argument` in dimension `dim`. Ops that require equal sizes count as a
/// proof.
bool hasSizeOf(mlir::Value tensor, int64_t dim, mlir::BlockArgument argument);

} // namespace sg::grad

#endif // SG_ANALYSIS_SIZEORIGIN_H
