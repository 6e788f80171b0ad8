//===- FuncRules.cpp - Derivative rule of func.call -----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call of the callee's derivative function replaces each call. In forward
// mode, the derivative function also returns tangents. In reverse mode, calls
// of a forward and a backward half replace the call. Derivative functions are
// generated once per set of varied arguments and useful results.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sg/Rules/RuleKinds.h"
#include "sg/Rules/Rules.h"

using namespace mlir;
using namespace sg::grad;
using namespace sg::rules;

namespace {
template <typename Op>
struct CallRule : DifferentiableOpInterface::ExternalModel<CallRule<Op>, Op> {
  void derivativeFlow(Operation *op, FlowContext &flow) const {
    auto call = cast<Op>(op);
    flow.call(op, call.getCalleeAttr(), call.getOperands(), call.getResults());
  }

  LogicalResult pushforward(Operation *op, ForwardContext &context) const {
    auto call = cast<Op>(op);
    BitVector varied(call.getNumOperands()), useful(call.getNumResults());
    for (auto [i, operand] : llvm::enumerate(call.getOperands()))
      varied[i] = context.tangent(operand) != nullptr;
    for (auto [j, result] : llvm::enumerate(call.getResults()))
      useful[j] = context.isActive(result);
    FailureOr<TangentFunction> tangent =
        context.tangentFunction(op, call.getCalleeAttr(), varied, useful);
    if (failed(tangent))
      return failure();
    SmallVector<Value> operands(call.getOperands());
    for (unsigned i : tangent->inputs)
      operands.push_back(context.tangent(call.getOperand(i)));
    auto newCall = func::CallOp::create(
        context.builder(), call.getLoc(),
        cast<func::FuncOp>(tangent->function.getOperation()), operands);
    unsigned numResults = call.getNumResults();
    context.replace(op, newCall.getResults().take_front(numResults));
    SmallVector<Value> tangents(
        numResults); // null, which is zero, if the callee returns no tangent
    for (auto [k, j] : llvm::enumerate(tangent->outputs))
      tangents[j] = newCall.getResult(numResults + k);
    for (auto [result, value] : llvm::zip(newCall.getResults(), tangents))
      context.setTangent(result, value);
    return success();
  }

  LogicalResult pullback(Operation *op, ReverseContext &context) const {
    auto call = cast<Op>(op);
    BitVector varied(call.getNumOperands()), useful(call.getNumResults());
    SmallVector<Value> cotangents;
    for (auto [i, operand] : llvm::enumerate(call.getOperands()))
      varied[i] = context.isActive(operand);
    for (auto [j, result] : llvm::enumerate(call.getResults()))
      if (Value cotangent = context.cotangent(result)) {
        useful.set(j);
        cotangents.push_back(cotangent);
      }
    FailureOr<SplitFunction> split =
        context.splitFunction(op, call.getCalleeAttr(), varied, useful);
    if (failed(split))
      return failure();
    Op forward = call;
    if (split->forward.getNameAttr() != call.getCalleeAttr().getAttr()) {
      // Call the forward half in the primal program, not in reverse code.
      OpBuilder b(op);
      forward = Op::create(b, call.getLoc(),
                           cast<func::FuncOp>(split->forward.getOperation()),
                           call.getOperands());
      context.replace(op,
                      forward.getResults().take_front(call.getNumResults()));
    }
    SmallVector<Value> operands;
    for (SplitFunction::Input input : split->inputs)
      operands.push_back(context.primal(
          input.isOperand ? forward.getOperand(input.index)
                          : Value(forward.getResult(input.index))));
    llvm::append_range(operands, cotangents);
    for (unsigned i : split->running)
      operands.push_back(context.takeOrZero(forward.getOperand(i)));
    auto backward = Op::create(
        context.builder(), forward.getLoc(),
        cast<func::FuncOp>(split->backward.getOperation()), operands);
    SmallVector<Value> contributions(forward.getNumOperands());
    for (auto [k, i] : llvm::enumerate(split->outputs))
      contributions[i] = backward.getResult(k);
    for (auto [operand, value] :
         llvm::zip_equal(forward.getOperands(), contributions))
      context.accumulate(operand, value);
    return success();
  }
};
} // namespace

void sg::rules::registerFuncRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, func::FuncDialect *) {
    structured<CallRule, func::CallOp>(context);
  });
}
