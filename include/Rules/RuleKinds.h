//===- RuleKinds.h - The kinds of derivative rules --------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kinds of derivative rules. One row of code states the rule of an op. The row
// calls the function of the rule's kind, which attaches
// DifferentiableOpInterface to the op as an external model:
//
//   inactive<math::FloorOp>(context);
//   scalar<math::TanhOp>(context, [](Expr x, Expr y) { return 1.0 - y * y; });
//   linear<tensor::CastOp>(context, transpose);
//   decomposed<tensor::GatherOp>(context, expand);
//   structured<linalg::SoftmaxOp, SoftmaxRule>(context);
//
// A row of the scalar kind serves scalars, vectors, tensors and the bodies of
// structured ops. docs/WritingARule.md walks through an example.
//
//===----------------------------------------------------------------------===//

#ifndef SG_RULES_RULEKINDS_H
#define SG_RULES_RULEKINDS_H

#include "sg/Dialect/Grad/IR/Grad.h"
#include "sg/Rules/Expr.h"

#include "sg/Rules/ScalarRowInterface.h.inc"

namespace sg::rules {

using grad::DecompositionContext;
using grad::DifferentiableOpInterface;
using grad::FlowContext;
using grad::ForwardContext;
using grad::ReverseContext;

//===----------------------------------------------------------------------===//
// inactive: the derivative is zero
//===----------------------------------------------------------------------===//

template <typename Op>
struct InactiveRule
    : DifferentiableOpInterface::ExternalModel<InactiveRule<Op>, Op> {
  void derivativeFlow(mlir::Operation *, FlowContext &) const {}
  llvm::LogicalResult pushforward(mlir::Operation *, ForwardContext &) const {
    return llvm::success();
  }
  llvm::LogicalResult pullback(mlir::Operation *, ReverseContext &) const {
    return llvm::success();
  }
};

template <typename... Ops>
void inactive(mlir::MLIRContext *context) {
  (Ops::template attachInterface<InactiveRule<Ops>>(*context), ...);
}

//===----------------------------------------------------------------------===//
// scalar: one partial derivative per operand of an elementwise op
//===----------------------------------------------------------------------===//

llvm::LogicalResult pushforwardScalar(mlir::Operation *op,
                                      ForwardContext &context,
                                      llvm::ArrayRef<Expr> partials);
llvm::LogicalResult pullbackScalar(mlir::Operation *op, ReverseContext &context,
                                   llvm::ArrayRef<Expr> partials);

/// Returns the constant of type T that belongs to `Rule`. The first call sets
/// the constant, which all contexts and threads share. Rules keep lambdas here,
/// because C++17 cannot default-construct the type of a lambda.
template <typename Rule, typename T>
const T &constantOf(T first = {}) {
  static const T constant = std::move(first);
  return constant;
}

/// Calls a row's function on the leaves of the operands, then of the result.
template <typename Function>
Expr partialOf(Function function) {
  auto leaf = [](unsigned i) { return Expr::leaf(i); };
  if constexpr (std::is_invocable_v<Function, Expr, Expr>)
    return function(leaf(0), leaf(1));
  else if constexpr (std::is_invocable_v<Function, Expr, Expr, Expr>)
    return function(leaf(0), leaf(1), leaf(2));
  else
    return function(leaf(0), leaf(1), leaf(2), leaf(3));
}

template <typename Op, typename... Functions>
struct ScalarRule
    : DifferentiableOpInterface::ExternalModel<ScalarRule<Op, Functions...>,
                                               Op> {
  using Row = llvm::SmallVector<Expr, 0>;
  static llvm::ArrayRef<Expr> getPartials() {
    return constantOf<ScalarRule, Row>();
  }

  void derivativeFlow(mlir::Operation *op, FlowContext &flow) const {
    for (auto [operand, partial] : llvm::zip(op->getOperands(), getPartials()))
      if (!partial.isConstant(0))
        flow.edge(operand, op->getResult(0));
  }
  llvm::LogicalResult pushforward(mlir::Operation *op,
                                  ForwardContext &context) const {
    return pushforwardScalar(op, context, getPartials());
  }
  llvm::LogicalResult pullback(mlir::Operation *op,
                               ReverseContext &context) const {
    return pullbackScalar(op, context, getPartials());
  }
};

template <typename Rule, typename Op>
struct ScalarRow
    : ScalarRowOpInterface::ExternalModel<ScalarRow<Rule, Op>, Op> {
  static llvm::ArrayRef<Expr> getPartials() { return Rule::getPartials(); }
};

/// Attaches a row: `functions[i](operands..., result)` = d result / d operand
/// i.
template <typename Op, typename... Functions>
void scalar(mlir::MLIRContext *context, Functions... functions) {
  using Rule = ScalarRule<Op, Functions...>;
  constantOf<Rule, typename Rule::Row>({partialOf(functions)...});
  Op::template attachInterface<Rule, ScalarRow<Rule, Op>>(*context);
}

//===----------------------------------------------------------------------===//
// linear: the op maps tangents to tangents, and the row gives the transpose
//===----------------------------------------------------------------------===//

llvm::LogicalResult pushforwardLinear(mlir::Operation *op,
                                      ForwardContext &context);

template <typename Op, typename Function>
struct LinearRule
    : DifferentiableOpInterface::ExternalModel<LinearRule<Op, Function>, Op> {
  using Transpose = llvm::LogicalResult (*)(Op, ReverseContext &);

  void derivativeFlow(mlir::Operation *op, FlowContext &flow) const {
    flow.edgesToResults(op);
  }
  llvm::LogicalResult pushforward(mlir::Operation *op,
                                  ForwardContext &context) const {
    return pushforwardLinear(op, context);
  }
  llvm::LogicalResult pullback(mlir::Operation *op,
                               ReverseContext &context) const {
    return constantOf<LinearRule, Transpose>()(mlir::cast<Op>(op), context);
  }
};

/// Attaches a rule for an op that is jointly linear in its operands of
/// differentiable type. `transpose(op, context)` adds the contributions of the
/// result's cotangent to the cotangents of the operands.
template <typename Op, typename Function>
void linear(mlir::MLIRContext *context, Function transpose) {
  using Rule = LinearRule<Op, Function>;
  constantOf<Rule, typename Rule::Transpose>(transpose);
  Op::template attachInterface<Rule>(*context);
}

//===----------------------------------------------------------------------===//
// decomposed: expanded into simpler ops before differentiation
//===----------------------------------------------------------------------===//

template <typename Op, typename Function>
struct DecomposedRule
    : DifferentiableOpInterface::ExternalModel<DecomposedRule<Op, Function>,
                                               Op> {
  using Expand = llvm::SmallVector<mlir::Value> (*)(Op, mlir::OpBuilder &);

  void derivativeFlow(mlir::Operation *op, FlowContext &flow) const {
    flow.edgesToResults(op);
  }
  llvm::LogicalResult pushforward(mlir::Operation *op, ForwardContext &) const {
    return unexpected(op);
  }
  llvm::LogicalResult pullback(mlir::Operation *op, ReverseContext &) const {
    return unexpected(op);
  }
  llvm::SmallVector<mlir::Value> decompose(mlir::Operation *op,
                                           mlir::OpBuilder &builder,
                                           DecompositionContext &) const {
    return constantOf<DecomposedRule, Expand>()(mlir::cast<Op>(op), builder);
  }

private:
  static llvm::LogicalResult unexpected(mlir::Operation *op) {
    return grad::DerivativeContext::emitUnsupported(
        op, "has a form that cannot be differentiated");
  }
};

/// Attaches a rule whose `expand(op, builder)` computes the results with
/// simpler ops.
template <typename Op, typename Function>
void decomposed(mlir::MLIRContext *context, Function expand) {
  using Rule = DecomposedRule<Op, Function>;
  constantOf<Rule, typename Rule::Expand>(expand);
  Op::template attachInterface<Rule>(*context);
}

//===----------------------------------------------------------------------===//
// structured: implemented by a class
//===----------------------------------------------------------------------===//

/// Attaches `Rule<Op>`, which derives from
/// DifferentiableOpInterface::ExternalModel, to each op.
template <template <typename> typename Rule, typename... Ops>
void structured(mlir::MLIRContext *context) {
  (Ops::template attachInterface<Rule<Ops>>(*context), ...);
}

} // namespace sg::rules

#endif // SG_RULES_RULEKINDS_H
