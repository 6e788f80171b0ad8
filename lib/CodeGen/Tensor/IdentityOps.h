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

/// A pattern that replaces a linalg.generic whose results are operands by
/// these, and erases one that copies a buffer to itself. In place of
/// upstream's, which takes a copy of a diagonal for one of all elements, and
/// creates casts before it knows that it will not match, so that no greedy
/// driver comes to an end (22.1.8).
///
/// Another one replaces a structured op without iterations by its initial
/// values, if it reads by more than its loops' indices: where all sizes are
/// known, upstream's verifier asks for the index of the last iteration, which
/// is -1, and takes what is computed of it for out of bounds (22.1.8).
void populateEraseIdentityPatterns(mlir::RewritePatternSet &patterns);

} // namespace sg

#endif // SG_LIB_CODEGEN_TENSOR_IDENTITYOPS_H
