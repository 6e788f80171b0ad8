//===- CheckpointRules.cpp - Checkpoints in the reverse sweep -------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reverse mode: the region of a grad.checkpoint becomes a private function that
// is marked for recomputation (attribute grad.checkpoint), and a call of the
// function replaces the op. The function must not be inlined, because CSE would
// merge recomputed code with the primal program.
//
// Forward mode: the region also yields the tangents of its results.
//
//===----------------------------------------------------------------------===//

#include "sg/Rules/CheckpointRules.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "sg/Rules/RuleKinds.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace sg::grad;
using namespace sg::rules;

/// Returns true if `value` is computed by a pure op without operands, such as a
/// constant. Passing a constant as an argument would hide its value from folds.
static bool isFreeToRecompute(Value value) {
  Operation *op = value.getDefiningOp();
  return op && op->getNumOperands() == 0 && op->getNumRegions() == 0 &&
         isPure(op);
}

RecomputedFunction::RecomputedFunction(Operation *where, StringRef suffix,
                                       TypeRange inputs, TypeRange results,
                                       Region &code, ValueRange captures)
    : builder(where->getContext()) {
  llvm::SetVector<Value> used(captures.begin(), captures.end());
  getUsedValuesDefinedAbove(code, used);
  SmallVector<Type> types(inputs);
  for (Value value : used)
    if (!isFreeToRecompute(value)) {
      operands.push_back(value);
      types.push_back(value.getType());
    }
  auto parent = where->getParentOfType<func::FuncOp>();
  function = func::FuncOp::create(
      where->getLoc(), (parent.getName() + suffix).str(),
      FunctionType::get(where->getContext(), types, results));
  function.setPrivate();
  function.setNoInline(true);
  function->setAttr(kCheckpointAttr, builder.getUnitAttr());
  SymbolTable(SymbolTable::getNearestSymbolTable(parent))
      .insert(function, Block::iterator(parent));
  builder.setInsertionPointToStart(function.addEntryBlock());
  map.map(operands, function.getArguments().drop_front(inputs.size()));
  for (Value value : used)
    if (isFreeToRecompute(value))
      builder.clone(*value.getDefiningOp(), map);
}

namespace {
struct CheckpointRule
    : DifferentiableOpInterface::ExternalModel<CheckpointRule, CheckpointOp> {
  void derivativeFlow(Operation *op, FlowContext &flow) const {
    for (auto [yielded, result] :
         llvm::zip(getYieldedValues(op), op->getResults()))
      flow.edge(yielded, result);
  }

  LogicalResult pushforward(Operation *o, ForwardContext &context) const {
    auto op = cast<CheckpointOp>(o);
    FailureOr<Tangents> tangents = context.pushforwardRegion(op.getBody(), {});
    if (failed(tangents))
      return failure();
    Operation *yield = op.getBody().front().getTerminator();
    SmallVector<Type> types(op.getResultTypes());
    SmallVector<OpResult> active, zeros;
    for (auto [yielded, result] :
         llvm::zip(llvm::to_vector(yield->getOperands()), op->getResults()))
      if (Value tangent = tangents->lookup(yielded)) {
        yield->insertOperands(yield->getNumOperands(), tangent);
        types.push_back(tangent.getType());
        active.push_back(result);
      } else {
        zeros.push_back(result);
      }
    OpBuilder b(op);
    auto newCheckpoint = CheckpointOp::create(b, op.getLoc(), types);
    newCheckpoint.getBody().takeBody(op.getBody());
    unsigned numResults = op.getNumResults();
    context.replace(op, newCheckpoint.getResults().take_front(numResults));
    for (auto [k, result] : llvm::enumerate(active))
      context.setTangent(newCheckpoint.getResult(result.getResultNumber()),
                         newCheckpoint.getResult(numResults + k));
    for (OpResult result : zeros)
      context.setTangent(newCheckpoint.getResult(result.getResultNumber()),
                         Value());
    return success();
  }

  LogicalResult pullback(Operation *op, ReverseContext &) const {
    return DerivativeContext::emitUnsupported(op,
                                              "was not decomposed into a call");
  }

  SmallVector<Value> decompose(Operation *o, OpBuilder &b,
                               DecompositionContext &context) const {
    if (context.mode() == Mode::Forward)
      return {};
    auto op = cast<CheckpointOp>(o);
    RecomputedFunction outlined(op, "_checkpoint", {}, op.getResultTypes(),
                                op.getBody());
    Block &body = op.getBody().front();
    for (Operation &inner : body.without_terminator())
      outlined.builder.clone(inner, outlined.map);
    SmallVector<Value> results;
    for (Value yielded : body.getTerminator()->getOperands())
      results.push_back(outlined.map.lookupOrDefault(yielded));
    func::ReturnOp::create(outlined.builder, op.getLoc(), results);
    auto call = func::CallOp::create(b, op.getLoc(), outlined.function,
                                     outlined.operands);
    return SmallVector<Value>(call.getResults());
  }
};
} // namespace

void sg::rules::attachCheckpointRule(MLIRContext *context) {
  CheckpointOp::attachInterface<CheckpointRule>(*context);
}
