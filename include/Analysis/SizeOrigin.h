//===- SizeOrigin.h - Where the size of a tensor comes from -----*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows the size of a tensor along one dimension back through ops that keep
// it, calls, branches, and the carries of loops that no trip changes. Whoever
// needs the size then need not keep the tensor, and what a loop keeps has a
// shape that is known in front of the loop.
//
//===----------------------------------------------------------------------===//

#ifndef SG_ANALYSIS_SIZEORIGIN_H
#define SG_ANALYSIS_SIZEORIGIN_H

#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/Value.h"

namespace sg::grad {

struct SizeOrigin {
  /// A constant, or a value that dominates the tensor asked for; null if the
  /// size is first that of `tensor` along `dim`.
  mlir::OpFoldResult size;
  mlir::Value tensor;
  int64_t dim = 0;

  bool operator==(const SizeOrigin &other) const {
    return size == other.size && tensor == other.tensor && dim == other.dim;
  }
};

SizeOrigin findSizeOrigin(mlir::Value tensor, int64_t dim);

/// Whether the size of `tensor` along `dim` is known to be that of `argument`,
/// an argument of a function, along the same dimension. Ops may require it.
bool hasSizeOf(mlir::Value tensor, int64_t dim, mlir::BlockArgument argument);

} // namespace sg::grad

#endif // SG_ANALYSIS_SIZEORIGIN_H
