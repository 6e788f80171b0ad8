//===- VectorReductions.cpp - Reductions and contractions of vectors ------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AffineIndex.h"
#include "FloatFunctions.h"
#include "ScalarOps.h"
#include "VectorMasks.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace sg::interpreter;
using llvm::APInt;
using vector::CombiningKind;

static double combineFloats(CombiningKind kind, double a, double b) {
  switch (kind) {
  case CombiningKind::ADD:
    return a + b;
  case CombiningKind::MUL:
    return a * b;
  case CombiningKind::MINNUMF:
    return minimumNumber(a, b);
  case CombiningKind::MAXNUMF:
    return maximumNumber(a, b);
  case CombiningKind::MINIMUMF:
    return minimum(a, b);
  case CombiningKind::MAXIMUMF:
    return maximum(a, b);
  default:
    llvm_unreachable("the verifier rejects other kinds for floats");
  }
}

static APInt combineIntegers(CombiningKind kind, const APInt &a,
                             const APInt &b) {
  switch (kind) {
  case CombiningKind::ADD:
    return a + b;
  case CombiningKind::MUL:
    return a * b;
  case CombiningKind::MINUI:
    return llvm::APIntOps::umin(a, b);
  case CombiningKind::MINSI:
    return llvm::APIntOps::smin(a, b);
  case CombiningKind::MAXUI:
    return llvm::APIntOps::umax(a, b);
  case CombiningKind::MAXSI:
    return llvm::APIntOps::smax(a, b);
  case CombiningKind::AND:
    return a & b;
  case CombiningKind::OR:
    return a | b;
  case CombiningKind::XOR:
    return a ^ b;
  default:
    llvm_unreachable("the verifier rejects other kinds for integers");
  }
}

namespace {
/// A function that combines two elements of one type.
struct Combiner {
  Combiner(CombiningKind kind, Type type, Machine &machine)
      : kind(kind), type(getElementTypeOrSelf(type)),
        rounder(machine.getRounder()) {}

  Element operator()(const Element &a, const Element &b) const {
    return combine(kind, a, b);
  }
  Element multiply(const Element &a, const Element &b) const {
    return combine(CombiningKind::MUL, a, b);
  }

private:
  Element combine(CombiningKind kind, const Element &a,
                  const Element &b) const {
    if (a.unset || b.unset)
      return Element::ofUnset(a.unset ? a.unset : b.unset);
    if (auto floating = dyn_cast<FloatType>(type)) {
      double y = combineFloats(kind, a.number, b.number);
      bool isRounded = kind == CombiningKind::ADD || kind == CombiningKind::MUL;
      return Element::ofNumber(
          rounder.round(floating, y, !isRounded || looksExact(y)));
    }
    unsigned width = type.isIndex() ? IndexType::kInternalStorageBitWidth
                                    : type.getIntOrFloatBitWidth();
    return Element::ofBits(
        combineIntegers(kind, APInt(width, a.bits), APInt(width, b.bits))
            .getZExtValue());
  }

  CombiningKind kind;
  Type type;
  Rounder &rounder;
};
} // namespace

/// Returns a copy of the accumulator's initial value.
static FailureOr<Tensor> copyAccumulator(Operation *op, Frame &frame, Use use) {
  FailureOr<Tensor> total = frame.allocate(op, {});
  if (failed(total))
    return failure();
  if (use.slot.isTensor)
    total = frame.takeTensor(use);
  else
    *total->edit() = frame.scalar(use.slot);
  if (failed(frame.edit(op, *total)))
    return failure();
  return total;
}

namespace {
/// The mask of the vector.mask that encloses a reduction. Without vector.mask,
/// all elements are set.
class Mask {
public:
  Mask(Operation *op, Scope &scope) : op(op) {
    if (Value value = getEnclosingMask(op))
      mask = scope.slotOf(value);
  }

  /// Returns true unless element `position` is masked off.
  FailureOr<bool> isSet(Frame &frame, int64_t position) const {
    if (!mask)
      return true;
    const Element &bit = frame.tensor(*mask)[position];
    if (failed(frame.require(op, bit)))
      return failure();
    return bit.bits != 0;
  }

private:
  Operation *op;
  std::optional<Slot> mask;
};
} // namespace

static void setResult(Frame &frame, Slot to, Tensor result) {
  if (to.isTensor)
    frame.tensor(to) = std::move(result);
  else
    frame.scalar(to) = result[0];
}

static FailureOr<Step> compileReduction(vector::ReductionOp op, Scope &scope) {
  std::optional<Slot> accumulator;
  if (Value value = op.getAcc())
    accumulator = scope.slotOf(value);
  return Step(
      [=, combine = Combiner(op.getKind(), op.getType(), scope.machine),
       mask = Mask(op, scope), from = scope.slotOf(op.getVector()),
       to = scope.slotOf(op.getResult())](Frame &frame) -> LogicalResult {
        const Tensor &vector = frame.tensor(from);
        std::optional<Element> total;
        if (accumulator)
          total = frame.scalar(*accumulator);
        for (int64_t i = 0, end = vector.getNumElements(); i < end; ++i) {
          FailureOr<bool> isSet = mask.isSet(frame, i);
          if (failed(isSet))
            return failure();
          if (*isSet)
            total = total ? combine(*total, vector[i]) : vector[i];
        }
        // Without an accumulator, a reduction of zero elements is unset.
        frame.scalar(to) = total ? *total : Element::ofUnset(op);
        return success();
      });
}

static FailureOr<Step> compileMultiReduction(vector::MultiDimReductionOp op,
                                             Scope &scope) {
  return Step([=, combine = Combiner(op.getKind(), op.getType(), scope.machine),
               mask = Mask(op, scope), from = scope.slotOf(op.getSource()),
               accumulator = scope.useOf(op.getAccMutable()),
               to = scope.slotOf(op.getResult()),
               isReduced =
                   op.getReductionMask()](Frame &frame) -> LogicalResult {
    FailureOr<Tensor> total = copyAccumulator(op, frame, accumulator);
    if (failed(total))
      return failure();
    const Tensor &source = frame.tensor(from);
    int64_t position = 0;
    auto visit = [&](ArrayRef<int64_t> index) -> LogicalResult {
      const Element &next = source[position];
      FailureOr<bool> isSet = mask.isSet(frame, position++);
      if (failed(isSet) || !*isSet)
        return isSet;
      SmallVector<int64_t> kept;
      for (auto [i, isDropped] : llvm::zip_equal(index, isReduced))
        if (!isDropped)
          kept.push_back(i);
      Element &element = total->edit()[*findPosition(total->getShape(), kept)];
      element = combine(element, next);
      return success();
    };
    if (failed(forEachIndex(source.getShape(), visit)))
      return failure();
    setResult(frame, to, std::move(*total));
    return success();
  });
}

/// Extends an element from type `from` to the wider type `to`.
static Element widen(const Element &element, Type from, Type to) {
  if (!isa<IntegerType>(from) || element.unset)
    return element;
  APInt bits(from.getIntOrFloatBitWidth(), element.bits);
  return Element::ofBits(
      bits.sextOrTrunc(to.getIntOrFloatBitWidth()).getZExtValue());
}

static FailureOr<Step> compileContraction(vector::ContractionOp op,
                                          Scope &scope) {
  SmallVector<int64_t> bounds;
  op.getIterationBounds(bounds);
  Type from = op.getLhsType().getElementType();
  Type into = getElementTypeOrSelf(op.getResultType());
  return Step([=, combine = Combiner(op.getKind(), into, scope.machine),
               mask = Mask(op, scope), maps = op.getIndexingMapsArray(),
               lhs = scope.slotOf(op.getLhs()), rhs = scope.slotOf(op.getRhs()),
               accumulator = scope.useOf(op.getAccMutable()),
               to = scope.slotOf(op.getResult())](
                  Frame &frame) -> LogicalResult {
    FailureOr<Tensor> total = copyAccumulator(op, frame, accumulator);
    if (failed(total))
      return failure();
    int64_t position = 0;
    return forEachIndex(
               bounds,
               [&](ArrayRef<int64_t> loops) -> LogicalResult {
                 FailureOr<bool> isSet = mask.isSet(frame, position++);
                 if (failed(isSet) || !*isSet)
                   return isSet;
                 auto locate = [&](unsigned operand, const Tensor &tensor) {
                   SmallVector<int64_t> index;
                   for (AffineExpr expression : maps[operand].getResults())
                     index.push_back(*evaluate(expression, loops));
                   return *findPosition(tensor.getShape(), index);
                 };
                 const Tensor &a = frame.tensor(lhs), &b = frame.tensor(rhs);
                 Element &element = total->edit()[locate(2, *total)];
                 Element product =
                     combine.multiply(widen(a[locate(0, a)], from, into),
                                      widen(b[locate(1, b)], from, into));
                 element = combine(element, product);
                 return success();
               }).succeeded()
               ? (setResult(frame, to, std::move(*total)), success())
               : failure();
  });
}

/// Compiles vector.outerproduct. A float multiply-add is fused: rounded once.
static FailureOr<Step> compileOuterProduct(vector::OuterProductOp op,
                                           Scope &scope) {
  std::optional<Use> accumulator;
  if (op.getAcc())
    accumulator = scope.useOf(op.getAccMutable()[0]);
  auto type = op.getResultVectorType();
  auto floating = dyn_cast<FloatType>(type.getElementType());
  bool isFused = floating && op.getKind() == CombiningKind::ADD;
  return Step(
      [=, combine = Combiner(op.getKind(), type, scope.machine),
       lhs = scope.slotOf(op.getLhs()), rhs = scope.slotOf(op.getRhs()),
       to = scope.slotOf(op.getResult())](Frame &frame) -> LogicalResult {
        FailureOr<Tensor> result =
            accumulator ? copyAccumulator(op, frame, *accumulator)
                        : frame.allocate(op, type.getShape());
        if (failed(result))
          return failure();
        Element *next = result->edit();
        (void)forEachIndex(type.getShape(), [&](ArrayRef<int64_t> index) {
          const Element &a = frame.tensor(lhs)[index.front()];
          const Element &b = rhs.isTensor ? frame.tensor(rhs)[index.back()]
                                          : frame.scalar(rhs);
          Element &element = *next++;
          if (!accumulator)
            element = combine.multiply(a, b);
          else if (!isFused || a.unset || b.unset || element.unset)
            element = combine(element, combine.multiply(a, b));
          else {
            double y = std::fma(a.number, b.number, element.number);
            element.number =
                frame.machine.getRounder().round(floating, y, looksExact(y));
          }
          return success();
        });
        frame.tensor(to) = std::move(*result);
        return success();
      });
}

void sg::interpreter::addVectorReductionOps(OpTable &table) {
  table.add(compileReduction);
  table.add(compileMultiReduction);
  table.add(compileContraction);
  table.add(compileOuterProduct);
}
