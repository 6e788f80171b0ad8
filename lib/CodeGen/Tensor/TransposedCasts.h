//===- TransposedCasts.h - Casts around linalg.transpose --------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_TENSOR_TRANSPOSEDCASTS_H
#define SG_LIB_CODEGEN_TENSOR_TRANSPOSEDCASTS_H

#include "mlir/IR/PatternMatch.h"

namespace sg {

/// Upstream's patterns that fold a tensor.cast into a structured op change the
/// type of one operand. In a linalg.transpose that is not valid, and where the
/// permutation is the identity it is folded to its input at once, of another
/// type than the result (22.1.8). Keeps those patterns of the set from
/// linalg.transpose, and adds one that changes the types of all operands.
void populateTransposedCastPatterns(mlir::RewritePatternSet &patterns);

} // namespace sg

#endif // SG_LIB_CODEGEN_TENSOR_TRANSPOSEDCASTS_H
