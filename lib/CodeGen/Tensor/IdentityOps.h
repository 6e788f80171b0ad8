//===- IdentityOps.h - Structured ops that only copy ------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_TENSOR_IDENTITYOPS_H
#define SG_LIB_CODEGEN_TENSOR_IDENTITYOPS_H

#include "mlir/IR/PatternMatch.h"

namespace sg {

/// Adds a pattern that replaces the results of a linalg.generic by its operands
/// if the body only yields elements of the operands. The pattern also erases a
/// linalg.generic that copies a buffer to itself. Upstream's pattern treats a
/// copy of a diagonal as a copy of all elements. The upstream pattern also
/// creates casts before failing to match: greedy drivers do not terminate
/// (22.1.8).
///
/// Adds another pattern that replaces a structured op without iterations by its
/// initial values, unless all maps are projected permutations. With static
/// sizes, upstream's verifier evaluates other maps at the index -1 and reports
/// an access out of bounds (22.1.8).
void populateEraseIdentityPatterns(mlir::RewritePatternSet &patterns);

} // namespace sg

#endif // SG_LIB_CODEGEN_TENSOR_IDENTITYOPS_H
