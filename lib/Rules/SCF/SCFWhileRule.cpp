//===- SCFWhileRule.cpp - Derivative rule of scf.while --------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reverse mode decomposes the loop. A copy of the loop, reduced to the ops that
// determine the trip count, counts the iterations first. An scf.for over the
// count then replaces the loop, and a final copy of `before` computes the
// results.
//
//   scf.while: before, (condition, after, before)*
//   becomes:   count;  scf.for 0 to count: before, after;  before
//
// If `after` has no ops and all shapes are static, one copy of `before`
// suffices. The code size of nested do-while loops is then linear in the depth:
//
//              count;  scf.for 0 to count + 1: before
//
// The trip count gives stacks their exact size. (One-shot bufferization would
// reallocate a growing stack at each push.) Derivative code contains only
// scf.for, so that higher orders and checkpoints need only the rule of scf.for.
// The cost is one more execution of the counting ops per nesting level: a
// factor of depth + 1 if all ops determine the trip count, and negligible if
// only a counter does. Upstream's upliftWhileToForLoop would avoid only this
// cost, and assumes a positive step.
//
// A loop that is executed twice must have no side effect.
//
//===----------------------------------------------------------------------===//

#include "SCFRules.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Matchers.h"
#include "sg/Rules/RuleKinds.h"
#include "sg/StructuredOps/DeadCode.h"
#include "sg/StructuredOps/Effects.h"

using namespace mlir;
using namespace sg;
using namespace sg::grad;
using namespace sg::rules;

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

namespace {
/// The ops of a loop that determine its trip count or may abort the program.
class TripCountSlice {
public:
  explicit TripCountSlice(scf::WhileOp loop) : loop(loop) {
    need(loop.getConditionOp().getCondition());
    for (Region &region : loop->getRegions())
      for (Operation &op : region.front().without_terminator())
        if (mayAbort(&op))
          needOp(&op);
    while (!queue.empty())
      follow(queue.pop_back_val());
  }

  bool contains(Value value) const { return values.contains(value); }
  bool contains(Operation *op) const { return ops.contains(op); }

private:
  void need(Value value) {
    if (values.insert(value).second)
      queue.push_back(value);
  }

  /// Adds `op`, a direct child of one of the two blocks, and its operands.
  void needOp(Operation *op) {
    if (ops.insert(op).second)
      op->walk([&](Operation *inner) {
        for (Value operand : inner->getOperands())
          need(operand);
      });
  }

  void follow(Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    if (argument && argument.getOwner() == loop.getBeforeBody()) {
      need(loop.getYieldOp().getOperand(argument.getArgNumber()));
    } else if (argument && argument.getOwner() == loop.getAfterBody()) {
      need(loop.getConditionOp().getArgs()[argument.getArgNumber()]);
    } else if (!argument) {
      Operation *op = value.getDefiningOp();
      for (Block *block : {loop.getBeforeBody(), loop.getAfterBody()})
        if (Operation *top = block->findAncestorOpInBlock(*op))
          needOp(top);
    }
  }

  scf::WhileOp loop;
  llvm::DenseSet<Value> values;
  llvm::DenseSet<Operation *> ops;
  SmallVector<Value> queue;
};
} // namespace

/// Emits a loop that counts the executions of `after`. Returns the count.
static Value countTrips(OpBuilder &b, scf::WhileOp loop) {
  Location loc = loop.getLoc();
  TripCountSlice part(loop);
  auto keep = [&](Block *block, ValueRange values) {
    SmallVector<Value> kept;
    for (auto [argument, value] : llvm::zip(block->getArguments(), values))
      if (part.contains(argument))
        kept.push_back(value);
    return kept;
  };
  auto copy = [&](OpBuilder &b, Block *from, ValueRange arguments) {
    IRMapping map;
    map.map(keep(from, from->getArguments()), arguments);
    for (Operation &op : from->without_terminator())
      if (part.contains(&op))
        b.clone(op, map);
    return map;
  };
  auto mapped = [](ValueRange values, IRMapping &map) {
    return llvm::map_to_vector(values,
                               [&](Value v) { return map.lookupOrDefault(v); });
  };

  // The last carry of the counting loop is the count.
  Block *before = loop.getBeforeBody(), *after = loop.getAfterBody();
  SmallVector<Value> inits = keep(before, loop.getInits());
  inits.push_back(arith::ConstantIndexOp::create(b, loc, 0));
  SmallVector<Type> types;
  for (Value argument : keep(after, after->getArguments()))
    types.push_back(argument.getType());
  types.push_back(b.getIndexType());
  auto counting = scf::WhileOp::create(
      b, loc, types, inits,
      [&](OpBuilder &b, Location loc, ValueRange arguments) {
        IRMapping map = copy(b, before, arguments.drop_back());
        scf::ConditionOp condition = loop.getConditionOp();
        SmallVector<Value> passed =
            mapped(keep(after, condition.getArgs()), map);
        passed.push_back(arguments.back());
        scf::ConditionOp::create(
            b, loc, map.lookupOrDefault(condition.getCondition()), passed);
      },
      [&](OpBuilder &b, Location loc, ValueRange arguments) {
        IRMapping map = copy(b, after, arguments.drop_back());
        SmallVector<Value> yields =
            mapped(keep(before, loop.getYieldOp().getOperands()), map);
        Value one = arith::ConstantIndexOp::create(b, loc, 1);
        yields.push_back(arith::AddIOp::create(b, loc, arguments.back(), one));
        scf::YieldOp::create(b, loc, yields);
      });
  return counting.getResults().back();
}

/// Replaces counters (carries with a constant step) by functions of the
/// induction variable, which need no residuals. The replacement is exact
/// because integers wrap around.
static void replaceCounters(scf::ForOp loop) {
  for (auto [carry, init, yielded] :
       llvm::zip(loop.getRegionIterArgs(), loop.getInitArgs(),
                 loop.getYieldedValues())) {
    auto next = yielded.getDefiningOp<arith::AddIOp>();
    if (!next || !carry.getType().isIntOrIndex())
      continue;
    Value step = next.getLhs() == carry ? next.getRhs() : next.getLhs();
    APInt constant;
    bool isCounter = next.getLhs() == carry || next.getRhs() == carry;
    if (!isCounter || !matchPattern(step, m_ConstantInt(&constant)))
      continue;
    Location loc = carry.getLoc();
    auto b = OpBuilder::atBlockBegin(loop.getBody());
    Type type = carry.getType();
    Value steps = loop.getInductionVar();
    if (!type.isIndex())
      steps = arith::IndexCastOp::create(b, loc, type, steps);
    step = arith::ConstantOp::create(b, loc, b.getIntegerAttr(type, constant));
    Value offset = arith::MulIOp::create(b, loc, steps, step);
    carry.replaceAllUsesWith(arith::AddIOp::create(b, loc, init, offset));
  }
}

/// Returns true if `after` has no ops and all shapes are static. (A loop lifted
/// from branches between blocks may pass undefined values, whose dynamic sizes
/// must not determine the shape of a derivative.)
static bool isPlainDoWhile(scf::WhileOp loop) {
  return loop.getAfterBody()->without_terminator().empty() &&
         llvm::all_of(loop.getResultTypes(), [](Type type) {
           auto shaped = dyn_cast<ShapedType>(type);
           return !shaped || shaped.hasStaticShape();
         });
}

/// Clones `block` to the insertion point. Returns the clones of `values`.
static SmallVector<Value> inlineBlock(OpBuilder &b, Block *block,
                                      ValueRange arguments, ValueRange values) {
  IRMapping map;
  map.map(block->getArguments(), arguments);
  for (Operation &op : block->without_terminator())
    b.clone(op, map);
  return llvm::map_to_vector(values,
                             [&](Value v) { return map.lookupOrDefault(v); });
}

//===----------------------------------------------------------------------===//
// The rule
//===----------------------------------------------------------------------===//

namespace {
struct WhileRule
    : DifferentiableOpInterface::ExternalModel<WhileRule, scf::WhileOp> {
  void derivativeFlow(Operation *op, FlowContext &flow) const {
    auto loop = cast<scf::WhileOp>(op);
    for (auto [init, yielded, argument] :
         llvm::zip(loop.getInits(), loop.getYieldOp().getOperands(),
                   loop.getBeforeArguments())) {
      flow.edge(init, argument);
      flow.edge(yielded, argument);
    }
    for (auto [passed, argument, result] :
         llvm::zip(loop.getConditionOp().getArgs(), loop.getAfterArguments(),
                   loop.getResults())) {
      flow.edge(passed, argument);
      flow.edge(passed, result);
    }
  }

  SmallVector<Value> decompose(Operation *op, OpBuilder &b,
                               DecompositionContext &context) const {
    auto loop = cast<scf::WhileOp>(op);
    if (context.mode() == Mode::Forward || findSideEffect(op))
      return {};
    Location loc = loop.getLoc();
    Value trips = countTrips(b, loop);
    bool isDoWhile = isPlainDoWhile(loop);
    if (isDoWhile) {
      Value one = arith::ConstantIndexOp::create(b, loc, 1);
      trips = arith::AddIOp::create(b, loc, trips, one);
    }
    ValueRange passed = loop.getConditionOp().getArgs();
    ValueRange yielded = loop.getYieldOp().getOperands();
    // The single copy of a do-while loop also needs a carry for each value that
    // the loop returns but does not carry.
    SmallVector<Value> inits(loop.getInits());
    SmallVector<unsigned> positions, added;
    for (auto [i, argument] : llvm::enumerate(loop.getAfterArguments())) {
      unsigned position = llvm::find(yielded, argument) - yielded.begin();
      if (isDoWhile && position == yielded.size()) {
        position = inits.size();
        added.push_back(i);
        inits.push_back(ub::PoisonOp::create(b, loc, passed[i].getType()));
      }
      positions.push_back(position);
    }
    Value zero = arith::ConstantIndexOp::create(b, loc, 0);
    Value one = arith::ConstantIndexOp::create(b, loc, 1);
    auto counted = scf::ForOp::create(
        b, loc, zero, trips, one, inits,
        [&](OpBuilder &b, Location loc, Value, ValueRange carries) {
          SmallVector<Value> between =
              inlineBlock(b, loop.getBeforeBody(),
                          carries.take_front(yielded.size()), passed);
          SmallVector<Value> yields =
              inlineBlock(b, loop.getAfterBody(), between, yielded);
          for (unsigned i : added)
            yields.push_back(between[i]);
          scf::YieldOp::create(b, loc, yields);
        });
    counted->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
    replaceCounters(counted);
    eraseDeadOps(counted.getRegion());
    if (!isDoWhile)
      return inlineBlock(b, loop.getBeforeBody(), counted.getResults(), passed);
    return llvm::map_to_vector(positions, [&](unsigned position) -> Value {
      return counted.getResult(position);
    });
  }

  LogicalResult pushforward(Operation *op, ForwardContext &context) const {
    auto loop = cast<scf::WhileOp>(op);
    OpBuilder &b = context.builder();
    Block *before = loop.getBeforeBody(), *after = loop.getAfterBody();
    SmallVector<unsigned> carried, passed;
    for (BlockArgument argument : before->getArguments())
      if (context.isActive(argument))
        carried.push_back(argument.getArgNumber());
    for (OpResult result : loop->getResults())
      if (unsigned i = result.getResultNumber();
          context.isActive(result) || context.isActive(after->getArgument(i)))
        passed.push_back(i);

    b.setInsertionPoint(loop);
    SmallVector<Value> inits(loop.getInits());
    for (unsigned i : carried)
      inits.push_back(context.tangentOrZero(loop.getInits()[i]));
    auto addArguments = [](Block *block, ArrayRef<unsigned> positions) {
      SmallVector<std::pair<Value, Value>> seeds;
      for (unsigned i : positions) {
        Value of = block->getArgument(i);
        seeds.emplace_back(of, block->addArgument(of.getType(), of.getLoc()));
      }
      return seeds;
    };
    // Appends the tangents of `values[i]`, for i in `positions`, to the
    // operands of the terminator.
    auto addOperands = [&](Block *block, ValueRange values,
                           ArrayRef<unsigned> positions, Tangents &tangents) {
      Operation *end = block->getTerminator();
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPoint(end);
      SmallVector<Value> added;
      for (unsigned i : positions) {
        Value tangent = tangents.lookup(values[i]);
        added.push_back(tangent ? tangent : context.zero(values[i]));
      }
      end->insertOperands(end->getNumOperands(), added);
    };
    FailureOr<Tangents> tangents = context.pushforwardRegion(
        loop.getBefore(), addArguments(before, carried));
    if (failed(tangents))
      return failure();
    addOperands(before, loop.getConditionOp().getArgs(), passed, *tangents);
    tangents =
        context.pushforwardRegion(loop.getAfter(), addArguments(after, passed));
    if (failed(tangents))
      return failure();
    addOperands(after, loop.getYieldOp().getOperands(), carried, *tangents);

    OpBuilder primal(loop);
    auto newLoop = scf::WhileOp::create(
        primal, loop.getLoc(), TypeRange(after->getArgumentTypes()), inits);
    newLoop->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
    newLoop.getBefore().takeBody(loop.getBefore());
    newLoop.getAfter().takeBody(loop.getAfter());
    unsigned numResults = loop.getNumResults();
    context.replace(loop, newLoop.getResults().take_front(numResults));
    for (auto [k, i] : llvm::enumerate(passed))
      context.setTangent(newLoop.getResult(i),
                         newLoop.getResult(numResults + k));
    return success();
  }

  /// Emits the error for a loop that `decompose` does not replace.
  LogicalResult pullback(Operation *op, ReverseContext &) const {
    Operation *effect = findSideEffect(op);
    if (!effect)
      return DerivativeContext::emitUnsupported(
          op, "was not decomposed into an scf.for");
    InFlightDiagnostic error =
        op->emitOpError()
        << "runs a second time in reverse mode, to count its trips, but has an "
           "effect beyond reading memory";
    error.attachNote(effect->getLoc())
        << "'" << effect->getName()
        << "' may have such an effect; move the op out of the loop, or stop "
           "the derivative of the loop's results with grad.stop_gradient";
    return error;
  }
};
} // namespace

void sg::rules::attachWhileRule(MLIRContext *context) {
  scf::WhileOp::attachInterface<WhileRule>(*context);
}
