//===- TransposedRules.h - Transposition of custom rules --------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TRANSFORMS_TRANSPOSEDRULES_H
#define SG_TRANSFORMS_TRANSPOSEDRULES_H

#include "sg/Transforms/DerivativeSource.h"

namespace sg::grad {

/// A transposed rule function: (the rule's arguments at `arguments`, cotangents
/// of its useful results) -> (cotangents of its linear arguments).
struct TransposedRule {
  mlir::func::FuncOp function;
  llvm::SmallVector<unsigned> arguments;
};

/// Returns the transpose of `rule`, a rule function of `function`, with respect
/// to the arguments `linear`, of which the transpose reads only the shape.
/// Emits an error at `from` if there is no transpose.
mlir::FailureOr<TransposedRule>
transposeRule(DerivativeSource &source, mlir::Operation *from,
              mlir::func::FuncOp function, mlir::func::FuncOp rule,
              const llvm::BitVector &linear, const llvm::BitVector &useful);

} // namespace sg::grad

#endif // SG_TRANSFORMS_TRANSPOSEDRULES_H
