//===- Bits.cpp - Derivatives that end in the bits of a float -------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Analysis/Bits.h"

using namespace mlir;
using namespace sg::grad;

namespace {
class BitsFinder {
public:
  explicit BitsFinder(FlowSummaries &summaries) : summaries(summaries) {}

  SmallVector<BitPath> find(Region &region, ArrayRef<Value> inputs,
                            ArrayRef<Value> results);

private:
  /// Returns the first op of the region, in program order, that converts bits
  /// in `reached` to a float in `useful`. The op is `reader`, which reads the
  /// bits, or an op with an integer operand.
  Operation *findConversionToFloat(Region &region, Operation *reader,
                                   const FlowGraph::Reached &reached,
                                   const FlowGraph::Reached &useful);
  /// If `op` is a call with a known body, returns the op in the callee that
  /// converts the bits to a float. Otherwise returns `op`.
  Operation *findConversionInCallee(Operation *op, const FlowGraph &derivative,
                                    const FlowGraph::Reached &reached,
                                    const FlowGraph::Reached &useful);

  FlowSummaries &summaries;
  /// Functions being visited.
  SmallVector<Operation *> pending;
};

/// The body of a callee, with the arguments and returned values that correspond
/// to the inputs and results of interest at a call.
struct CalleeQuery {
  CalleeQuery(FlowGraph::Call call, function_ref<bool(Value)> isInput,
              function_ref<bool(Value)> isResult)
      : region(call.callee.getFunctionBody()) {
    Block &body = region.front();
    for (auto [operand, argument] :
         llvm::zip(call.operands, body.getArguments()))
      if (isInput(operand))
        inputs.push_back(argument);
    for (auto [result, returned] :
         llvm::zip(call.results, body.getTerminator()->getOperands()))
      if (isResult(result))
        results.push_back(returned);
  }
  Region &region;
  SmallVector<Value> inputs, results;
};
} // namespace

static bool canVisitCallee(const FlowGraph::Call *call,
                           ArrayRef<Operation *> pending) {
  if (!call)
    return false;
  FunctionOpInterface callee = call->callee;
  return !callee.isExternal() && !hasCustomRule(callee) &&
         callee.getFunctionBody().hasOneBlock() &&
         !llvm::is_contained(pending, callee.getOperation());
}

Operation *BitsFinder::findConversionToFloat(Region &region, Operation *reader,
                                             const FlowGraph::Reached &reached,
                                             const FlowGraph::Reached &useful) {
  Operation *found = nullptr;
  region.walk<WalkOrder::PreOrder>([&](Operation *op) {
    bool isNeeded = llvm::any_of(op->getResults(), [&](Value result) {
      return reached.contains(result) && useful.contains(result);
    });
    bool readsIntegers = llvm::any_of(op->getOperands(), [&](Value operand) {
      return reached.contains(operand) &&
             getDifferentiability(operand.getType()) == Differentiability::None;
    });
    if (!isNeeded || (op != reader && !readsIntegers))
      return WalkResult::advance();
    found = op;
    return WalkResult::interrupt();
  });
  return found;
}

Operation *
BitsFinder::findConversionInCallee(Operation *op, const FlowGraph &derivative,
                                   const FlowGraph::Reached &reached,
                                   const FlowGraph::Reached &useful) {
  const FlowGraph::Call *call = derivative.callOf(op);
  if (!canVisitCallee(call, pending))
    return op;
  CalleeQuery callee(
      *call, [&](Value operand) { return reached.contains(operand); },
      [&](Value result) {
        return reached.contains(result) && useful.contains(result);
      });
  pending.push_back(call->callee);
  FlowGraph inner(callee.region, summaries);
  FlowGraph::Reached innerReached =
      FlowGraph(callee.region, summaries, FlowKind::Bits)
          .reach(callee.inputs, /*forward=*/true);
  FlowGraph::Reached innerUseful =
      inner.reach(callee.results, /*forward=*/false);
  Operation *found =
      findConversionToFloat(callee.region, nullptr, innerReached, innerUseful);
  if (found)
    op = findConversionInCallee(found, inner, innerReached, innerUseful);
  pending.pop_back();
  return op;
}

SmallVector<BitPath> BitsFinder::find(Region &region, ArrayRef<Value> inputs,
                                      ArrayRef<Value> results) {
  FlowGraph derivative(region, summaries);
  SmallVector<BitPath> found;
  if (!derivative.readsBits())
    return found;
  FlowGraph bits(region, summaries, FlowKind::Bits);
  FlowGraph::Reached varied = derivative.reach(inputs, /*forward=*/true);
  FlowGraph::Reached useful = derivative.reach(results, /*forward=*/false);
  // The derivative ends if the edge carries bits, but no derivative.
  auto endsInBits = [&](Value from, Value to) {
    return varied.contains(from) &&
           !llvm::is_contained(derivative.successorsOf(from), to) &&
           llvm::is_contained(bits.successorsOf(from), to);
  };
  region.walk<WalkOrder::PreOrder>([&](Operation *op) {
    SmallVector<Value> sources, starts;
    for (Value operand : op->getOperands())
      for (Value result : op->getResults())
        if (endsInBits(operand, result)) {
          sources.push_back(operand);
          starts.push_back(result);
        }
    FlowGraph::Reached reached = bits.reach(starts, /*forward=*/true);
    Operation *end = findConversionToFloat(region, op, reached, useful);
    if (!end)
      return;
    Operation *returns =
        end == op ? op
                  : findConversionInCallee(end, derivative, reached, useful);
    SmallVector<BitPath> inner;
    if (const FlowGraph::Call *call = derivative.callOf(op);
        canVisitCallee(call, pending)) {
      CalleeQuery callee(
          *call,
          [&](Value operand) { return llvm::is_contained(sources, operand); },
          [&](Value result) { return llvm::is_contained(starts, result); });
      pending.push_back(call->callee);
      inner = find(callee.region, callee.inputs, callee.results);
      pending.pop_back();
    }
    for (const BitPath &path : inner)
      found.push_back({path.reads, end == op ? path.returns : returns, op});
    if (inner.empty())
      found.push_back({op, returns, op});
  });
  return found;
}

SmallVector<BitPath> sg::grad::findBitPaths(Region &region,
                                            ArrayRef<Value> inputs,
                                            ArrayRef<Value> results,
                                            FlowSummaries &summaries) {
  return BitsFinder(summaries).find(region, inputs, results);
}
