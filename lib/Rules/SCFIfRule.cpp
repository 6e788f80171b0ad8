//===- SCFIfRule.cpp - Derivative rule of scf.if --------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reverse: an scf.if on the same condition, whose branches undo the branches
// and return the cotangents of what these capture. What a branch must keep
// becomes one more result of the primal op, for which the other branch returns
// something without contents.
//
//===----------------------------------------------------------------------===//

#include "Captures.h"
#include "Rules/RuleKinds.h"
#include "SCFRules.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace sg::grad;
using namespace sg::rules;

/// The same op with further results, for which `yields[r]` ends region r.
static scf::IfOp withResults(scf::IfOp op, ArrayRef<SmallVector<Value>> yields,
                             DerivativeContext &context) {
  OpBuilder b(op);
  SmallVector<Type> types(op.getResultTypes());
  llvm::append_range(types, ValueRange(yields[0]).getTypes());
  auto made = scf::IfOp::create(b, op.getLoc(), types, op.getCondition());
  made->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  for (unsigned r = 0; r < 2; ++r) {
    made->getRegion(r).takeBody(op->getRegion(r));
    Operation *yield = made->getRegion(r).front().getTerminator();
    yield->insertOperands(yield->getNumOperands(), yields[r]);
  }
  context.replace(op, made.getResults().take_front(op.getNumResults()));
  return made;
}

/// A value of the type of `value` whose contents nobody reads.
static Value createFiller(OpBuilder &b, Value value) {
  Location loc = value.getLoc();
  auto tensor = dyn_cast<RankedTensorType>(value.getType());
  if (!tensor)
    return arith::ConstantOp::create(b, loc, b.getZeroAttr(value.getType()));
  SmallVector<Value> sizes(tensor.getNumDynamicDims());
  if (!sizes.empty())
    sizes.assign(sizes.size(), arith::ConstantIndexOp::create(b, loc, 0));
  return tensor::EmptyOp::create(b, loc, tensor, sizes);
}

namespace {
struct IfRule : DifferentiableOpInterface::ExternalModel<IfRule, scf::IfOp> {
  void derivativeFlow(Operation *op, FlowContext &flow) const {
    for (Region &region : op->getRegions())
      if (!region.empty())
        for (auto [yielded, result] :
             llvm::zip(region.front().getTerminator()->getOperands(),
                       op->getResults()))
          flow.edge(yielded, result);
  }

  LogicalResult pushforward(Operation *o, ForwardContext &context) const {
    auto op = cast<scf::IfOp>(o);
    SmallVector<unsigned> active;
    for (OpResult result : op.getResults())
      if (context.isActive(result))
        active.push_back(result.getResultNumber());
    SmallVector<SmallVector<Value>> yields(2);
    for (unsigned r = 0; r < 2; ++r) {
      FailureOr<Slopes> tangents =
          context.pushforwardRegion(op->getRegion(r), {});
      if (failed(tangents))
        return failure();
      OpBuilder::InsertionGuard guard(context.builder());
      Operation *yield = op->getRegion(r).front().getTerminator();
      context.builder().setInsertionPoint(yield);
      for (unsigned i : active) {
        Value value = yield->getOperand(i);
        Value tangent = tangents->lookup(value);
        yields[r].push_back(tangent ? tangent : context.zero(value));
      }
    }
    unsigned numResults = op.getNumResults();
    scf::IfOp made = withResults(op, yields, context);
    for (auto [k, i] : llvm::enumerate(active))
      context.setTangent(made.getResult(i), made.getResult(numResults + k));
    return success();
  }

  LogicalResult pullback(Operation *o, ReverseContext &context) const {
    auto op = cast<scf::IfOp>(o);
    OpBuilder &b = context.builder();
    Location loc = op.getLoc();
    SmallVector<Value> captures = getActiveCaptures(op, context), running;
    SmallVector<Type> types;
    for (Value capture : captures) {
      running.push_back(context.take(capture));
      types.push_back(getAccumulatorType(capture.getType()));
    }
    SmallVector<Value> cotangents;
    for (Value result : op.getResults())
      cotangents.push_back(context.cotangent(result));
    Value condition = context.primal(op.getCondition());
    auto reverse =
        scf::IfOp::create(b, loc, types, condition, /*addThenBlock=*/true,
                          /*addElseBlock=*/true);

    SmallVector<SmallVector<UnrealizedConversionCastOp>> standIns(2);
    for (unsigned r = 0; r < 2; ++r) {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToEnd(&reverse->getRegion(r).front());
      StandIns scope(b, loc);
      SmallVector<std::pair<Value, Value>> seeds;
      for (auto [capture, slope] : llvm::zip(captures, running))
        seeds.emplace_back(capture, slope);
      Operation *yield = op->getRegion(r).front().getTerminator();
      for (auto [yielded, cotangent] :
           llvm::zip(yield->getOperands(), cotangents))
        if (cotangent)
          seeds.emplace_back(yielded, cotangent);
      FailureOr<Slopes> slopes =
          context.pullbackRegion(op->getRegion(r), seeds, &scope);
      if (failed(slopes))
        return failure();
      SmallVector<Value> yields;
      for (auto [capture, type] : llvm::zip(captures, types)) {
        Value slope = slopes->lookup(capture);
        yields.push_back(slope ? context.convert(slope, type, loc)
                               : context.zero(capture, type));
      }
      scf::YieldOp::create(b, loc, yields);
      standIns[r] = llvm::to_vector(scope.all());
    }
    keep(op, standIns, reverse, context);
    for (auto [capture, cotangent] : llvm::zip(captures, reverse.getResults()))
      context.accumulate(capture, cotangent);
    return success();
  }

private:
  /// Lets what the stand-ins stand for leave the primal op as results.
  static void keep(scf::IfOp op,
                   ArrayRef<SmallVector<UnrealizedConversionCastOp>> standIns,
                   scf::IfOp reverse, ReverseContext &context) {
    SmallVector<SmallVector<Value>> yields(2);
    for (unsigned r = 0; r < 2; ++r)
      for (UnrealizedConversionCastOp standIn : standIns[r]) {
        Value value = standIn.getOperand(0);
        yields[r].push_back(value);
        OpBuilder b(op->getRegion(1 - r).front().getTerminator());
        yields[1 - r].push_back(createFiller(b, value));
      }
    if (yields[0].empty())
      return;
    unsigned next = op.getNumResults();
    scf::IfOp made = withResults(op, yields, context);
    OpBuilder::InsertionGuard guard(context.builder());
    context.builder().setInsertionPoint(reverse);
    for (unsigned r = 0; r < 2; ++r)
      for (UnrealizedConversionCastOp standIn : standIns[r])
        StandIns::resolve(standIn, context.primal(made.getResult(next++)));
  }
};
} // namespace

void sg::rules::attachIfRule(MLIRContext *context) {
  scf::IfOp::attachInterface<IfRule>(*context);
}
