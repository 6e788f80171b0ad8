//===- Reverse.cpp - Derivative functions of reverse mode -----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reverse.h"
#include "DerivativeFunctions.h"
#include "ReverseSweep.h"

using namespace mlir;
using namespace sg;
using namespace sg::grad;

namespace {
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
    DerivativeSource &source, func::FuncOp pullback, const BitVector &varied,
    const BitVector &useful, FunctionRecord &record) {
  record.derivative = pullback.getName();
  Activity activity =
      decomposeActive(pullback, varied, useful, record, source.getSummaries());
  if (failed(checkActivity(pullback, varied, useful, activity,
                           source.getSummaries())))
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
    ReverseSweep sweep(source, activity, record);
    sweep.builder().setInsertionPoint(end);
    FailureOr<Cotangents> cotangents =
        sweep.pullbackRegion(pullback.getBody(), seeds, nullptr, {});
    if (failed(cotangents))
      return failure();
    for (unsigned i : varied.set_bits()) {
      Value argument = body.getArgument(i);
      if (Value cotangent = cotangents->lookup(argument)) {
        cotangent =
            sweep.convert(cotangent, argument.getType(), argument.getLoc());
        end->insertOperands(end->getNumOperands(), cotangent);
        result.outputs.push_back(i);
      }
    }
    sweep.recorder().finish(end->getOperands(), numResults,
                            /*isSplit=*/false);
  }
  finishDerivative(pullback);
  return result;
}

FailureOr<SplitFunction>
sg::grad::generateSplitFunction(DerivativeSource &source, func::FuncOp function,
                                const BitVector &varied,
                                const BitVector &useful) {
  func::FuncOp forward = cloneFunction(function, "_vjp_fwd");
  func::FuncOp backward = createFunction(
      forward, function.getName() + "_vjp_bwd", function.getLoc());
  FunctionRecord &record = source.getRecord().open(function, Mode::Reverse);
  record.derivative = forward.getName();
  record.isHalf = true;
  Activity activity =
      decomposeActive(forward, varied, useful, record, source.getSummaries());
  if (failed(checkActivity(forward, varied, useful, activity,
                           source.getSummaries())))
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
    ReverseSweep sweep(source, activity, record);
    sweep.builder().setInsertionPointToEnd(&body);
    FailureOr<Cotangents> cotangents =
        sweep.pullbackRegion(forward.getBody(), seeds, &scope, {});
    if (failed(cotangents))
      return failure();
    for (unsigned i : varied.set_bits()) {
      Value argument = forward.getArgument(i);
      if (Value cotangent = cotangents->lookup(argument)) {
        cotangent =
            sweep.convert(cotangent, argument.getType(), argument.getLoc());
        returned.push_back(cotangent);
        result.outputs.push_back(i);
      }
    }
    func::ReturnOp::create(sweep.builder(), function.getLoc(), returned);
    sweep.recorder().finish(end->getOperands(), numResults,
                            /*isSplit=*/true);
  }
  finishDerivative(backward);
  finishDerivative(forward);
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
    DerivativeSource &source, func::FuncOp function, const BitVector &varied,
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

  FunctionRecord &record = source.getRecord().open(function, Mode::Reverse);
  record.derivative = backward.getName();
  record.isRecomputed = true;
  record.events.push_back({RecordedEvent::Recomputed, getPlace(function)});
  record.events.back().reason = reason.str();
  Activity activity =
      decomposeActive(backward, varied, useful, record, source.getSummaries());
  if (failed(checkActivity(backward, varied, useful, activity,
                           source.getSummaries())))
    return failure();
  SmallVector<std::pair<Value, Value>> seeds;
  unsigned next = numArguments;
  for (unsigned j : useful.set_bits())
    seeds.emplace_back(end->getOperand(j), body.getArgument(next++));
  for (unsigned i : result.running)
    seeds.emplace_back(body.getArgument(i), body.getArgument(next++));
  {
    ReverseSweep sweep(source, activity, record);
    OpBuilder &b = sweep.builder();
    b.setInsertionPoint(end);
    FailureOr<Cotangents> cotangents =
        sweep.pullbackRegion(backward.getBody(), seeds, nullptr, {});
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
      returned.push_back(cotangent
                             ? sweep.convert(cotangent, type, argument.getLoc())
                             : sweep.zero(argument, type));
    }
    SmallVector<Value> results(end->getOperands());
    end->setOperands(returned);
    sweep.recorder().finish(results, results.size(), /*isSplit=*/false);
    if (sweep.hasFailed())
      return failure();
  }
  finishDerivative(backward);
  return result;
}
