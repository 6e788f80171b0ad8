//===- SCFBranchRule.cpp - Derivative rule of scf.if and index_switch -----===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A branch is an scf.if or scf.index_switch: one region yields the results.
//
// Reverse mode emits a branch on the same operand, whose regions are the
// reverse code of the primal regions and yield the cotangents of captured
// values. The residuals of the primal regions become additional results of the
// primal op. A region without a residual for a result yields an unused value.
//
//===----------------------------------------------------------------------===//

#include "SCFRules.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sg/Rules/Captures.h"
#include "sg/Rules/RuleKinds.h"

using namespace mlir;
using namespace sg::grad;
using namespace sg::rules;

static Operation *getYield(Region &region) {
  return region.front().getTerminator();
}

/// Creates a copy of the branch `op` with empty regions.
static Operation *createBranch(OpBuilder &b, Operation *op, Value operand,
                               TypeRange types) {
  return b.insert(Operation::create(
      op->getLoc(), op->getName(), types, operand, b.getDictionaryAttr({}),
      op->getPropertiesStorage(), BlockRange(), op->getNumRegions()));
}

/// Rebuilds `op` with additional results, for which region r yields the values
/// `yields[r]`.
static Operation *rebuildWithResults(Operation *op,
                                     ArrayRef<SmallVector<Value>> yields,
                                     DerivativeContext &context) {
  OpBuilder b(op);
  SmallVector<Type> types(op->getResultTypes());
  llvm::append_range(types, ValueRange(yields[0]).getTypes());
  Operation *rebuilt = createBranch(b, op, op->getOperand(0), types);
  rebuilt->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  for (auto [r, added] : llvm::enumerate(yields)) {
    Region &to = rebuilt->getRegion(r);
    to.takeBody(op->getRegion(r));
    getYield(to)->insertOperands(getYield(to)->getNumOperands(), added);
  }
  context.replace(op, rebuilt->getResults().take_front(op->getNumResults()));
  return rebuilt;
}

/// Returns a value whose contents are never read.
static Value createFiller(OpBuilder &b, Location loc, Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
  SmallVector<Value> sizes(tensor.getNumDynamicDims());
  if (!sizes.empty())
    sizes.assign(sizes.size(), arith::ConstantIndexOp::create(b, loc, 0));
  return tensor::EmptyOp::create(b, loc, tensor, sizes);
}

namespace {
template <typename Op>
struct BranchRule
    : DifferentiableOpInterface::ExternalModel<BranchRule<Op>, Op> {
  void derivativeFlow(Operation *op, FlowContext &flow) const {
    for (Region &region : op->getRegions())
      if (!region.empty())
        for (auto [yielded, result] :
             llvm::zip(getYield(region)->getOperands(), op->getResults()))
          flow.edge(yielded, result);
  }

  LogicalResult pushforward(Operation *op, ForwardContext &context) const {
    OpBuilder &b = context.builder();
    SmallVector<unsigned> active;
    for (OpResult result : op->getResults())
      if (context.isActive(result))
        active.push_back(result.getResultNumber());
    SmallVector<SmallVector<Value>> yields;
    for (Region &region : op->getRegions()) {
      FailureOr<Tangents> tangents = context.pushforwardRegion(region, {});
      if (failed(tangents))
        return failure();
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPoint(getYield(region));
      SmallVector<Value> &added = yields.emplace_back();
      for (unsigned i : active) {
        Value value = getYield(region)->getOperand(i);
        Value tangent = tangents->lookup(value);
        added.push_back(tangent ? tangent : context.zero(value));
      }
    }
    unsigned numResults = op->getNumResults();
    Operation *rebuilt = rebuildWithResults(op, yields, context);
    for (auto [k, i] : llvm::enumerate(active))
      context.setTangent(rebuilt->getResult(i),
                         rebuilt->getResult(numResults + k));
    return success();
  }

  LogicalResult pullback(Operation *op, ReverseContext &context) const {
    OpBuilder &b = context.builder();
    Location loc = op->getLoc();
    SmallVector<Value> captures = getActiveCaptures(op, context), running;
    SmallVector<Type> types;
    for (Value capture : captures) {
      running.push_back(context.take(capture));
      types.push_back(getAccumulatorType(capture.getType()));
    }
    SmallVector<Value> cotangents;
    for (Value result : op->getResults())
      cotangents.push_back(context.cotangent(result));
    Value operand = context.primal(op->getOperand(0));
    Operation *reverse = createBranch(b, op, operand, types);

    SmallVector<SmallVector<UnrealizedConversionCastOp>> standIns;
    for (Region &region : op->getRegions()) {
      OpBuilder::InsertionGuard guard(b);
      b.createBlock(&reverse->getRegion(region.getRegionNumber()));
      StandIns scope(b, loc);
      SmallVector<std::pair<Value, Value>> seeds;
      for (auto [capture, cotangent] : llvm::zip(captures, running))
        seeds.emplace_back(capture, cotangent);
      for (auto [yielded, cotangent] :
           llvm::zip(getYield(region)->getOperands(), cotangents))
        if (cotangent)
          seeds.emplace_back(yielded, cotangent);
      FailureOr<Cotangents> ofCaptures =
          context.pullbackRegion(region, seeds, &scope);
      if (failed(ofCaptures))
        return failure();
      SmallVector<Value> yields;
      for (auto [capture, type] : llvm::zip(captures, types)) {
        Value cotangent = ofCaptures->lookup(capture);
        yields.push_back(cotangent ? context.convert(cotangent, type, loc)
                                   : context.zero(capture, type));
      }
      scf::YieldOp::create(b, loc, yields);
      standIns.push_back(llvm::to_vector(scope.all()));
    }
    keepResiduals(op, standIns, reverse, context);
    for (auto [capture, cotangent] : llvm::zip(captures, reverse->getResults()))
      context.accumulate(capture, cotangent);
    return success();
  }

private:
  /// Adds results to the primal op for the values of the stand-ins, and
  /// replaces the stand-ins by the results. Values of different regions that
  /// have equal types share a result.
  static void
  keepResiduals(Operation *op,
                ArrayRef<SmallVector<UnrealizedConversionCastOp>> standIns,
                Operation *reverse, ReverseContext &context) {
    SmallVector<Type> types;
    SmallVector<SmallVector<Value>> yields(op->getNumRegions());
    SmallVector<SmallVector<unsigned>> positions(op->getNumRegions());
    for (auto [regionStandIns, values, regionPositions] :
         llvm::zip(standIns, yields, positions))
      for (UnrealizedConversionCastOp standIn : regionStandIns) {
        Value value = standIn.getOperand(0);
        values.resize(types.size());
        unsigned next = 0;
        while (next < types.size() &&
               (values[next] || types[next] != value.getType()))
          ++next;
        if (next == types.size()) {
          types.push_back(value.getType());
          values.emplace_back();
        }
        values[next] = value;
        regionPositions.push_back(next);
      }
    if (types.empty())
      return;
    for (auto [region, values] : llvm::zip(op->getRegions(), yields)) {
      OpBuilder b(getYield(region));
      values.resize(types.size());
      for (auto [value, type] : llvm::zip(values, types))
        if (!value)
          value = createFiller(b, op->getLoc(), type);
    }
    unsigned numResults = op->getNumResults();
    Operation *rebuilt = rebuildWithResults(op, yields, context);
    OpBuilder::InsertionGuard guard(context.builder());
    context.builder().setInsertionPoint(reverse);
    for (auto [regionStandIns, regionPositions] :
         llvm::zip(standIns, positions))
      for (auto [standIn, i] : llvm::zip(regionStandIns, regionPositions)) {
        Value held = context.residual(standIn->getOperand(0),
                                      rebuilt->getResult(numResults + i),
                                      /*isStack=*/false);
        StandIns::resolve(standIn, held);
      }
  }
};
} // namespace

void sg::rules::attachBranchRule(MLIRContext *context) {
  structured<BranchRule, scf::IfOp, scf::IndexSwitchOp>(context);
}
