//===- Reverse.cpp - Reverse mode -----------------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reverse sweep follows the primal program, in one function or in a second
// one. A cotangent is the sum of what the uses of a value contribute; it is
// formed when the sweep reaches the value. Over narrow floats (f16, bf16, f8)
// it is formed in f32 and rounded once.
//
//===----------------------------------------------------------------------===//

#include "Reverse.h"
#include "Sweep.h"
#include "mlir/IR/TypeUtilities.h"
#include "sg/StructuredOps/DeadCode.h"
#include "sg/StructuredOps/Effects.h"

using namespace mlir;
using namespace sg;
using namespace sg::grad;

/// What is computed again in reverse must give the same again.
static LogicalResult checkRepeatable(Operation *recomputed) {
  Operation *op = findUnrepeatable(recomputed);
  if (!op)
    return success();
  InFlightDiagnostic error =
      op->emitOpError() << "is computed again in reverse mode, but reads or "
                           "writes memory or runs unknown code, which may give "
                           "something else by then";
  error.attachNote(op->getLoc())
      << "compute it outside and pass on what it gives";
  return error;
}

namespace {
class Reverse final : public SweepContext<ReverseContext> {
public:
  using SweepContext::SweepContext;

  Value cotangent(Value value) override {
    Slot *slot = find(value);
    if (!slot)
      return {};
    if (!slot->rounded)
      slot->rounded =
          convert(sum(value, *slot), value.getType(), value.getLoc());
    return slot->rounded;
  }

  Value wideCotangent(Value value) override {
    Slot *slot = find(value);
    return slot ? sum(value, *slot) : Value();
  }

  void accumulate(Value value, Value contribution) override {
    if (!contribution || !isActive(value))
      return;
    assert(isKnown(value) && "a rule must seed what a region captures");
    Slot &slot = levels.back().slots[value];
    slot.terms.push_back(contribution);
    slot.rounded = {};
  }

  Value take(Value value) override {
    Slot *slot = find(value);
    if (!slot)
      return {};
    Value running = convert(
        sum(value, *slot), getAccumulatorType(value.getType()), value.getLoc());
    levels.back().slots.erase(value);
    return running;
  }

  void replace(Operation *op, ValueRange results) override {
    for (auto [from, to] : llvm::zip(op->getResults(), results))
      for (Level &level : levels)
        if (auto it = level.slots.find(from); it != level.slots.end()) {
          Slot slot = it->second;
          level.slots[to] = slot;
        }
    sweep.replace(op, results);
  }

  FailureOr<Cotangents> pullbackRegion(Region &region, Seeds seeds,
                                       RegionScope *scope,
                                       Seeds available) override {
    return pull(region, seeds, {}, scope, available);
  }

  FailureOr<Cotangents> pullbackCopy(Region &copy, Seeds seeds,
                                     ValueRange wrt) override {
    if (failed(checkRepeatable(copy.getParentOp())))
      return failure();
    SmallVector<Value> results =
        llvm::map_to_vector(seeds, [](auto &seed) { return seed.first; });
    Activity activity(copy, SmallVector<Value>(wrt), results,
                      sweep.cache.getSummaries());
    auto scope = sweep.enter(activity);
    OpBuilder::InsertionGuard guard(builder());
    Block &block = copy.front();
    if (block.mightHaveTerminator())
      builder().setInsertionPoint(block.getTerminator());
    else
      builder().setInsertionPointToEnd(&block);
    return pull(copy, seeds, wrt, nullptr, {});
  }

  void recordHolder(Value saved, Value holder, bool isStack) override {
    sweep.recorder.holds(saved, holder, isStack);
  }

  FailureOr<SplitFunction> splitFunction(Operation *call, SymbolRefAttr callee,
                                         const BitVector &varied,
                                         const BitVector &useful) override {
    // Of an operand that is passed twice the running cotangent can be handed
    // over once.
    BitVector running(varied.size());
    llvm::SmallPtrSet<Value, 4> seen;
    for (auto [i, operand] :
         llvm::enumerate(cast<CallOpInterface>(call).getArgOperands()))
      running[i] = find(operand) && seen.insert(operand).second;
    return sweep.cache.splitFunction(
        call, sweep.cache.getSummaries().lookup(call, callee), varied, useful,
        running);
  }

private:
  /// What the uses of a value have contributed so far.
  struct Slot {
    SmallVector<Value, 2> terms;
    Value rounded; // their sum in the type of the value, once asked for
  };
  struct Level {
    explicit Level(Region &region) : region(&region) {}
    Region *region;
    DenseMap<Value, Slot> slots;
    SmallVector<Value> captured;
  };

  Slot *find(Value value) {
    auto it = levels.back().slots.find(value);
    return it == levels.back().slots.end() ? nullptr : &it->second;
  }

  /// Whether the innermost region defines `value` or was told of it. Anything
  /// else would be lost when the region is done.
  bool isKnown(Value value) const {
    const Level &level = levels.back();
    return value.getParentRegion() == level.region ||
           llvm::is_contained(level.captured, value);
  }

  /// Two narrow terms are added as they are: f32 has more than twice their
  /// digits, so rounding the sum of two from f32 gives the same.
  Value sum(Value value, Slot &slot) {
    if (slot.terms.size() == 1)
      return slot.terms.front();
    Location loc = value.getLoc();
    bool areNarrow = llvm::all_of(slot.terms, [&](Value term) {
      return getElementTypeOrSelf(term) == getElementTypeOrSelf(value);
    });
    if (slot.terms.size() > 2 || !areNarrow)
      for (Value &term : slot.terms)
        term = convert(term, getAccumulatorType(value.getType()), loc);
    Value total;
    for (Value term : slot.terms)
      total = add(total, term, loc);
    slot.terms = {total};
    return total;
  }

  /// The reverse of a block at the builder.
  FailureOr<Cotangents> pull(Region &region, Seeds seeds, ValueRange wrt,
                             RegionScope *scope, Seeds available) {
    auto frame = sweep.enter(region, scope, available);
    Sweep::Scoped<Level> level(levels, Level(region));
    // What the caller will want to know, in an order of its own.
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
      accumulate(value, cotangent);

    SmallVector<Operation *> ops =
        llvm::map_to_vector(region.front(), [](Operation &op) { return &op; });
    for (Operation *op : llvm::reverse(ops)) {
      if (llvm::none_of(op->getResults(), [&](Value v) { return find(v); })) {
        sweep.skip(op);
        continue;
      }
      if (failed(sweep.apply(op, [&](DifferentiableOpInterface rule) {
            return rule.pullback(*this);
          })))
        return failure();
    }
    Cotangents result;
    for (Value value : wanted)
      if (Value known = wideCotangent(value))
        result[value] = known;
    return result;
  }

  SmallVector<Level> levels;
};

/// Residuals of a function: operands of the call where they are arguments,
/// else further results of the forward half.
class SplitScope final : public RegionScope {
public:
  SplitScope(func::FuncOp forward, func::FuncOp backward,
             SmallVectorImpl<SplitFunction::Input> &inputs)
      : forward(forward), backward(backward), inputs(inputs) {}

  Value save(Value value) override {
    auto argument = dyn_cast<BlockArgument>(value);
    if (argument) {
      inputs.push_back({/*isOperand=*/true, argument.getArgNumber()});
    } else {
      Operation *end = forward.getBody().front().getTerminator();
      // A result of the function need not be returned a second time.
      unsigned count = end->getNumOperands(), position = count;
      for (OpOperand &use : value.getUses()) // there are many more results
        if (use.getOwner() == end)
          position = std::min(position, use.getOperandNumber());
      if (position == count)
        end->insertOperands(position, value);
      inputs.push_back({/*isOperand=*/false, position});
    }
    Block &body = backward.getBody().front();
    return body.insertArgument(inputs.size() - 1, value.getType(),
                               value.getLoc());
  }

  /// The caller has the arguments; but a tensor would be kept alive.
  bool isFree(Value value) const override {
    return isa<BlockArgument>(value) && !isa<ShapedType>(value.getType());
  }

private:
  func::FuncOp forward, backward;
  SmallVectorImpl<SplitFunction::Input> &inputs;
};
} // namespace

FailureOr<PullbackFunction> sg::grad::generatePullbackFunction(
    DerivativeCache &cache, func::FuncOp pullback, const BitVector &varied,
    const BitVector &useful, FunctionRecord &record) {
  record.derivative = pullback.getName();
  Activity activity =
      decomposeActive(pullback, varied, useful, record, cache.getSummaries());
  if (failed(checkActivity(pullback, varied, useful, activity,
                           cache.getSummaries())))
    return failure();

  Block &body = pullback.getBody().front();
  Operation *end = body.getTerminator();
  SmallVector<std::pair<Value, Value>> seeds;
  for (unsigned j : useful.set_bits()) {
    Value result = end->getOperand(j);
    Value cotangent = body.addArgument(result.getType(), result.getLoc());
    seeds.emplace_back(result, cotangent);
  }
  PullbackFunction result{pullback, {}};
  unsigned numResults = end->getNumOperands();
  {
    Reverse reverse(cache, activity, record);
    reverse.builder().setInsertionPoint(end);
    FailureOr<Cotangents> cotangents =
        reverse.pullbackRegion(pullback.getBody(), seeds, nullptr, {});
    if (failed(cotangents))
      return failure();
    for (unsigned i : varied.set_bits()) {
      Value argument = body.getArgument(i);
      if (Value cotangent = cotangents->lookup(argument)) {
        cotangent =
            reverse.convert(cotangent, argument.getType(), argument.getLoc());
        end->insertOperands(end->getNumOperands(), cotangent);
        result.outputs.push_back(i);
      }
    }
    reverse.recorder().finish(end->getOperands(), numResults,
                              /*isSplit=*/false);
  }
  updateFunctionType(pullback);
  eraseUnread(pullback.getBody());
  return result;
}

FailureOr<SplitFunction>
sg::grad::generateSplitFunction(DerivativeCache &cache, func::FuncOp function,
                                const BitVector &varied,
                                const BitVector &useful) {
  func::FuncOp forward = cloneFunction(function, "_vjp_fwd");
  func::FuncOp backward = createFunction(
      forward, function.getName() + "_vjp_bwd", function.getLoc());
  FunctionRecord &record = cache.getRecord().open(function, Mode::Reverse);
  record.derivative = forward.getName();
  record.isHalf = true;
  Activity activity =
      decomposeActive(forward, varied, useful, record, cache.getSummaries());
  if (failed(checkActivity(forward, varied, useful, activity,
                           cache.getSummaries())))
    return failure();

  Block &body = backward.getBody().front();
  Operation *end = forward.getBody().front().getTerminator();
  unsigned numResults = end->getNumOperands();
  SmallVector<std::pair<Value, Value>> seeds;
  for (unsigned j : useful.set_bits()) {
    Value result = end->getOperand(j);
    Value cotangent = body.addArgument(result.getType(), result.getLoc());
    seeds.emplace_back(result, cotangent);
  }
  SplitFunction result{forward, backward, {}, {}};
  SmallVector<Value> returned;
  {
    SplitScope scope(forward, backward, result.inputs);
    Reverse reverse(cache, activity, record);
    reverse.builder().setInsertionPointToEnd(&body);
    FailureOr<Cotangents> cotangents =
        reverse.pullbackRegion(forward.getBody(), seeds, &scope, {});
    if (failed(cotangents))
      return failure();
    for (unsigned i : varied.set_bits()) {
      Value argument = forward.getArgument(i);
      if (Value cotangent = cotangents->lookup(argument)) {
        cotangent =
            reverse.convert(cotangent, argument.getType(), argument.getLoc());
        returned.push_back(cotangent);
        result.outputs.push_back(i);
      }
    }
    func::ReturnOp::create(reverse.builder(), function.getLoc(), returned);
    reverse.recorder().finish(end->getOperands(), numResults,
                              /*isSplit=*/true);
  }
  updateFunctionType(backward);
  updateFunctionType(forward);
  eraseUnread(backward.getBody());
  eraseUnread(forward.getBody());
  // Nothing kept: the function itself will do.
  if (forward.getNumResults() == numResults) {
    forward.erase();
    result.forward = function;
    record.derivative = function.getName();
  }
  return result;
}

/// The function whose derivative stands for that of `function`.
static func::FuncOp getRecomputed(func::FuncOp function) {
  if (auto name = function->getAttrOfType<FlatSymbolRefAttr>(kCheckpointAttr))
    if (auto other =
            SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(function, name))
      return other;
  return function;
}

FailureOr<SplitFunction> sg::grad::generateRecomputingFunction(
    DerivativeCache &cache, func::FuncOp function, const BitVector &varied,
    const BitVector &useful, const BitVector &running, StringRef reason,
    function_ref<void(const SplitFunction &)> announce) {
  func::FuncOp recomputed = getRecomputed(function);
  if (failed(checkRepeatable(recomputed)))
    return failure();
  func::FuncOp backward = cloneFunction(recomputed, "_vjp_bwd");
  Block &body = backward.getBody().front();
  unsigned numArguments = body.getNumArguments();
  Operation *end = body.getTerminator();
  SplitFunction result{function, backward, {}, {}, {}};
  for (unsigned i = 0; i < numArguments; ++i)
    result.inputs.push_back({/*isOperand=*/true, i});

  for (unsigned j : useful.set_bits())
    body.addArgument(end->getOperand(j).getType(), end->getOperand(j).getLoc());
  for (unsigned i : running.set_bits()) {
    BlockArgument argument = body.getArgument(i);
    body.addArgument(getAccumulatorType(argument.getType()), argument.getLoc());
    result.running.push_back(i);
  }
  SmallVector<Type> types;
  for (unsigned i : varied.set_bits()) {
    Type type = body.getArgument(i).getType();
    types.push_back(running[i] ? getAccumulatorType(type) : type);
    result.outputs.push_back(i);
  }
  backward.setFunctionType(
      FunctionType::get(function.getContext(), body.getArgumentTypes(), types));
  announce(result);

  FunctionRecord &record = cache.getRecord().open(function, Mode::Reverse);
  record.derivative = backward.getName();
  record.isRecomputed = true;
  record.events.push_back({RecordedEvent::Recomputed, getPlace(function)});
  record.events.back().reason = reason.str();
  Activity activity =
      decomposeActive(backward, varied, useful, record, cache.getSummaries());
  if (failed(checkActivity(backward, varied, useful, activity,
                           cache.getSummaries())))
    return failure();
  SmallVector<std::pair<Value, Value>> seeds;
  unsigned next = numArguments;
  for (unsigned j : useful.set_bits())
    seeds.emplace_back(end->getOperand(j), body.getArgument(next++));
  for (unsigned i : result.running)
    seeds.emplace_back(body.getArgument(i), body.getArgument(next++));
  {
    Reverse reverse(cache, activity, record);
    OpBuilder &b = reverse.builder();
    b.setInsertionPoint(end);
    FailureOr<Cotangents> cotangents =
        reverse.pullbackRegion(backward.getBody(), seeds, nullptr, {});
    if (failed(cotangents))
      return failure();
    SmallVector<Value> returned;
    llvm::DenseMap<unsigned, Value> known;
    for (auto [k, i] : llvm::enumerate(result.running))
      known[i] = body.getArgument(numArguments + useful.count() + k);
    for (auto [i, type] : llvm::zip_equal(result.outputs, types)) {
      Value argument = body.getArgument(i);
      Value cotangent = cotangents->lookup(argument);
      if (!cotangent) // nothing is added to it
        cotangent = known.lookup(i);
      returned.push_back(
          cotangent ? reverse.convert(cotangent, type, argument.getLoc())
                    : reverse.zero(argument, type));
    }
    SmallVector<Value> results(end->getOperands());
    end->setOperands(returned);
    reverse.recorder().finish(results, results.size(), /*isSplit=*/false);
    if (reverse.hasFailed())
      return failure();
  }
  eraseUnread(backward.getBody());
  return result;
}
