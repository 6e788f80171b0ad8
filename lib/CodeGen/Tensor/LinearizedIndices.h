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

/// A pattern for an affine.delinearize_index of the affine.linearize_index of
/// no indices, which is 0. Upstream makes such ops when it cancels the last
/// indices of both, and looks for the last element of the empty basis in
/// `SplitDelinearizeSpanningLastLinearizeArg` (22.1.8).
void populateLinearizedIndexPatterns(mlir::RewritePatternSet &patterns);

} // namespace sg

#endif // SG_LIB_CODEGEN_TENSOR_LINEARIZEDINDICES_H
