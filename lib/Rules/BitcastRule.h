//===- BitcastRule.h - Derivative rule of bitcasts --------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_RULES_BITCASTRULE_H
#define SG_RULES_BITCASTRULE_H

#include "sg/Rules/RuleKinds.h"

namespace sg::rules {

/// The derivative rule of a bitcast. Between a float and an integer, no
/// derivative flows. Between two different float types, a derivative is an
/// error, because bits have no derivative. Between equal types, the op is the
/// identity.
template <typename Op>
struct BitcastRule
    : DifferentiableOpInterface::ExternalModel<BitcastRule<Op>, Op> {
  void derivativeFlow(mlir::Operation *op, FlowContext &flow) const {
    flow.edgesToResults(op);
  }
  llvm::LogicalResult pushforward(mlir::Operation *op,
                                  ForwardContext &context) const {
    if (failed(check(op)))
      return llvm::failure();
    context.setTangent(op->getResult(0), context.tangent(op->getOperand(0)));
    return llvm::success();
  }
  llvm::LogicalResult pullback(mlir::Operation *op,
                               ReverseContext &context) const {
    if (failed(check(op)))
      return llvm::failure();
    context.accumulate(op->getOperand(0),
                       context.wideCotangent(op->getResult(0)));
    return llvm::success();
  }

private:
  static llvm::LogicalResult check(mlir::Operation *op) {
    if (op->getOperand(0).getType() == op->getResult(0).getType())
      return llvm::success();
    return grad::DerivativeContext::emitUnsupported(
        op, "reads the bits of a float as another float type, which has no "
            "derivative");
  }
};

} // namespace sg::rules

#endif // SG_RULES_BITCASTRULE_H
