//===- TransposedRules.cpp - Transposition of custom rules ----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rule is linear in its tangents or cotangents, so that its transpose is a
// rule for the other mode. The transpose is the reverse-mode derivative of the
// rule function with respect to its tangents or cotangents. The derivative of a
// linear function does not depend on the point. Hence, if the transpose reads
// the tangents or cotangents, the rule is not linear, which is an error.
//
//===----------------------------------------------------------------------===//

#include "TransposedRules.h"
#include "DerivativeFunctions.h"
#include "Reverse.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "sg/Dialect/Grad/IR/PositionSets.h"
#include "sg/Transforms/FunctionChecks.h"
#include <set>

using namespace mlir;
using namespace sg::grad;

/// Returns true if a result of `function` depends on the elements, not only on
/// the shape, of one of `arguments`.
static bool readsContents(func::FuncOp function, const BitVector &arguments,
                          FlowSummaries &summaries) {
  Block &body = function.getBody().front();
  SmallVector<Value> contents;
  for (unsigned i : arguments.set_bits())
    contents.push_back(body.getArgument(i));
  auto reached = FlowGraph(function.getBody(), summaries, FlowKind::Contents)
                     .reach(contents, /*forward=*/true);
  return llvm::any_of(body.getTerminator()->getOperands(),
                      [&](Value result) { return reached.contains(result); });
}

namespace {
/// Searches a rule function for ops on its linear arguments that have no
/// derivative (a stop, a comparison, rounding). The transpose would treat the
/// derivative of such an op as zero.
class LinearityCheck {
public:
  explicit LinearityCheck(FlowSummaries &summaries) : summaries(summaries) {}

  /// Returns the first op that ends a derivative, or null.
  Operation *findEnd(FunctionOpInterface function, const BitVector &arguments,
                     const BitVector &results) {
    if (function.isExternal() || hasCustomRule(function) ||
        !function.getFunctionBody().hasOneBlock() ||
        !visited.insert({function, toKey(arguments), toKey(results)}).second)
      return nullptr;
    Region &body = function.getFunctionBody();
    Operation *end = body.front().getTerminator();
    SmallVector<Value> inputs, outputs;
    for (unsigned i : arguments.set_bits())
      inputs.push_back(body.getArgument(i));
    for (unsigned j : results.set_bits())
      outputs.push_back(end->getOperand(j));
    FlowGraph derivative(body, summaries);
    FlowGraph dependence(body, summaries, FlowKind::Dependence);
    FlowGraph contents(body, summaries, FlowKind::Contents);
    auto varied = derivative.reach(inputs, /*forward=*/true);
    auto needed = dependence.reach(outputs, /*forward=*/false);

    Operation *found = nullptr;
    body.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (const FlowGraph::Call *call = derivative.callOf(op)) {
        BitVector in = findPositions(call->operands, [&](Value operand) {
          return varied.contains(operand);
        });
        BitVector out = findPositions(call->results, [&](Value result) {
          return needed.contains(result);
        });
        if (in.any() && out.any())
          found = findEnd(call->callee, in, out);
      }
      SmallVector<Value> sources = getYieldedValues(op);
      for (OpOperand &operand : op->getOpOperands())
        if (!isDestination(operand))
          sources.push_back(operand.get());
      for (Value source : sources)
        if (varied.contains(source) &&
            derivative.isBlockedAt(op, source, contents, needed))
          found = op;
      return found ? WalkResult::interrupt() : WalkResult::advance();
    });
    return found;
  }

private:
  /// Returns true for a destination operand, which never ends a derivative: its
  /// contents are overwritten or reach the result with a derivative.
  static bool isDestination(OpOperand &operand) {
    auto writer = dyn_cast<DestinationStyleOpInterface>(operand.getOwner());
    return writer && writer.isDpsInit(&operand);
  }

  FlowSummaries &summaries;
  std::set<std::tuple<Operation *, std::vector<bool>, std::vector<bool>>>
      visited;
};
} // namespace

FailureOr<TransposedRule>
sg::grad::transposeRule(DerivativeSource &source, Operation *from,
                        func::FuncOp function, func::FuncOp rule,
                        const BitVector &linear, const BitVector &useful) {
  auto fail = [&](const Twine &why) {
    return from->emitOpError()
           << "needs a derivative of '@" << function.getName()
           << "' by transposing its rule '@" << rule.getName() << "', " << why
           << "; give it a rule for this mode too ("
           << (function->hasAttr(kCustomJVPAttr) ? kCustomVJPAttr
                                                 : kCustomJVPAttr)
           << ")";
  };
  if (rule.isExternal() && !hasCustomRule(rule))
    return fail("which has no body");
  if (failed(checkFunction(from, rule)))
    return failure();
  if (Operation *end =
          LinearityCheck(source.getSummaries()).findEnd(rule, linear, useful)) {
    InFlightDiagnostic error =
        fail("which is not linear in its tangents or cotangents");
    error.attachNote(end->getLoc()) << "this has no derivative";
    return error;
  }
  // If the rule function has a custom rule, differentiate a call of it.
  func::FuncOp body = hasCustomRule(rule) ? createCaller(rule, "_part") : rule;
  FailureOr<SplitFunction> split = generateRecomputingFunction(
      source, body, linear, useful, BitVector(linear.size()),
      "it is a rule of the other mode, transposed",
      [](const SplitFunction &) {});
  if (body != rule)
    body.erase();
  if (failed(split))
    return failure();
  auto transposed = cast<func::FuncOp>(split->backward.getOperation());
  if (readsContents(transposed, linear, source.getSummaries()))
    return fail("which is not linear in its tangents or cotangents");
  return TransposedRule{
      transposed, eraseUnreadArguments(transposed, rule.getNumArguments())};
}
