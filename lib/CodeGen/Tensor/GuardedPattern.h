//===- GuardedPattern.h - Upstream patterns with a guard --------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_TENSOR_GUARDEDPATTERN_H
#define SG_LIB_CODEGEN_TENSOR_GUARDEDPATTERN_H

#include "mlir/IR/PatternMatch.h"

namespace sg {

/// Returns true if upstream's rewrite of the op is correct.
using RewriteGuard = bool (*)(mlir::Operation *);

/// Returns 'pattern', restricted to the ops for which 'guard' is true.
std::unique_ptr<mlir::RewritePattern>
guardPattern(std::unique_ptr<mlir::RewritePattern> pattern, RewriteGuard guard);

} // namespace sg

#endif // SG_LIB_CODEGEN_TENSOR_GUARDEDPATTERN_H
