//===- SCFForRule.cpp - Derivative rule of scf.for ------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reverse mode emits a loop over the iterations from the last to the first,
// which carries the cotangents of the primal carries and of captured values.
//
// A stack keeps a value of the body that the reverse loop reads. The stack is a
// tensor with an additional dimension for the iterations. The primal loop
// carries the stack and writes one entry per iteration in place.
//
// Some values need no stack. A loop-invariant value is recomputed before the
// reverse loop. Each reverse iteration recomputes arithmetic on residuals,
// broadcasts, and tensors of varying size, such as the stacks of an inner loop.
//
//===----------------------------------------------------------------------===//

#include "LoopResiduals.h"
#include "SCFRules.h"
#include "TripStacks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Support/DebugStringHelper.h"
#include "sg/Rules/Captures.h"
#include "sg/Rules/CheckpointRules.h"
#include "sg/Rules/RuleKinds.h"
#include "sg/StructuredOps/Effects.h"
#include "sg/StructuredOps/LoopInvariants.h"
#include "sg/StructuredOps/Trips.h"

using namespace mlir;
using namespace sg;
using namespace sg::grad;
using namespace sg::rules;

//===----------------------------------------------------------------------===//
// Rebuilding
//===----------------------------------------------------------------------===//

/// Rebuilds the loop after the caller has added carries to its block and its
/// terminator. `inits` are the initial values of the added carries.
static scf::ForOp rebuildWithCarries(scf::ForOp loop, ValueRange inits,
                                     DerivativeContext &context) {
  OpBuilder b(loop);
  SmallVector<Value> all(loop.getInitArgs());
  llvm::append_range(all, inits);
  unsigned numResults = loop.getNumResults();
  auto rebuilt = scf::ForOp::create(b, loop.getLoc(), loop.getLowerBound(),
                                    loop.getUpperBound(), loop.getStep(), all);
  rebuilt.setUnsignedCmp(loop.getUnsignedCmp());
  rebuilt->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  rebuilt.getRegion().takeBody(loop.getRegion());
  context.replace(loop, rebuilt.getResults().take_front(numResults));
  return rebuilt;
}

static BlockArgument addCarry(scf::ForOp loop, Type type) {
  return loop.getBody()->addArgument(type, loop.getLoc());
}

static void addYields(scf::ForOp loop, ValueRange values) {
  Operation *yield = loop.getBody()->getTerminator();
  yield->insertOperands(yield->getNumOperands(), values);
}

/// Returns the carries through which a derivative flows.
static SmallVector<unsigned> activeCarries(scf::ForOp loop,
                                           const DerivativeContext &context) {
  SmallVector<unsigned> active;
  for (unsigned i = 0; i < loop.getNumResults(); ++i)
    if (context.isActive(loop.getResult(i)) ||
        context.isActive(loop.getRegionIterArg(i)))
      active.push_back(i);
  return active;
}

namespace {
/// Passes values of the primal body to the body of the reverse loop.
class TripScope final : public RegionScope {
public:
  /// The insertion point must be at the start of the body of `reverse`.
  TripScope(scf::ForOp loop, scf::ForOp reverse, ReverseContext &context)
      : context(context), reverse(reverse),
        standIns(context.builder(), loop.getLoc()), invariants(loop) {}

  Value save(Value value) override {
    if (invariants.contains(value)) {
      Value outside = invariants.hoist(value);
      OpBuilder::InsertionGuard guard(context.builder());
      context.builder().setInsertionPoint(reverse);
      return context.primal(outside);
    }
    Operation *op = value.getDefiningOp();
    bool isComputed = op && (isBroadcast(op) || !isStackable(value));
    return isComputed && !findSideEffect(op) ? recompute(value)
                                             : standIns.save(value);
  }

  ArrayRef<UnrealizedConversionCastOp> all() const { return standIns.all(); }

private:
  /// Returns true if `op` broadcasts a smaller value to a new tensor.
  static bool isBroadcast(Operation *op) {
    if (isa<tensor::SplatOp>(op))
      return true;
    auto structured = dyn_cast<linalg::LinalgOp>(op);
    return structured && isa<linalg::FillOp, linalg::BroadcastOp>(op) &&
           structured.getDpsInits().front().getDefiningOp<tensor::EmptyOp>();
  }

  bool isStackable(Value value) {
    if (!isa<RankedTensorType>(value.getType()))
      return TripStack::holds(value.getType());
    return llvm::all_of(context.primalShape(value), [&](OpFoldResult size) {
      auto known = dyn_cast<Value>(size);
      return !known || invariants.contains(known);
    });
  }

  Value recompute(Value value) {
    Operation *op = value.getDefiningOp();
    auto known = copies.find(op);
    if (known == copies.end()) {
      OpBuilder &b = context.builder();
      OpBuilder::InsertionGuard guard(b);
      // Insert at the top level of the reverse body, after earlier recomputed
      // ops, so that the copy dominates the rest of the body.
      if (b.getInsertionBlock() != reverse.getBody())
        b.setInsertionPoint(reverse.getBody()->findAncestorOpInBlock(
            *b.getInsertionBlock()->getParentOp()));
      IRMapping map;
      for (Value operand : externalOperands(op))
        map.map(operand, context.primal(operand));
      known = copies.try_emplace(op, context.recompute(*op, map)).first;
    }
    return known->second->getResult(cast<OpResult>(value).getResultNumber());
  }

  ReverseContext &context;
  scf::ForOp reverse;
  StandIns standIns;
  LoopInvariants invariants;
  /// Maps primal ops to their copies in the reverse iteration.
  DenseMap<Operation *, Operation *> copies;
};
} // namespace

//===----------------------------------------------------------------------===//
// The rule
//===----------------------------------------------------------------------===//

namespace {
struct ForRule : DifferentiableOpInterface::ExternalModel<ForRule, scf::ForOp> {
  void derivativeFlow(Operation *op, FlowContext &flow) const {
    auto loop = cast<scf::ForOp>(op);
    for (auto [init, carry, yielded, result] :
         llvm::zip(loop.getInitArgs(), loop.getRegionIterArgs(),
                   loop.getYieldedValues(), loop.getResults())) {
      flow.edge(init, carry);
      flow.edge(yielded, carry);
      flow.edge(yielded, result);
      flow.edge(init, result); // the loop may have no iteration
    }
  }

  SmallVector<Value> decompose(Operation *op, OpBuilder &b,
                               DecompositionContext &context) const {
    // Forward mode keeps no residuals and ignores the schedule.
    if (context.mode() == Mode::Forward)
      return {};
    return applySchedule(b, cast<scf::ForOp>(op));
  }

  LogicalResult pushforward(Operation *op, ForwardContext &context) const {
    auto loop = cast<scf::ForOp>(op);
    OpBuilder &b = context.builder();
    SmallVector<unsigned> carries = activeCarries(loop, context);
    SmallVector<Value> inits;
    SmallVector<std::pair<Value, Value>> seeds;
    b.setInsertionPoint(loop);
    for (unsigned i : carries) {
      inits.push_back(context.tangentOrZero(loop.getInitArgs()[i]));
      seeds.emplace_back(loop.getRegionIterArg(i),
                         addCarry(loop, inits.back().getType()));
    }
    FailureOr<Tangents> tangents =
        context.pushforwardRegion(loop.getRegion(), seeds);
    if (failed(tangents))
      return failure();
    b.setInsertionPoint(loop.getBody()->getTerminator());
    SmallVector<Value> yields;
    for (unsigned i : carries) {
      Value value = loop.getYieldedValues()[i];
      Value tangent = tangents->lookup(value);
      yields.push_back(tangent ? tangent : context.zero(value));
    }
    addYields(loop, yields);
    unsigned numResults = loop.getNumResults();
    scf::ForOp rebuilt = rebuildWithCarries(loop, inits, context);
    for (auto [k, i] : llvm::enumerate(carries))
      context.setTangent(rebuilt.getResult(i),
                         rebuilt.getResult(numResults + k));
    return success();
  }

  LogicalResult pullback(Operation *op, ReverseContext &context) const {
    auto loop = cast<scf::ForOp>(op);
    OpBuilder &b = context.builder();
    Location loc = loop.getLoc();
    SmallVector<unsigned> carries = activeCarries(loop, context);
    SmallVector<Value> captures = getActiveCaptures(op, context), inits;
    for (unsigned i : carries) {
      Value cotangent = context.cotangent(loop.getResult(i));
      inits.push_back(cotangent ? cotangent : context.zero(loop.getResult(i)));
    }
    for (Value capture : captures) // the reverse loop adds to their cotangents
      inits.push_back(context.takeOrZero(capture));
    Value lower = context.primal(loop.getLowerBound());
    Value upper = context.primal(loop.getUpperBound());
    Value step = context.primal(loop.getStep());
    Value trips = createTripCount(b, loop, lower, upper, step);
    Value zero = arith::ConstantIndexOp::create(b, loc, 0);
    Value one = arith::ConstantIndexOp::create(b, loc, 1);
    auto reverse = scf::ForOp::create(b, loc, zero, trips, one, inits);
    ValueRange running = reverse.getRegionIterArgs();

    SmallVector<UnrealizedConversionCastOp> standIns;
    Value trip;
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(reverse.getBody());
      Value last = b.createOrFold<arith::SubIOp>(loc, trips, one);
      trip = arith::SubIOp::create(b, loc, last, reverse.getInductionVar());
      Value index =
          createInductionVariable(b, loop.getLoc(), trip, lower, step);
      TripScope scope(loop, reverse, context);
      SmallVector<std::pair<Value, Value>> seeds;
      for (auto [capture, cotangent] :
           llvm::zip(captures, running.drop_front(carries.size())))
        seeds.emplace_back(capture, cotangent);
      for (auto [i, cotangent] : llvm::zip(carries, running))
        seeds.emplace_back(loop.getYieldedValues()[i], cotangent);
      FailureOr<Cotangents> cotangents = context.pullbackRegion(
          loop.getRegion(), seeds, &scope, {{loop.getInductionVar(), index}});
      if (failed(cotangents))
        return failure();
      SmallVector<Value> yields;
      for (unsigned i : carries) {
        Value carry = loop.getRegionIterArg(i);
        Value cotangent = cotangents->lookup(carry);
        if (!cotangent)
          cotangent =
              zeroForCarry(loop, carry, running[yields.size()], scope, context);
        if (!cotangent)
          return failure();
        yields.push_back(context.convert(cotangent, carry.getType(), loc));
      }
      for (auto [capture, init] :
           llvm::zip(captures, ArrayRef(inits).drop_front(carries.size())))
        yields.push_back(
            context.convert(cotangents->lookup(capture), init.getType(), loc));
      scf::YieldOp::create(b, loc, yields);
      standIns = llvm::to_vector(scope.all());
    }
    SmallVector<Value> forwardInits(loop.getInitArgs());
    if (failed(keepResiduals(loop, standIns, reverse, trip, context)))
      return failure();
    for (auto [i, cotangent] : llvm::zip(carries, reverse.getResults()))
      context.accumulate(forwardInits[i], cotangent);
    for (auto [capture, cotangent] :
         llvm::zip(captures, reverse.getResults().drop_front(carries.size())))
      context.accumulate(capture, cotangent);
    return success();
  }

private:
  /// Returns a zero cotangent for a carry that the body does not read. Sizes
  /// that the body does not compute are taken from `running`, the cotangent
  /// that the reverse loop carries.
  static Value zeroForCarry(scf::ForOp loop, Value carry, Value running,
                            RegionScope &scope, ReverseContext &context) {
    OpBuilder &b = context.builder();
    Location loc = loop.getLoc();
    Type type = carry.getType();
    if (!hasZero(type)) {
      DerivativeContext::emitUnsupported(
          loop, "needs a zero in its derivative, for a carry of type " +
                    debugString(type) + ", which cannot represent one");
      return {};
    }
    SmallVector<OpFoldResult> sizes;
    if (isa<RankedTensorType>(type))
      sizes = context.primalShape(carry);
    for (auto [dim, size] : llvm::enumerate(sizes))
      if (auto value = dyn_cast<Value>(size))
        size = loop->isAncestor(value.getParentRegion()->getParentOp())
                   ? scope.save(value)
                   : b.createOrFold<tensor::DimOp>(loc, running, dim);
    return createZero(b, loc, type, sizes);
  }

  /// Adds a stack to the primal loop for each value in `read`, the stand-ins
  /// that the reverse loop uses, and replaces the stand-ins.
  static LogicalResult keepResiduals(scf::ForOp loop,
                                     ArrayRef<UnrealizedConversionCastOp> read,
                                     scf::ForOp reverse, Value trip,
                                     ReverseContext &context) {
    if (read.empty())
      return success();
    LoopInvariants invariants(loop);
    SmallVector<UnrealizedConversionCastOp> standIns =
        RecomputedArithmetic(loop, invariants, read).resolve(reverse, context);
    if (standIns.empty())
      return success();
    Location loc = loop.getLoc();
    OpBuilder b(loop);
    Value trips = createTripCount(b, loop, loop.getLowerBound(),
                                  loop.getUpperBound(), loop.getStep());
    SmallVector<TripStack> stacks;
    SmallVector<Value> inits, next;
    for (UnrealizedConversionCastOp standIn : standIns) {
      Value value = standIn.getOperand(0);
      SmallVector<OpFoldResult> shape;
      if (isa<RankedTensorType>(value.getType()))
        shape = context.primalShape(value);
      FailureOr<TripStack> stack = TripStack::create(
          loop, invariants, standIn, getAsOpFoldResult(trips), shape);
      if (failed(stack))
        return failure();
      inits.push_back(stack->initial);
      stacks.push_back(std::move(*stack));
    }
    b.setInsertionPoint(loop.getBody()->getTerminator());
    Value here = createIterationIndex(b, loop);
    for (TripStack &stack : stacks) {
      Value running = addCarry(loop, stack.initial.getType());
      next.push_back(stack.push(b, loc, here, running));
    }
    addYields(loop, next);
    unsigned numResults = loop.getNumResults();
    scf::ForOp rebuilt = rebuildWithCarries(loop, inits, context);
    for (auto [stack, result] :
         llvm::zip(stacks, rebuilt.getResults().drop_front(numResults))) {
      OpBuilder::InsertionGuard guard(context.builder());
      context.builder().setInsertionPoint(reverse);
      Value full = context.residual(stack.standIn.getOperand(0), result,
                                    /*isStack=*/true);
      SmallVector<OpFoldResult> shape = context.primal(stack.shape);
      context.builder().setInsertionPoint(stack.standIn);
      StandIns::resolve(stack.standIn,
                        stack.top(context.builder(), loc, trip, full, shape));
    }
    return success();
  }
};
} // namespace

void sg::rules::attachForRule(MLIRContext *context) {
  scf::ForOp::attachInterface<ForRule>(*context);
}
