//===- ReverseSweep.cpp - The sweep of reverse mode -----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReverseSweep.h"
#include "mlir/IR/TypeUtilities.h"
#include "sg/StructuredOps/Effects.h"

using namespace mlir;
using namespace sg;
using namespace sg::grad;

LogicalResult sg::grad::checkRepeatable(Operation *recomputed) {
  Operation *op = findNonRepeatableOp(recomputed);
  if (!op)
    return success();
  InFlightDiagnostic error =
      op->emitOpError()
      << "is recomputed in reverse mode, but reads or writes memory or runs "
         "unknown code, which may then give another result";
  error.attachNote(op->getLoc()) << "compute it outside and pass its result in";
  return error;
}

Value ReverseSweep::cotangent(Value value) {
  Slot *slot = find(value);
  if (!slot)
    return {};
  if (!slot->rounded)
    slot->rounded = convert(sum(value, *slot), value.getType(), value.getLoc());
  return slot->rounded;
}

Value ReverseSweep::wideCotangent(Value value) {
  Slot *slot = find(value);
  return slot ? sum(value, *slot) : Value();
}

void ReverseSweep::accumulate(Value value, Value contribution) {
  if (!sweep.getRules().empty())
    sweep.getRules().back().state(value);
  addTo(value, contribution);
}

void ReverseSweep::addTo(Value value, Value contribution) {
  // Report at most one error per rule.
  if (!contribution || !isActive(value) || sweep.hasFailed())
    return;
  MutableArrayRef<RuleEffects> rules = sweep.getRules();
  if (!rules.empty() &&
      failed(rules.back().checkType(value, contribution.getType(),
                                    getAccumulatorType(value.getType()))))
    return sweep.fail();
  if (!isKnown(value)) {
    rules[levels.back().rule].reportUnseeded(value);
    return sweep.fail();
  }
  Slot &slot = levels.back().slots[value];
  slot.contributions.push_back(contribution);
  slot.rounded = {};
}

Value ReverseSweep::take(Value value) {
  Slot *slot = find(value);
  if (!slot)
    return {};
  Value running = convert(sum(value, *slot),
                          getAccumulatorType(value.getType()), value.getLoc());
  levels.back().slots.erase(value);
  return running;
}

void ReverseSweep::replace(Operation *op, ValueRange results) {
  for (auto [from, to] : llvm::zip(op->getResults(), results))
    for (Level &level : levels)
      if (auto it = level.slots.find(from); it != level.slots.end()) {
        Slot slot = it->second;
        level.slots[to] = slot;
      }
  for (RuleEffects &rule : sweep.getRules())
    for (auto [from, to] : llvm::zip(op->getResults(), results))
      rule.replace(from, to);
  sweep.replace(op, results);
}

FailureOr<Cotangents> ReverseSweep::pullbackRegion(Region &region, Seeds seeds,
                                                   RegionScope *scope,
                                                   Seeds available) {
  return pull(region, seeds, {}, scope, available);
}

FailureOr<Cotangents> ReverseSweep::pullbackCopy(Region &copy, Seeds seeds,
                                                 ValueRange wrt) {
  if (failed(checkRepeatable(copy.getParentOp())))
    return failure();
  SmallVector<Value> results =
      llvm::map_to_vector(seeds, [](auto &seed) { return seed.first; });
  Activity activity(copy, SmallVector<Value>(wrt), results,
                    sweep.source.getSummaries());
  auto scope = sweep.enterCopy(activity);
  OpBuilder::InsertionGuard guard(builder());
  Block &block = copy.front();
  if (block.mightHaveTerminator())
    builder().setInsertionPoint(block.getTerminator());
  else
    builder().setInsertionPointToEnd(&block);
  return pull(copy, seeds, wrt, nullptr, {});
}

Value ReverseSweep::residual(Value saved, Value holder, bool isStack) {
  sweep.observer().held(saved, holder, isStack);
  return primal(holder);
}

FailureOr<SplitFunction> ReverseSweep::splitFunction(Operation *call,
                                                     SymbolRefAttr callee,
                                                     const BitVector &varied,
                                                     const BitVector &useful) {
  // If a call has equal operands, pass their running cotangent only once.
  BitVector running(varied.size());
  llvm::SmallPtrSet<Value, 4> seen;
  for (auto [i, operand] :
       llvm::enumerate(cast<CallOpInterface>(call).getArgOperands()))
    running[i] = find(operand) && seen.insert(operand).second;
  return sweep.source.splitFunction(
      call, sweep.source.getSummaries().lookup(call, callee), varied, useful,
      running);
}

ReverseSweep::Slot *ReverseSweep::find(Value value) {
  auto it = levels.back().slots.find(value);
  return it == levels.back().slots.end() ? nullptr : &it->second;
}

bool ReverseSweep::isKnown(Value value) const {
  const Level &level = levels.back();
  return value.getParentRegion() == level.region ||
         llvm::is_contained(level.captured, value);
}

Value ReverseSweep::sum(Value value, Slot &slot) {
  if (slot.contributions.size() == 1)
    return slot.contributions.front();
  Location loc = value.getLoc();
  bool areNarrow = llvm::all_of(slot.contributions, [&](Value contribution) {
    return getElementTypeOrSelf(contribution) == getElementTypeOrSelf(value);
  });
  if (slot.contributions.size() > 2 || !areNarrow)
    for (Value &contribution : slot.contributions)
      contribution =
          convert(contribution, getAccumulatorType(value.getType()), loc);
  Value total;
  for (Value contribution : slot.contributions)
    total = add(total, contribution, loc);
  slot.contributions = {total};
  return total;
}

LogicalResult ReverseSweep::runRule(Operation *op,
                                    DifferentiableOpInterface rule) {
  auto scope = sweep.enterRule(op);
  SmallVector<Value> results;
  llvm::copy_if(op->getResults(), std::back_inserter(results),
                [&](Value result) { return find(result); });
  for (Value source : findSources(op, results, sweep.getFlow()))
    if (isActive(source))
      sweep.getRules().back().require(source);
  if (failed(rule.pullback(*this)))
    return failure();
  return sweep.hasFailed() ? failure() : sweep.getRules().back().checkStated();
}

FailureOr<Cotangents> ReverseSweep::pull(Region &region, Seeds seeds,
                                         ValueRange wrt, RegionScope *scope,
                                         Seeds available) {
  auto frame = sweep.enter(region, scope, available);
  Sweep::Scoped<Level> level(levels,
                             Level(region, sweep.getRules().size() - 1));
  // Collect the values whose cotangents the caller needs, in a deterministic
  // order.
  SmallVector<Value> wanted(region.getArguments());
  auto addCaptured = [&](Value value) {
    if (value.getParentRegion() == &region ||
        llvm::is_contained(levels.back().captured, value))
      return;
    levels.back().captured.push_back(value);
    wanted.push_back(value);
  };
  llvm::for_each(wrt, addCaptured);
  for (auto [value, cotangent] : seeds)
    addCaptured(value);
  for (auto [value, cotangent] : seeds)
    addTo(value, cotangent);

  SmallVector<Operation *> ops =
      llvm::map_to_vector(region.front(), [](Operation &op) { return &op; });
  for (Operation *op : llvm::reverse(ops)) {
    if (llvm::none_of(op->getResults(), [&](Value v) { return find(v); })) {
      sweep.skip(op);
      continue;
    }
    if (failed(sweep.apply(op, [&](DifferentiableOpInterface rule) {
          return runRule(op, rule);
        })))
      return failure();
  }
  Cotangents result;
  for (Value value : wanted)
    if (Value known = wideCotangent(value))
      result[value] = known;
  return result;
}
