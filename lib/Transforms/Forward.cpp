//===- Forward.cpp - Forward mode -----------------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each tangent is computed directly after its primal op. It reads primal values
// directly and extends no live range by much.
//
//===----------------------------------------------------------------------===//

#include "Forward.h"
#include "DerivativeFunctions.h"
#include "Sweep.h"

using namespace mlir;
using namespace sg;
using namespace sg::grad;

namespace {
class Forward final : public SweepContext<ForwardContext> {
public:
  Forward(DerivativeSource &source, PreparedFunction &function)
      : SweepContext(source, function, Mode::Forward) {}

  Value tangent(Value value) const override {
    // A region can read the tangents of captured values.
    for (const Tangents &level : llvm::reverse(tangents))
      if (Value known = level.lookup(value))
        return sweep.isActive(value) ? known : Value();
    return {};
  }

  void setTangent(Value value, Value tangent) override {
    if (!sweep.getRules().empty())
      sweep.getRules().back().state(value);
    // Report at most one error per rule.
    if (!tangent || !isActive(value) || sweep.hasFailed())
      return;
    if (!sweep.getRules().empty() &&
        failed(sweep.getRules().back().checkType(value, tangent.getType(), {})))
      return sweep.fail();
    tangents.back()[value] = tangent;
  }

  void replace(Operation *op, ValueRange results) override {
    for (auto [from, to] : llvm::zip(op->getResults(), results))
      for (Tangents &level : tangents)
        if (Value known = level.lookup(from))
          level[to] = known;
    for (RuleEffects &rule : sweep.getRules())
      for (auto [from, to] : llvm::zip(op->getResults(), results))
        rule.replace(from, to);
    sweep.replace(op, results);
  }

  FailureOr<Tangents> pushforwardRegion(Region &region, Seeds seeds) override {
    auto frame = sweep.enter(region);
    OpBuilder::InsertionGuard guard(builder());
    Sweep::Scoped<Tangents> level(tangents, Tangents());
    for (auto [value, tangent] : seeds)
      setTangent(value, tangent);
    SmallVector<Operation *> ops =
        llvm::map_to_vector(region.front(), [](Operation &op) { return &op; });
    for (Operation *op : ops) {
      if (llvm::none_of(op->getResults(),
                        [&](Value v) { return isActive(v); })) {
        sweep.skip(op);
        continue;
      }
      builder().setInsertionPointAfter(op);
      if (failed(sweep.apply(op, [&](DifferentiableOpInterface rule) {
            return runRule(op, rule);
          })))
        return failure();
    }
    Tangents result;
    if (region.front().mightHaveTerminator())
      for (Value value : region.front().getTerminator()->getOperands())
        if (Value known = tangent(value))
          result[value] = known;
    return result;
  }

  FailureOr<Tangents> pushforwardCopy(Region &copy, Seeds seeds) override {
    SmallVector<Value> inputs =
        llvm::map_to_vector(seeds, [](auto &seed) { return seed.first; });
    SmallVector<Value> results(copy.front().getTerminator()->getOperands());
    Activity activity(copy, inputs, results, sweep.source.getSummaries());
    auto scope = sweep.enterCopy(activity);
    return pushforwardRegion(copy, seeds);
  }

  FailureOr<TangentFunction> tangentFunction(Operation *call,
                                             SymbolRefAttr callee,
                                             const BitVector &varied,
                                             const BitVector &useful) override {
    return sweep.source.tangentFunction(
        call, sweep.source.getSummaries().lookup(call, callee), varied, useful);
  }

private:
  /// Requires the rule to set the tangents of active results to which a tangent
  /// flows.
  void requireTangents(Operation *op, RuleEffects &effects) {
    auto hasTangent = [&](ArrayRef<Value> results) {
      return llvm::any_of(findSources(op, results, sweep.getFlow()),
                          [&](Value source) { return tangent(source); });
    };
    SmallVector<Value> active;
    llvm::copy_if(op->getResults(), std::back_inserter(active),
                  [&](Value result) { return isActive(result); });
    // In an op with regions, a tangent may flow from one result to another.
    if (op->getNumRegions() != 0 && !hasTangent(active))
      return;
    for (Value result : active)
      if (op->getNumRegions() != 0 || hasTangent(result))
        effects.require(result);
  }

  LogicalResult runRule(Operation *op, DifferentiableOpInterface rule) {
    auto scope = sweep.enterRule(op);
    requireTangents(op, sweep.getRules().back());
    if (failed(rule.pushforward(*this)))
      return failure();
    return sweep.hasFailed() ? failure()
                             : sweep.getRules().back().checkStated();
  }

  SmallVector<Tangents> tangents;
};
} // namespace

/// Gives `program` its final type and announces it, because recursive calls
/// refer to it before its body is differentiated.
static void
announceRecursive(func::FuncOp program, const BitVector &varied,
                  const BitVector &useful,
                  llvm::function_ref<void(const TangentFunction &)> announce) {
  SmallVector<Type> arguments(program.getArgumentTypes());
  SmallVector<Type> results(program.getResultTypes());
  for (unsigned i : varied.set_bits())
    arguments.push_back(program.getArgumentTypes()[i]);
  for (unsigned j : useful.set_bits())
    results.push_back(program.getResultTypes()[j]);
  program.setFunctionType(
      FunctionType::get(program.getContext(), arguments, results));
  announce({program, llvm::to_vector(varied.set_bits()),
            llvm::to_vector(useful.set_bits())});
}

FailureOr<TangentFunction> sg::grad::generateTangentFunction(
    DerivativeSource &source, func::FuncOp function, const BitVector &varied,
    const BitVector &useful,
    function_ref<void(const TangentFunction &)> announce) {
  func::FuncOp program = cloneFunction(function, "_jvp");
  if (announce)
    announceRecursive(program, varied, useful, announce);
  FailureOr<PreparedFunction> prepared =
      prepare(source, program, {function, Mode::Forward}, varied, useful);
  if (failed(prepared))
    return failure();

  Block &body = program.getBody().front();
  SmallVector<std::pair<Value, Value>> seeds;
  for (unsigned i : varied.set_bits()) {
    BlockArgument argument = body.getArgument(i);
    Value tangent = body.addArgument(argument.getType(), argument.getLoc());
    seeds.emplace_back(argument, tangent);
  }
  TangentFunction result{program, llvm::to_vector(varied.set_bits()), {}};
  {
    Forward forward(source, *prepared);
    FailureOr<Tangents> tangents =
        forward.pushforwardRegion(program.getBody(), seeds);
    if (failed(tangents))
      return failure();
    Operation *end = body.getTerminator();
    forward.builder().setInsertionPoint(end);
    for (unsigned j : useful.set_bits()) {
      Value tangent = tangents->lookup(end->getOperand(j));
      if (!tangent && announce)
        tangent = forward.zero(end->getOperand(j));
      if (!tangent)
        continue;
      end->insertOperands(end->getNumOperands(), tangent);
      result.outputs.push_back(j);
    }
    if (forward.hasFailed())
      return failure();
  }
  finishDerivative(program);
  return result;
}
