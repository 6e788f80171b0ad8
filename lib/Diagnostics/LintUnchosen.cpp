//===- LintUnchosen.cpp - Infinite derivatives that a choice leaves out ---===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// select(x > 0, sqrt(x), 0): at 0 the root is not chosen, and its derivative is
// infinite. That the choice means to keep away from there is seen by ranges:
// what the root reads may be 0, but not where the root is chosen.
//
//===----------------------------------------------------------------------===//

#include "Lint.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace sg::grad;

/// How far back the operand of an op is followed.
static constexpr unsigned kMaxSteps = 64;

namespace {
/// A value that is one of those that `op` chooses from.
struct Choice {
  Operation *op;
  Value condition, chosen;
  bool holds; ///< the condition, where it is chosen
};

/// Where the derivative of an op is infinite, and it is not chosen.
struct UnchosenPole {
  Operation *op;
  Pole pole;
  Bounds operand;
};

class UnchosenLint {
public:
  UnchosenLint(const LintedFunction &linted, Ranges &ranges,
               LintWarnings &warnings)
      : linted(linted), ranges(ranges), warnings(warnings) {}

  void run(bool hasStrongZero);

private:
  void collect();
  SmallVector<UnchosenPole> findPoles(const Choice &choice,
                                      const FlowGraph::Reached &left);
  void warnOfDerivative(const Choice &choice, const UnchosenPole &unchosen);
  void warnOfProducts(const Choice &choice, const UnchosenPole &unchosen,
                      const FlowGraph::Reached &left);
  bool isReplaced(Value operand, const Choice &choice);

  const LintedFunction &linted;
  Ranges &ranges;
  LintWarnings &warnings;
  SmallVector<Choice> choices;
  SmallVector<Operation *> ops; ///< that have poles
  SmallVector<linalg::LinalgOp> products;
};
} // namespace

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

/// The comparisons of which the condition consists.
static void findComparisons(Value condition,
                            SmallVectorImpl<arith::CmpFOp> &found) {
  Operation *op = findElementOrigin(condition).getDefiningOp();
  if (auto compare = dyn_cast_or_null<arith::CmpFOp>(op))
    found.push_back(compare);
  else if (isa_and_present<arith::AndIOp, arith::OrIOp>(op))
    for (Value operand : op->getOperands())
      findComparisons(operand, found);
}

static bool isSameNumber(Value a, Value b) {
  if (findElementOrigin(a) == findElementOrigin(b))
    return true;
  std::optional<double> x = getConstantFloat(a);
  return x && x == getConstantFloat(b);
}

static bool isSameCondition(Value a, Value b) {
  a = findElementOrigin(a);
  b = findElementOrigin(b);
  auto x = a.getDefiningOp<arith::CmpFOp>();
  auto y = b.getDefiningOp<arith::CmpFOp>();
  return a == b || (x && y && x.getPredicate() == y.getPredicate() &&
                    isSameNumber(x.getLhs(), y.getLhs()) &&
                    isSameNumber(x.getRhs(), y.getRhs()));
}

/// Whether every way from a differentiated argument to `operand` leads through
/// a choice by the same condition: the second select of a double one.
bool UnchosenLint::isReplaced(Value operand, const Choice &choice) {
  SmallVector<Value> queue{operand};
  llvm::SmallDenseSet<Value> seen;
  while (!queue.empty()) {
    Value value = findElementOrigin(queue.pop_back_val());
    if (!linted.activity.isVaried(value) || !seen.insert(value).second)
      continue;
    Operation *op = value.getDefiningOp();
    if (!op || seen.size() > kMaxSteps)
      return false;
    auto select = dyn_cast<arith::SelectOp>(op);
    if (select && isSameCondition(select.getCondition(), choice.condition))
      continue;
    llvm::append_range(queue, op->getOperands());
  }
  return true;
}

void UnchosenLint::collect() {
  const Activity &activity = linted.activity;
  FunctionOpInterface function = linted.function;
  auto add = [&](Operation *op, Value condition, Value value, bool holds) {
    if (activity.isActive(value))
      choices.push_back({op, condition, value, holds});
  };
  function.walk([&](Operation *op) {
    if (!getPoles(op).empty())
      ops.push_back(op);
    if (auto select = dyn_cast<arith::SelectOp>(op)) {
      add(op, select.getCondition(), select.getTrueValue(), true);
      add(op, select.getCondition(), select.getFalseValue(), false);
    }
    // What is computed in a branch is computed where it is chosen.
    if (auto branch = dyn_cast<scf::IfOp>(op))
      for (Region *region : branch.getRegions())
        if (!region->empty())
          for (Value value : region->front().getTerminator()->getOperands())
            if (!region->isAncestor(value.getParentRegion()))
              add(op, branch.getCondition(), value,
                  region == &branch.getThenRegion());
    auto structured = dyn_cast<linalg::LinalgOp>(op);
    if (structured && (linalg::isaContractionOpInterface(structured) ||
                       isa<linalg::ConvolutionOpInterface>(op)))
      products.push_back(structured);
  });
}

//===----------------------------------------------------------------------===//
// What they leave out
//===----------------------------------------------------------------------===//

SmallVector<UnchosenPole>
UnchosenLint::findPoles(const Choice &choice, const FlowGraph::Reached &left) {
  SmallVector<arith::CmpFOp> comparisons;
  findComparisons(choice.condition, comparisons);
  Ranges chosen;
  FunctionOpInterface function = linted.function;
  for (auto [argument, bounds] :
       llvm::zip_equal(function.getArguments(), linted.bounds))
    chosen.assume(argument, bounds);
  for (arith::CmpFOp compare : comparisons)
    for (Value compared : compare->getOperands())
      if (!getConstantFloat(compared))
        chosen.assume(findElementOrigin(compared),
                      ranges.where(choice.condition, choice.holds, compared));
  SmallVector<UnchosenPole> found;
  for (Operation *op : ops) {
    if (!left.contains(op->getResult(0)))
      continue;
    for (const Pole &pole : getPoles(op)) {
      Value operand = op->getOperand(pole.operand);
      Bounds range = ranges.at(operand, op);
      if (!isActiveAtPole(op, pole.operand, linted.activity) ||
          !range.mayReach(pole.at) ||
          chosen.at(operand, op).mayReach(pole.at) ||
          isReplaced(operand, choice))
        continue;
      found.push_back({op, pole, range});
      break;
    }
  }
  return found;
}

void UnchosenLint::warnOfDerivative(const Choice &choice,
                                    const UnchosenPole &unchosen) {
  std::string name = unchosen.op->getName().getStringRef().str();
  std::optional<InFlightDiagnostic> warning =
      warnings.warn(choice.op, "unchosen-derivative",
                    "leaves '" + name + "' unchosen; its derivative at " +
                        Twine(static_cast<int>(unchosen.pole.at)) + " is NaN");
  if (!warning)
    return;
  warning->attachNote(findTold(unchosen.op)->getLoc())
      << "this is computed for both, and its derivative there is infinite; "
         "times the zero that it is sent it is NaN";
  warning->attachNote(findTold(choice.op)->getLoc())
      << "ask for the derivative with strong_zero, or choose what '" << name
      << "' reads, too: a harmless number where its result is not chosen";
}

/// Whether the op gives an infinity or a NaN there, and not only its
/// derivative.
static bool isInfinite(const UnchosenPole &unchosen) {
  Operation *op = unchosen.op;
  if (isa<math::CbrtOp>(op))
    return false;
  if (isa<math::SqrtOp>(op))
    return unchosen.operand.low < 0;
  if (isa<math::AcosOp, math::AsinOp>(op))
    return unchosen.operand.low < -1 || unchosen.operand.high > 1;
  if (isa<math::AcoshOp>(op))
    return unchosen.operand.low < 1;
  return true;
}

void UnchosenLint::warnOfProducts(const Choice &choice,
                                  const UnchosenPole &unchosen,
                                  const FlowGraph::Reached &left) {
  if (!isInfinite(unchosen))
    return;
  for (linalg::LinalgOp product : products) {
    if (!left.contains(product->getResult(0)))
      continue;
    SmallVector<Value> factors(product.getDpsInputs());
    auto behind = linted.activity.graph().reach(factors, /*forward=*/false);
    if (!behind.contains(unchosen.op->getResult(0)))
      continue;
    std::optional<InFlightDiagnostic> warning = warnings.warn(
        product, "unchosen-product",
        "multiplies the zero that it is sent by what '" +
            unchosen.op->getName().getStringRef() +
            "' gives, which is infinite or NaN; strong zeros do not reach into "
            "sums of products");
    if (!warning)
      continue;
    warning->attachNote(findTold(choice.op)->getLoc())
        << "it is not chosen here where that is so";
    warning->attachNote(findTold(unchosen.op)->getLoc())
        << "choose what this reads, too: a harmless number where the product "
           "is not chosen";
  }
}

void UnchosenLint::run(bool hasStrongZero) {
  collect();
  if (ops.empty() || (hasStrongZero && products.empty()))
    return;
  for (const Choice &choice : choices) {
    auto left = linted.activity.graph().reach(choice.chosen, /*forward=*/false);
    for (const UnchosenPole &unchosen : findPoles(choice, left))
      if (hasStrongZero)
        warnOfProducts(choice, unchosen, left);
      else
        warnOfDerivative(choice, unchosen);
  }
}

void sg::grad::lintUnchosen(const LintedFunction &linted, Ranges &ranges,
                            bool hasStrongZero, LintWarnings &warnings) {
  UnchosenLint(linted, ranges, warnings).run(hasStrongZero);
}
