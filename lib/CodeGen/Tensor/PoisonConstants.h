//===- PoisonConstants.h - Poison replaced by constants ---------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_TENSOR_POISONCONSTANTS_H
#define SG_LIB_CODEGEN_TENSOR_POISONCONSTANTS_H

#include "mlir/IR/PatternMatch.h"

namespace sg {

/// Replaces each ub.poison in 'root' by a constant: 1 for an index and zeros
/// for other types. The index 1 is a valid size, stride and divisor. Folds of
/// upstream crash if they take poison for a constant, even in branches that are
/// not executed (22.1.8, llvm/llvm-project#178818, #180106, #223333).
void freezePoison(mlir::RewriterBase &rewriter, mlir::Operation *root);

/// Adds a pattern that replaces poison like freezePoison, including poison that
/// folds create.
void populateFreezePoisonPatterns(mlir::RewritePatternSet &patterns);

} // namespace sg

#endif // SG_LIB_CODEGEN_TENSOR_POISONCONSTANTS_H
