//===- LinearizedIndices.h - affine.linearize_index folds -------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_TENSOR_LINEARIZEDINDICES_H
#define SG_LIB_CODEGEN_TENSOR_LINEARIZEDINDICES_H

#include "mlir/IR/PatternMatch.h"

namespace sg {

/// Adds a pattern for an affine.delinearize_index of an affine.linearize_index
/// without indices, which is 0. Upstream creates such ops when it cancels the
/// last indices of both ops. In `SplitDelinearizeSpanningLastLinearizeArg` it
/// then accesses the last element of the empty basis (22.1.8).
void populateLinearizedIndexPatterns(mlir::RewritePatternSet &patterns);

} // namespace sg

#endif // SG_LIB_CODEGEN_TENSOR_LINEARIZEDINDICES_H
