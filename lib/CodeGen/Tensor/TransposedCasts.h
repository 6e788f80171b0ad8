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

/// Adds patterns that move a tensor.cast before or after a linalg.transpose,
/// and change the types of all operands of the transpose. Upstream's patterns
/// change the type of one operand only, which is invalid (22.1.8).
void populateTransposedCastPatterns(mlir::RewritePatternSet &patterns);

} // namespace sg

#endif // SG_LIB_CODEGEN_TENSOR_TRANSPOSEDCASTS_H
