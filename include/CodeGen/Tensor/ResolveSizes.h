//===- ResolveSizes.h - Compute sizes from arguments ------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_TENSOR_RESOLVESIZES_H
#define SG_CODEGEN_TENSOR_RESOLVESIZES_H

#include "mlir/IR/PatternMatch.h"

namespace sg {

/// Adds patterns that compute the size of a result from the operands of its op.
void populateResolveSizesPatterns(mlir::RewritePatternSet &patterns);

} // namespace sg

#endif // SG_CODEGEN_TENSOR_RESOLVESIZES_H
