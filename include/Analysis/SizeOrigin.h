//===- SizeOrigin.h - Origin of a tensor's size -----------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the value that determines the size of a tensor dimension. Traces the
// size back through ops that preserve it, calls, branches, and loop carries
// that no iteration resizes. Hence code that needs only the size does not keep
// the tensor, and the shape of a loop's residuals is known before the loop.
//
//===----------------------------------------------------------------------===//

#ifndef SG_ANALYSIS_SIZEORIGIN_H
#define SG_ANALYSIS_SIZEORIGIN_H

#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/Value.h"

namespace sg::grad {

/// The value that determines the size of a tensor dimension.
struct SizeOrigin {
  /// The size: a constant, or a value that dominates the queried tensor. Null
  /// if the origin is dimension `dim` of `tensor`.
  mlir::OpFoldResult size;
  mlir::Value tensor;
  int64_t dim = 0;

  bool operator==(const SizeOrigin &other) const {
    return size == other.size && tensor == other.tensor && dim == other.dim;
  }
};

SizeOrigin findSizeOrigin(mlir::Value tensor, int64_t dim);

/// Returns true if dimension `dim` provably has equal sizes in `tensor` and in
/// the function argument `argument`. Ops that require equal sizes are used as
/// proof.
bool hasSizeOf(mlir::Value tensor, int64_t dim, mlir::BlockArgument argument);

} // namespace sg::grad

#endif // SG_ANALYSIS_SIZEORIGIN_H
