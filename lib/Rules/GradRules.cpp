//===- GradRules.cpp - Derivative rules of the grad dialect ---------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Rules/CheckpointRules.h"
#include "sg/Rules/RuleKinds.h"
#include "sg/Rules/Rules.h"

using namespace mlir;
using namespace sg::grad;
using namespace sg::rules;

namespace {
/// A rule for an op whose derivative is an error that shows the op's message.
template <typename Op>
struct RefusingRule
    : DifferentiableOpInterface::ExternalModel<RefusingRule<Op>, Op> {
  void derivativeFlow(Operation *op, FlowContext &flow) const {
    flow.edgesToResults(op);
  }
  LogicalResult pushforward(Operation *op, ForwardContext &) const {
    return refuse(cast<Op>(op));
  }
  LogicalResult pullback(Operation *op, ReverseContext &) const {
    return refuse(cast<Op>(op));
  }

private:
  static LogicalResult refuse(PreventGradientOp op) {
    return op.emitOpError()
           << "must not be differentiated: " << op.getMessage();
  }
};
} // namespace

void sg::rules::registerGradRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, GradDialect *) {
    inactive<StopGradientOp>(context);
    structured<RefusingRule, PreventGradientOp>(context);
    attachCheckpointRule(context);
  });
}
