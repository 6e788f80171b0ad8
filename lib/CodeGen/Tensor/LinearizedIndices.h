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

/// Adds a pattern that replaces an affine.linearize_index without indices by 0
/// if an affine.delinearize_index uses the result. Upstream removes all indices
/// when it cancels equal indices of both ops. Upstream's pattern
/// `SplitDelinearizeSpanningLastLinearizeArg` accesses the last element of the
/// empty basis (22.1.8).
void populateLinearizedIndexPatterns(mlir::RewritePatternSet &patterns);

} // namespace sg

#endif // SG_LIB_CODEGEN_TENSOR_LINEARIZEDINDICES_H
