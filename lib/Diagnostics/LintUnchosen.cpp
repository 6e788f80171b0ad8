//===- LintUnchosen.cpp - Infinite derivatives of operands not chosen -----===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In select(x > 0, sqrt(x), 0) the root is not chosen at x = 0, where its
// derivative is infinite. Range analysis detects this: the range of x contains
// 0, but the range of x under the condition x > 0 does not.
//
//===----------------------------------------------------------------------===//

#include "Lint.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace sg::grad;

/// Limit of the values visited along use-def chains from an operand.
static constexpr unsigned kMaxSteps = 64;

namespace {
/// A value `chosen` that `op` chooses under a condition: an operand of a
/// select, or a value that is computed before an scf.if and yielded by it.
struct Choice {
  Operation *op;
  Value condition, chosen;
  bool holds; ///< The value of the condition for which `chosen` is chosen.
};

/// An op whose derivative is infinite at `pole`, where a choice does not choose
/// the op's result. `operand` is the range of the operand that has the pole.
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
                                      const FlowGraph::Reached &sources);
  void warnOfDerivative(const Choice &choice, const UnchosenPole &unchosen);
  void warnOfProducts(const Choice &choice, const UnchosenPole &unchosen,
                      const FlowGraph::Reached &sources);
  bool isReplaced(Value operand, const Choice &choice);

  const LintedFunction &linted;
  Ranges &ranges;
  LintWarnings &warnings;
  SmallVector<Choice> choices;
  SmallVector<Operation *> ops; ///< Ops whose derivatives have poles.
  SmallVector<linalg::LinalgOp> products;
};
} // namespace

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

/// Collects the comparisons that `condition` combines with "and" and "or".
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

/// Returns true if every path from a differentiated argument to `operand`
/// passes a select with the condition of `choice` (the "double where" idiom).
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
    // Ops in a branch are executed only if the branch is taken. Hence only
    // values computed before the scf.if can be unchosen.
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
// Poles of operands not chosen
//===----------------------------------------------------------------------===//

SmallVector<UnchosenPole>
UnchosenLint::findPoles(const Choice &choice,
                        const FlowGraph::Reached &sources) {
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
    if (!sources.contains(op->getResult(0)))
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
                    "does not choose '" + name + "' at " +
                        Twine(static_cast<int>(unchosen.pole.at)) +
                        ", yet the derivative there is NaN");
  if (!warning)
    return;
  warning->attachNote(findLocatedOp(unchosen.op)->getLoc())
      << "this op is always computed, and its derivative there is infinite; "
         "multiplied by the zero cotangent it gives NaN";
  warning->attachNote(findLocatedOp(choice.op)->getLoc())
      << "request the derivative with strong_zero, or also select the operand "
         "of '"
      << name << "': a harmless constant where its result is not chosen";
}

/// Returns true if the result of the op, not only its derivative, can be
/// infinite or NaN in the range of the operand.
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
                                  const FlowGraph::Reached &sources) {
  if (!isInfinite(unchosen))
    return;
  for (linalg::LinalgOp product : products) {
    if (!sources.contains(product->getResult(0)))
      continue;
    SmallVector<Value> factors(product.getDpsInputs());
    auto factorSources =
        linted.activity.graph().reach(factors, /*forward=*/false);
    if (!factorSources.contains(unchosen.op->getResult(0)))
      continue;
    std::optional<InFlightDiagnostic> warning = warnings.warn(
        product, "unchosen-product",
        "multiplies a zero cotangent by the result of '" +
            unchosen.op->getName().getStringRef() +
            "', which is infinite or NaN; strong zeros do not apply within "
            "sums of products");
    if (!warning)
      continue;
    warning->attachNote(findLocatedOp(choice.op)->getLoc())
        << "the product is not chosen here for such values";
    warning->attachNote(findLocatedOp(unchosen.op)->getLoc())
        << "also select the operand of this op: a harmless constant where the "
           "product is not chosen";
  }
}

void UnchosenLint::run(bool hasStrongZero) {
  collect();
  if (ops.empty() || (hasStrongZero && products.empty()))
    return;
  for (const Choice &choice : choices) {
    auto sources =
        linted.activity.graph().reach(choice.chosen, /*forward=*/false);
    for (const UnchosenPole &unchosen : findPoles(choice, sources))
      if (hasStrongZero)
        warnOfProducts(choice, unchosen, sources);
      else
        warnOfDerivative(choice, unchosen);
  }
}

void sg::grad::lintUnchosen(const LintedFunction &linted, Ranges &ranges,
                            bool hasStrongZero, LintWarnings &warnings) {
  UnchosenLint(linted, ranges, warnings).run(hasStrongZero);
}
