//===- TransposedRules.h - Rules that serve the other mode ------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TRANSFORMS_TRANSPOSEDRULES_H
#define SG_TRANSFORMS_TRANSPOSEDRULES_H

#include "sg/Transforms/DerivativeSource.h"

namespace sg::grad {

/// Those arguments of a rule that `arguments` names, cotangents of its useful
/// results -> cotangents of its linear arguments.
struct TransposedRule {
  mlir::func::FuncOp function;
  llvm::SmallVector<unsigned> arguments;
};

/// The transpose of `rule`, a rule function of `function`. Of its arguments
/// `linear` only the shape is read. An error at `from` if it has none.
mlir::FailureOr<TransposedRule>
transposeRule(DerivativeSource &source, mlir::Operation *from,
              mlir::func::FuncOp function, mlir::func::FuncOp rule,
              const llvm::BitVector &linear, const llvm::BitVector &useful);

} // namespace sg::grad

#endif // SG_TRANSFORMS_TRANSPOSEDRULES_H
