//===- Reverse.cpp - Derivative functions of reverse mode -----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reverse.h"
#include "DerivativeFunctions.h"
#include "ReverseSweep.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "grad-expand-derivatives"

using namespace mlir;
using namespace sg;
using namespace sg::grad;

namespace {
/// Passes residuals to the backward half: arguments directly as operands of the
/// backward call, all other values as additional results of the forward half.
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
      // Reuse a result of the function instead of returning the value again.
      unsigned count = end->getNumOperands(), position = count;
      for (OpOperand &use :
           value.getUses()) // a value has fewer uses than the function results
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

  /// A scalar argument is free, but a tensor's live range would grow.
  bool isFree(Value value) const override {
    return isa<BlockArgument>(value) && !isa<ShapedType>(value.getType());
  }

private:
  func::FuncOp forward, backward;
  SmallVectorImpl<SplitFunction::Input> &inputs;
};
} // namespace

//===----------------------------------------------------------------------===//
// Shared by the forms of reverse mode
//===----------------------------------------------------------------------===//

/// Adds block arguments for the cotangents of the useful results of `program`.
static void addCotangents(Block &body, func::FuncOp program,
                          const BitVector &useful) {
  Operation *end = program.getBody().front().getTerminator();
  for (unsigned j : useful.set_bits())
    body.addArgument(end->getOperand(j).getType(), end->getOperand(j).getLoc());
}

/// Pairs each useful result of `program` with its cotangent.
static SmallVector<std::pair<Value, Value>> seedResults(func::FuncOp program,
                                                        const BitVector &useful,
                                                        ValueRange cotangents) {
  Operation *end = program.getBody().front().getTerminator();
  SmallVector<std::pair<Value, Value>> seeds;
  for (auto [j, cotangent] : llvm::zip(useful.set_bits(), cotangents))
    seeds.emplace_back(end->getOperand(j), cotangent);
  return seeds;
}

/// Returns the existing cotangents of varied arguments, converted to the types
/// of the arguments. `outputs` receives the positions of these arguments.
static SmallVector<Value> takeCotangents(ReverseSweep &sweep,
                                         func::FuncOp program,
                                         const BitVector &varied,
                                         const Cotangents &cotangents,
                                         SmallVectorImpl<unsigned> &outputs) {
  SmallVector<Value> taken;
  for (unsigned i : varied.set_bits()) {
    Value argument = program.getArgument(i);
    Value cotangent = cotangents.lookup(argument);
    if (!cotangent)
      continue;
    taken.push_back(
        sweep.convert(cotangent, argument.getType(), argument.getLoc()));
    outputs.push_back(i);
  }
  return taken;
}

//===----------------------------------------------------------------------===//
// One function
//===----------------------------------------------------------------------===//

FailureOr<PullbackFunction> sg::grad::generatePullbackFunction(
    DerivativeSource &source, func::FuncOp function, const BitVector &varied,
    const BitVector &useful) {
  func::FuncOp program = hasCustomRule(function)
                             ? createCaller(function, "_vjp")
                             : cloneFunction(function, "_vjp");
  FailureOr<PreparedFunction> prepared =
      prepare(source, program, {function, Mode::Reverse}, varied, useful);
  if (failed(prepared))
    return failure();

  Block &body = program.getBody().front();
  unsigned numArguments = body.getNumArguments();
  addCotangents(body, program, useful);
  PullbackFunction result{program, {}};
  {
    Operation *end = body.getTerminator();
    unsigned numResults = end->getNumOperands();
    ReverseSweep sweep(source, *prepared);
    sweep.builder().setInsertionPoint(end);
    FailureOr<Cotangents> cotangents = sweep.pullbackRegion(
        program.getBody(),
        seedResults(program, useful,
                    body.getArguments().drop_front(numArguments)),
        nullptr, {});
    if (failed(cotangents))
      return failure();
    end->insertOperands(
        numResults,
        takeCotangents(sweep, program, varied, *cotangents, result.outputs));
    prepared->observer->finished(end->getOperands(), numResults,
                                 /*isSplit=*/false);
  }
  finishDerivative(program);
  return result;
}

//===----------------------------------------------------------------------===//
// Two functions, with residuals between them
//===----------------------------------------------------------------------===//

FailureOr<SplitFunction>
sg::grad::generateSplitFunction(DerivativeSource &source, func::FuncOp function,
                                const BitVector &varied,
                                const BitVector &useful) {
  func::FuncOp forward = cloneFunction(function, "_vjp_fwd");
  func::FuncOp backward = createFunction(
      forward, function.getName() + "_vjp_bwd", function.getLoc());
  FailureOr<PreparedFunction> prepared = prepare(
      source, forward, {function, Mode::Reverse, DerivativeDescription::Half},
      varied, useful);
  if (failed(prepared))
    return failure();

  Block &body = backward.getBody().front();
  addCotangents(body, forward, useful);
  SplitFunction result{forward, backward, {}, {}};
  Operation *end = forward.getBody().front().getTerminator();
  unsigned numResults = end->getNumOperands();
  {
    SplitScope scope(forward, backward, result.inputs);
    ReverseSweep sweep(source, *prepared);
    sweep.builder().setInsertionPointToEnd(&body);
    FailureOr<Cotangents> cotangents = sweep.pullbackRegion(
        forward.getBody(), seedResults(forward, useful, body.getArguments()),
        &scope, {});
    if (failed(cotangents))
      return failure();
    SmallVector<Value> returned =
        takeCotangents(sweep, forward, varied, *cotangents, result.outputs);
    func::ReturnOp::create(sweep.builder(), function.getLoc(), returned);
    prepared->observer->finished(end->getOperands(), numResults,
                                 /*isSplit=*/true);
  }
  finishDerivative(backward);
  finishDerivative(forward);
  // If no residual is kept, the function itself is the forward half.
  if (forward.getNumResults() == numResults) {
    LDBG() << "no forward half, because there are no residuals: @"
           << function.getName();
    forward.erase();
    result.forward = function;
    prepared->observer->named(function.getName());
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Two functions, without residuals between them
//===----------------------------------------------------------------------===//

/// Returns the function that reverse mode recomputes for `function`: the
/// function that grad.checkpoint names, otherwise `function`.
static func::FuncOp getRecomputed(func::FuncOp function) {
  if (auto name = function->getAttrOfType<FlatSymbolRefAttr>(kCheckpointAttr))
    if (auto other =
            SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(function, name))
      return other;
  return function;
}

/// Gives `backward`, a clone of the recomputed function, its final arguments
/// and type. Returns the pair of `function` and `backward`.
static SplitFunction declareBackward(func::FuncOp function,
                                     func::FuncOp backward,
                                     const BitVector &varied,
                                     const BitVector &useful,
                                     const BitVector &running) {
  Block &body = backward.getBody().front();
  SplitFunction result{function, backward, {}, {}, {}};
  for (unsigned i = 0; i < body.getNumArguments(); ++i)
    result.inputs.push_back({/*isOperand=*/true, i});
  addCotangents(body, backward, useful);
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
  return result;
}

FailureOr<SplitFunction> sg::grad::generateRecomputingFunction(
    DerivativeSource &source, func::FuncOp function, const BitVector &varied,
    const BitVector &useful, const BitVector &running, StringRef reason,
    function_ref<void(const SplitFunction &)> announce) {
  func::FuncOp recomputed = getRecomputed(function);
  if (failed(checkRepeatable(recomputed)))
    return failure();
  func::FuncOp backward = cloneFunction(recomputed, "_vjp_bwd");
  SplitFunction result =
      declareBackward(function, backward, varied, useful, running);
  announce(result);
  FailureOr<PreparedFunction> prepared = prepare(
      source, backward,
      {function, Mode::Reverse, DerivativeDescription::Recomputed, reason},
      varied, useful);
  if (failed(prepared))
    return failure();

  Block &body = backward.getBody().front();
  ValueRange given = body.getArguments().drop_front(result.inputs.size());
  ValueRange runningCotangents = given.drop_front(useful.count());
  SmallVector<std::pair<Value, Value>> seeds =
      seedResults(backward, useful, given);
  llvm::DenseMap<unsigned, Value> known;
  for (auto [i, cotangent] : llvm::zip(result.running, runningCotangents)) {
    seeds.emplace_back(body.getArgument(i), cotangent);
    known[i] = cotangent;
  }
  {
    Operation *end = body.getTerminator();
    ReverseSweep sweep(source, *prepared);
    sweep.builder().setInsertionPoint(end);
    FailureOr<Cotangents> cotangents =
        sweep.pullbackRegion(backward.getBody(), seeds, nullptr, {});
    if (failed(cotangents))
      return failure();
    SmallVector<Value> returned;
    for (auto [i, type] :
         llvm::zip_equal(result.outputs, backward.getResultTypes())) {
      Value argument = body.getArgument(i);
      Value cotangent = cotangents->lookup(argument);
      if (!cotangent) // nothing was added
        cotangent = known.lookup(i);
      returned.push_back(cotangent
                             ? sweep.convert(cotangent, type, argument.getLoc())
                             : sweep.zero(argument, type));
    }
    SmallVector<Value> results(end->getOperands());
    end->setOperands(returned);
    prepared->observer->finished(results, results.size(), /*isSplit=*/false);
    if (sweep.hasFailed())
      return failure();
  }
  finishDerivative(backward);
  return result;
}
