//===- StatsObserver.cpp - Observer that records a differentiation --------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A stack keeps a value of a loop for the reverse sweep. A stack of the
// surrounding loop may in turn keep this stack, and so on. The observer follows
// the value to the outermost stack, which is the residual.
//
//===----------------------------------------------------------------------===//

#include "sg/Transforms/StatsObserver.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "sg/Analysis/Activity.h"
#include "sg/Transforms/DerivativeLocations.h"

using namespace mlir;
using namespace sg::grad;

namespace {
class FunctionStatsObserver final : public FunctionObserver {
public:
  explicit FunctionStatsObserver(FunctionRecord &record) : record(record) {}

  /// Records the stops that end a derivative, and the ops without a rule
  /// through which no derivative flows.
  void prepared(FunctionOpInterface program, const Activity &activity) override;
  void beginRule(Operation *op) override { applied.push_back(op); }
  void endRule(Operation *op, bool isApplied) override {
    applied.pop_back();
    record.applied += isApplied;
  }
  void skipped(Operation *op) override;
  void stored(Value value, bool isInside) override;
  void read(Value value) override;
  void held(Value saved, Value holder, bool isStack) override;
  void recomputed(Operation *op, bool isCheap) override;
  void replaced(Value from, Value to) override;
  void finished(ValueRange results, unsigned numOwnResults,
                bool isSplit) override;
  void named(StringRef derivative) override { record.derivative = derivative; }

private:
  /// Returns true in forward mode, which reads primal values directly.
  bool isForward() const { return record.mode == Mode::Forward; }
  RecordedEvent &add(RecordedEvent::Kind kind, RecordedSite place);
  void addReader(RecordedEvent &event);

  FunctionRecord &record;
  SmallVector<Operation *> applied;
  /// Maps a residual to the indices of its events.
  llvm::DenseMap<Value, SmallVector<unsigned, 1>> eventsOf;
  /// Residuals that hold other values: stacks and results of branches.
  llvm::DenseSet<Value> holders;
  /// Maps a recomputed op to the index of its event.
  llvm::DenseMap<Operation *, unsigned> eventOf;
  /// Indices of events to drop unless held() is called for their value.
  llvm::DenseSet<unsigned> pending;
};
} // namespace

RecordedEvent &FunctionStatsObserver::add(RecordedEvent::Kind kind,
                                          RecordedSite place) {
  record.events.push_back({kind, std::move(place)});
  return record.events.back();
}

void FunctionStatsObserver::addReader(RecordedEvent &event) {
  if (applied.empty())
    return;
  RecordedSite reader = getSite(applied.back());
  if (!llvm::is_contained(event.readers, reader))
    event.readers.push_back(reader);
}

static bool hasFloatResult(Operation *op) {
  return llvm::any_of(op->getResultTypes(), isDifferentiable);
}

/// Returns true if `op` is a constant or tensor.empty, which is not kept.
static bool isFreeToKeep(Operation *op) {
  return op->hasTrait<OpTrait::ConstantLike>() || isa<tensor::EmptyOp>(op);
}

void FunctionStatsObserver::skipped(Operation *op) {
  if (hasFloatResult(op) && !isFreeToKeep(op))
    ++record.skipped;
}

void FunctionStatsObserver::stored(Value value, bool isInside) {
  if (isForward())
    return;
  auto known = eventsOf.find(value);
  if (known == eventsOf.end()) {
    Operation *op = value.getDefiningOp();
    if (op && isFreeToKeep(op))
      return;
    bool isArgument =
        !op && isa<FunctionOpInterface>(value.getParentRegion()->getParentOp());
    known = eventsOf.try_emplace(value).first;
    known->second.push_back(record.events.size());
    RecordedEvent &event =
        add(isArgument ? RecordedEvent::Argument : RecordedEvent::Stored,
            getSite(value));
    event.type = value.getType();
    event.size = getRecordedSize(value);
    if (auto call = dyn_cast_or_null<CallOpInterface>(op))
      if (auto callee = dyn_cast<SymbolRefAttr>(call.getCallableForCallee())) {
        event.callee = callee.getLeafReference().str();
        event.calleeResult = cast<OpResult>(value).getResultNumber();
      }
  }
  for (unsigned index : known->second) {
    // Instead of readers of a stack, record the readers of its entries.
    if (!holders.contains(value))
      addReader(record.events[index]);
    if (isInside)
      pending.insert(index);
    else
      pending.erase(index);
  }
}

void FunctionStatsObserver::read(Value value) {
  auto known = eventsOf.find(value);
  if (known == eventsOf.end())
    return;
  for (unsigned index : known->second)
    addReader(record.events[index]);
}

void FunctionStatsObserver::held(Value saved, Value holder, bool isStack) {
  auto known = eventsOf.find(saved);
  if (known == eventsOf.end())
    return;
  SmallVector<unsigned, 1> events = known->second;
  auto &heldBefore = eventsOf[holder];
  for (unsigned index : events)
    record.events[index].isShared |= !heldBefore.empty();
  heldBefore.append(events);
  holders.insert(holder);
  for (unsigned index : events) {
    pending.erase(index);
    RecordedSize &size = record.events[index].size;
    if (!isStack)
      continue;
    int64_t trips = cast<ShapedType>(holder.getType()).getDimSize(0);
    if (!ShapedType::isDynamic(trips)) {
      size.bytes *= trips;
      continue;
    }
    RecordedSite loop = getSite(holder);
    size.factors.insert(size.factors.begin(),
                        {SizeFactor::Trips, loop.location, loop.op});
  }
}

/// Returns the reason why a rule recomputes `op`.
static StringRef getReason(Operation *op) {
  if (OpTrait::hasElementwiseMappableTraits(op))
    return "it is arithmetic on kept or known values";
  if (isa<tensor::SplatOp, linalg::FillOp, linalg::BroadcastOp>(op))
    return "it is computed from fewer elements than it has";
  return "its size is not known before the loop, so that it cannot have a "
         "stack";
}

void FunctionStatsObserver::recomputed(Operation *op, bool isCheap) {
  if (isForward() || isFreeToKeep(op) || op->hasTrait<OpTrait::IsTerminator>())
    return;
  Operation *rule = applied.empty() ? nullptr : applied.back();
  bool isBody = rule && isa<DestinationStyleOpInterface>(rule) &&
                op->getParentOp() == rule;
  Operation *site = isBody ? rule : op;
  auto [known, isNew] = eventOf.try_emplace(site, record.events.size());
  if (isNew) {
    RecordedEvent &event = add(RecordedEvent::Recomputed, getSite(site));
    if (!isBody && op->getNumResults() == 1)
      event.type = op->getResult(0).getType();
    if (isBody)
      event.reason = "the derivative of a structured op runs its body again";
    else if (isCheap)
      event.reason = "this is cheaper than keeping it";
    else
      event.reason = getReason(op);
  }
  if (!isBody)
    addReader(record.events[known->second]);
}

void FunctionStatsObserver::replaced(Value from, Value to) {
  auto known = eventsOf.find(from);
  if (known == eventsOf.end())
    return;
  SmallVector<unsigned, 1> events = known->second;
  eventsOf.erase(known);
  eventsOf[to].append(events);
  if (holders.erase(from))
    holders.insert(to);
}

/// Returns true unless `op` is dead code. Follows up to `depth` uses.
static bool isRead(Operation *op, unsigned depth = 8) {
  if (depth == 0 || op->getNumRegions() != 0 || op->getNumResults() == 0 ||
      !isMemoryEffectFree(op))
    return true;
  return llvm::any_of(op->getUsers(),
                      [&](Operation *user) { return isRead(user, depth - 1); });
}

static bool isDerivativeCode(Operation *op) {
  StringRef role = getRole(op->getLoc());
  return !role.empty() && role != stringify(Role::Primal) && isRead(op);
}

void FunctionStatsObserver::finished(ValueRange results, unsigned numOwnResults,
                                     bool isSplit) {
  for (auto [i, result] : llvm::enumerate(results)) {
    auto known = eventsOf.find(result);
    if (known == eventsOf.end())
      continue;
    for (unsigned index : known->second) {
      RecordedEvent &event = record.events[index];
      event.isResult |= i < numOwnResults;
      if (isSplit && event.kind == RecordedEvent::Stored && !event.position)
        event.position = i;
    }
  }
  // In a single function, a value without remaining readers is no residual.
  if (!isSplit)
    for (auto &[value, events] : eventsOf)
      if (isa<FunctionOpInterface>(value.getParentRegion()->getParentOp()) &&
          llvm::none_of(value.getUsers(), isDerivativeCode))
        pending.insert(events.begin(), events.end());
  std::deque<RecordedEvent> kept;
  for (auto [index, event] : llvm::enumerate(record.events))
    if (!pending.contains(index))
      kept.push_back(std::move(event));
  record.events = std::move(kept);
}

void FunctionStatsObserver::prepared(FunctionOpInterface program,
                                     const Activity &activity) {
  std::optional<FlowGraph::Reached> needed;
  program->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto stop = dyn_cast<StopGradientOp>(op)) {
      if (!activity.isVaried(stop.getInput()))
        return;
      if (!needed)
        needed = activity.findUsefulIgnoringStops(program.getFunctionBody());
      if (needed->contains(stop))
        record.events.push_back({RecordedEvent::Cut, getSite(op)});
      return;
    }
    bool mayDiffer = llvm::any_of(op->getOperandTypes(), [](Type type) {
      return getDifferentiability(type) != Differentiability::None;
    });
    if (isa<DifferentiableOpInterface>(op) || !mayDiffer ||
        !hasFloatResult(op) || llvm::any_of(op->getResults(), [&](Value v) {
          return activity.isActive(v);
        }))
      return;
    record.events.push_back({RecordedEvent::NotNeeded, getSite(op)});
  });
}

std::unique_ptr<FunctionObserver>
StatsObserver::observe(const DerivativeDescription &description) {
  FunctionRecord &record = stats.open(description.function, description.mode);
  record.isHalf = description.form == DerivativeDescription::Half;
  record.isRecomputed = description.form == DerivativeDescription::Recomputed;
  if (record.isRecomputed) {
    record.events.push_back(
        {RecordedEvent::Recomputed, getSite(description.function)});
    record.events.back().reason = description.reason.str();
  }
  return std::make_unique<FunctionStatsObserver>(record);
}

void StatsObserver::provided(FunctionOpInterface function, StringRef derivative,
                             const BitVector &varied, const BitVector &useful) {
  stats.need(function, derivative, varied, useful);
}
