//===- Ranges.cpp - Bounds of float values --------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Analysis/Ranges.h"
#include "ComparedBounds.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "sg/Analysis/Origin.h"
#include "sg/Dialect/Grad/IR/Grad.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cmath>

using namespace mlir;
using namespace sg::grad;
using namespace sg::grad::bounds;

static constexpr double kInfinity = Bounds::kInfinity;

/// Maximal recursion depth of the search for a range, to prevent a stack
/// overflow.
static constexpr unsigned kMaxDepth = 500;

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

std::optional<double> sg::grad::getConstantFloat(Value value) {
  FloatAttr scalar;
  if (matchPattern(value, m_Constant(&scalar)))
    return scalar.getValueAsDouble();
  DenseFPElementsAttr elements;
  if (matchPattern(value, m_Constant(&elements)) && elements.isSplat())
    return elements.getSplatValue<APFloat>().convertToDouble();
  return std::nullopt;
}

/// Looks through elementwise ops, because the condition of an element may be
/// computed by a comparison of whole tensors.
Bounds Ranges::refineBy(Value condition, bool holds, Value value,
                        Bounds range) {
  condition = findElementOrigin(condition);
  Operation *op = condition.getDefiningOp();
  // A true conjunction has true operands. A false disjunction has false
  // operands.
  if (holds ? isa_and_present<arith::AndIOp>(op)
            : isa_and_present<arith::OrIOp>(op))
    return refineBy(op->getOperand(1), holds, value,
                    refineBy(op->getOperand(0), holds, value, range));
  auto compare = dyn_cast_or_null<arith::CmpFOp>(op);
  if (!compare)
    return range;
  Value compared = findElementOrigin(value);
  arith::CmpFPredicate predicate = compare.getPredicate();
  Value bound = compare.getRhs();
  if (findElementOrigin(bound) == compared) {
    predicate = getSwappedPredicate(predicate);
    bound = compare.getLhs();
  } else if (findElementOrigin(compare.getLhs()) != compared) {
    return range;
  }
  Bounds limit = of(bound);
  if (!limit.isPoint())
    return range;
  return refine(range, holds ? predicate : getInversePredicate(predicate),
                limit.low);
}

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

Bounds Ranges::of(Value value) {
  if (!isa<FloatType>(getElementTypeOrSelf(value.getType())))
    return {};
  auto it = known.find(value);
  if (it != known.end())
    return it->second;
  if (depth == kMaxDepth)
    return {};
  // Recursive queries of this value find no bounds and terminate.
  known[value] = {};
  ++depth;
  Bounds range = compute(value);
  --depth;
  known[value] = range;
  if (numAssumed > 0)
    provisional.push_back(value);
  return range;
}

Bounds Ranges::at(Value value, Operation *op) {
  Bounds range = of(value);
  for (Region *region = op->getParentRegion(); region;
       region = region->getParentRegion())
    if (auto branch = dyn_cast<scf::IfOp>(region->getParentOp()))
      range = refineBy(branch.getCondition(), region == &branch.getThenRegion(),
                       value, range);
  return range;
}

Bounds Ranges::compute(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return computeArgument(argument);
  return computeResult(cast<OpResult>(value));
}

Bounds Ranges::computeArgument(BlockArgument argument) {
  Operation *parent = argument.getOwner()->getParentOp();
  if (auto op = dyn_cast<linalg::LinalgOp>(parent)) {
    OpOperand *operand = op.getMatchingOpOperand(argument);
    if (op.isDpsInput(operand))
      return of(operand->get());
    Value yielded = op.getBlock()->getTerminator()->getOperand(
        operand->getOperandNumber() - op.getNumDpsInputs());
    return join(of(operand->get()),
                accumulate(argument, operand->get(), yielded));
  }
  if (auto loop = dyn_cast<scf::ForOp>(parent)) {
    OpOperand *init = loop.getTiedLoopInit(argument);
    if (!init)
      return {};
    OpOperand *yielded = loop.getTiedLoopYieldedValue(argument);
    return join(of(init->get()),
                accumulate(argument, init->get(), yielded->get()));
  }
  return {};
}

/// Widening: starts with the range of the initial value and drops each bound
/// that changes. Each of the two bounds is dropped at most once, so that three
/// evaluations of `yielded` suffice.
Bounds Ranges::accumulate(Value carry, Value init, Value yielded) {
  Bounds assumed = of(init), result;
  auto before = known.find(carry);
  std::optional<Bounds> knownBefore;
  if (before != known.end())
    knownBefore = before->second;
  ++numAssumed;
  for (unsigned round = 0; round < 3; ++round) {
    known[carry] = assumed;
    size_t numBefore = provisional.size();
    result = of(yielded);
    while (provisional.size() > numBefore)
      known.erase(provisional.pop_back_val());
    Bounds both = join(assumed, result);
    if (both.low == assumed.low && both.high == assumed.high)
      break;
    if (both.low < assumed.low)
      both.low = -kInfinity;
    if (both.high > assumed.high)
      both.high = kInfinity;
    assumed = normalize(both);
  }
  --numAssumed;
  if (knownBefore)
    known[carry] = *knownBefore;
  else
    known.erase(carry);
  return result;
}

static Bounds rangeOfConstant(Value value) {
  if (std::optional<double> constant = getConstantFloat(value))
    return Bounds::point(*constant);
  DenseFPElementsAttr elements;
  if (!matchPattern(value, m_Constant(&elements)) || elements.empty())
    return {};
  std::optional<Bounds> range;
  for (const APFloat &element : elements) {
    Bounds point = Bounds::point(element.convertToDouble());
    range = range ? join(*range, point) : point;
  }
  return normalize(*range);
}

/// Returns true if the exponent is a constant even integer.
static bool isEven(Value exponent) {
  if (std::optional<double> constant = getConstantFloat(exponent))
    return std::fmod(*constant, 2) == 0;
  APInt integer;
  return matchPattern(exponent, m_ConstantInt(&integer)) && !integer[0];
}

static bool isSame(Value a, Value b) {
  if (a == b)
    return true;
  // Two block arguments of a structured op may represent the same elements.
  auto x = dyn_cast<BlockArgument>(a), y = dyn_cast<BlockArgument>(b);
  if (!x || !y || x.getOwner() != y.getOwner())
    return false;
  auto op = dyn_cast<linalg::LinalgOp>(x.getOwner()->getParentOp());
  if (!op)
    return false;
  OpOperand *p = op.getMatchingOpOperand(x), *q = op.getMatchingOpOperand(y);
  return p->get() == q->get() &&
         op.getMatchingIndexingMap(p) == op.getMatchingIndexingMap(q);
}

/// Returns the range of a result of an arith or math op.
Bounds Ranges::computeArithmetic(Operation *op) {
  auto operand = [&](unsigned i) { return of(op->getOperand(i)); };
  auto product = [&] {
    return isSame(op->getOperand(0), op->getOperand(1))
               ? square(operand(0))
               : multiply(operand(0), operand(1));
  };
  auto power = [&] {
    if (isEven(op->getOperand(1)) || operand(0).isNonNegative())
      return Bounds{0, kInfinity, !operand(0).isPositive(), false, false};
    return Bounds();
  };
  return llvm::TypeSwitch<Operation *, Bounds>(op)
      .Case([&](arith::NegFOp) { return negate(operand(0)); })
      .Case([&](arith::AddFOp) { return add(operand(0), operand(1)); })
      .Case([&](arith::SubFOp) {
        return isSame(op->getOperand(0), op->getOperand(1))
                   ? Bounds::point(0)
                   : add(operand(0), negate(operand(1)));
      })
      .Case([&](arith::MulFOp) { return product(); })
      .Case([&](arith::DivFOp) { return divide(operand(0), operand(1)); })
      .Case([&](math::FmaOp) { return add(product(), operand(2)); })
      .Case<arith::MaximumFOp, arith::MaxNumFOp>(
          [&](auto) { return maximum(operand(0), operand(1)); })
      .Case<arith::MinimumFOp, arith::MinNumFOp>(
          [&](auto) { return minimum(operand(0), operand(1)); })
      .Case([&](math::ClampFOp) {
        return maximum(minimum(operand(0), operand(2)), operand(1));
      })
      .Case([&](math::AbsFOp) { return absolute(operand(0)); })
      .Case([&](math::ExpOp) {
        return applyIncreasing(operand(0), 0, kInfinity,
                               [](double x) { return std::exp(x); });
      })
      .Case([&](math::Exp2Op) {
        return applyIncreasing(operand(0), 0, kInfinity,
                               [](double x) { return std::exp2(x); });
      })
      .Case([&](math::Log1pOp) {
        return applyIncreasing(operand(0), -kInfinity, kInfinity,
                               [](double x) { return std::log1p(x); });
      })
      .Case([&](math::SqrtOp) {
        return operand(0).isNonNegative()
                   ? applyIncreasing(operand(0), 0, kInfinity,
                                     [](double x) { return std::sqrt(x); })
                   : Bounds{0, kInfinity, false, false, false};
      })
      .Case([&](math::RsqrtOp) { return Bounds{0, kInfinity}; })
      .Case<math::TanhOp, math::ErfOp>([&](auto) { return Bounds{-1, 1}; })
      .Case([&](math::ErfcOp) { return Bounds{0, 2}; })
      .Case([&](math::CoshOp) { return Bounds{1, kInfinity, true}; })
      .Case<math::SinOp, math::CosOp>(
          [&](auto) { return Bounds{-1, 1, true, true}; })
      .Case<math::PowFOp, math::FPowIOp>([&](auto) { return power(); })
      .Default([](Operation *) { return Bounds(); });
}

Bounds Ranges::computeResult(OpResult result) {
  Operation *op = result.getOwner();
  auto operand = [&](unsigned i) { return of(op->getOperand(i)); };
  return llvm::TypeSwitch<Operation *, Bounds>(op)
      .Case<arith::ConstantOp>([&](auto) { return rangeOfConstant(result); })
      // The result has the elements of the operand, possibly rounded.
      .Case<StopGradientOp, PreventGradientOp, arith::ExtFOp, arith::TruncFOp,
            tensor::CastOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp,
            tensor::ReshapeOp, tensor::ExtractOp, tensor::ExtractSliceOp,
            tensor::SplatOp, vector::BroadcastOp, vector::ExtractOp,
            vector::ShapeCastOp, linalg::BroadcastOp, linalg::TransposeOp,
            linalg::FillOp, linalg::CopyOp>([&](auto) { return operand(0); })
      .Case([&](arith::SelectOp select) {
        Value condition = select.getCondition();
        Value yes = select.getTrueValue(), no = select.getFalseValue();
        return join(refineBy(condition, true, yes, of(yes)),
                    refineBy(condition, false, no, of(no)));
      })
      .Case([&](tensor::FromElementsOp) {
        std::optional<Bounds> range;
        for (Value element : op->getOperands())
          range = range ? join(*range, of(element)) : of(element);
        return range.value_or(Bounds());
      })
      .Case([&](vector::ReductionOp reduction) {
        if (reduction.getKind() == vector::CombiningKind::ADD &&
            operand(0).isNonNegative())
          return Bounds{0, kInfinity, operand(0).attainsLow};
        return Bounds();
      })
      .Case([&](scf::IfOp branch) {
        unsigned i = result.getResultNumber();
        return join(at(branch.thenYield().getOperand(i), branch.thenYield()),
                    at(branch.elseYield().getOperand(i), branch.elseYield()));
      })
      .Case([&](scf::ForOp loop) {
        // The loop is assumed to have at least one iteration.
        OpOperand *init = loop.getTiedLoopInit(result);
        BlockArgument carry = loop.getTiedLoopRegionIterArg(result);
        return accumulate(carry, init->get(),
                          loop.getTiedLoopYieldedValue(carry)->get());
      })
      .Case([&](linalg::LinalgOp structured) {
        OpOperand *init = structured.getTiedOpOperand(result);
        Operation *end = structured.getBlock()->getTerminator();
        return accumulate(structured.getMatchingBlockArgument(init),
                          init->get(),
                          end->getOperand(result.getResultNumber()));
      })
      .Case([&](func::CallOp call) {
        auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
            call, call.getCalleeAttr());
        if (!callee || callee.isExternal() || !callee.getBody().hasOneBlock())
          return Bounds();
        return of(callee.getBody().front().getTerminator()->getOperand(
            result.getResultNumber()));
      })
      .Default([&](Operation *) { return computeArithmetic(op); });
}
