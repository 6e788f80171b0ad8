//===- NormalizeLoops.cpp - Rewrite loops that may wrap -------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ShapedOpInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "sg/CodeGen/Tensor/Passes.h"
#include "sg/StructuredOps/Trips.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-normalize-loops"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_NORMALIZELOOPS
#include "sg/CodeGen/Tensor/Passes.h.inc"
} // namespace sg

/// Returns the constant 'value' with 66 bits, which represent sums and
/// differences of signed and unsigned integers of 64 bits. Returns std::nullopt
/// if 'value' is not constant.
static std::optional<APInt> getWideConstant(Value value, bool isUnsigned) {
  APInt constant;
  if (!matchPattern(value, m_ConstantInt(&constant)))
    return std::nullopt;
  return isUnsigned ? constant.zext(66) : constant.sext(66);
}

/// Returns true if 'value' is the size of a dimension or an integer of at most
/// 32 bits. Sums of such values do not overflow index.
static bool isSmall(Value value) {
  Operation *op = value.getDefiningOp();
  if (isa_and_present<ShapedDimOpInterface>(op))
    return true;
  if (auto cast = dyn_cast_or_null<arith::IndexCastOp>(op))
    return cast.getIn().getType().getIntOrFloatBitWidth() <= 32;
  if (auto cast = dyn_cast_or_null<arith::IndexCastUIOp>(op))
    return cast.getIn().getType().getIntOrFloatBitWidth() <= 32;
  std::optional<int64_t> constant = getConstantIntValue(value);
  return constant && *constant >= INT32_MIN && *constant <= UINT32_MAX;
}

/// Returns true if neither the induction variable after the last iteration nor
/// the difference of constant bounds overflows the type of the bounds.
/// Upstream's folds compute this difference.
static bool cannotWrap(Value lower, Value upper, Value step, bool isUnsigned) {
  unsigned width = lower.getType().isIndex()
                       ? IndexType::kInternalStorageBitWidth
                       : lower.getType().getIntOrFloatBitWidth();
  if (width > IndexType::kInternalStorageBitWidth)
    return false;
  std::optional<APInt> first = getWideConstant(lower, isUnsigned);
  std::optional<APInt> end = getWideConstant(upper, isUnsigned);
  std::optional<APInt> increment = getWideConstant(step, isUnsigned);
  if (first && end && increment && increment->isStrictlyPositive()) {
    APInt maxValue = isUnsigned ? APInt::getMaxValue(width).zext(66)
                                : APInt::getSignedMaxValue(width).sext(66);
    return end->sle(*first) || ((*end - *first).sle(maxValue) &&
                                (*end - 1 + *increment).sle(maxValue));
  }
  if (width < IndexType::kInternalStorageBitWidth)
    return false;
  return matchPattern(step, m_One()) ||
         (isSmall(step) && isSmall(lower) && isSmall(upper));
}

namespace {
/// The bounds of one dimension of a loop.
struct Bounds {
  Value lower, upper, step;
  bool isUnsigned = false;
};
} // namespace

/// Casts the bounds to index. A loop over integers of at most 32 bits cannot
/// wrap in index.
static Bounds widen(ImplicitLocOpBuilder &b, const Bounds &bounds) {
  auto extend = [&](Value value) {
    if (bounds.isUnsigned)
      return b.createOrFold<arith::IndexCastUIOp>(b.getIndexType(), value);
    return b.createOrFold<arith::IndexCastOp>(b.getIndexType(), value);
  };
  Value lower = extend(bounds.lower);
  Value upper = extend(bounds.upper);
  Value step = extend(bounds.step);
  return {lower, upper, step};
}

/// Emits an assertion that the step is positive, unless it is a positive
/// constant. A loop without a positive step has no trip count.
static void checkStep(ImplicitLocOpBuilder &b, const Bounds &bounds,
                      StringRef op) {
  APInt constant;
  bool isConstant = matchPattern(bounds.step, m_ConstantInt(&constant));
  if (isConstant &&
      (bounds.isUnsigned ? !constant.isZero() : constant.isStrictlyPositive()))
    return;
  Value zero =
      arith::ConstantOp::create(b, b.getIntegerAttr(bounds.step.getType(), 0));
  Value isPositive = arith::CmpIOp::create(
      b,
      bounds.isUnsigned ? arith::CmpIPredicate::ugt : arith::CmpIPredicate::sgt,
      bounds.step, zero);
  cf::AssertOp::create(b, isPositive,
                       ("'" + op + "': the step is not positive").str());
}

namespace {
struct NormalizeLoops : sg::impl::NormalizeLoopsBase<NormalizeLoops> {
  using NormalizeLoopsBase::NormalizeLoopsBase;

  void runOnOperation() override {
    getOperation()->walk([&](Operation *op) {
      if (auto loop = dyn_cast<scf::ForOp>(op))
        normalize(loop);
      else if (auto loop = dyn_cast<scf::ParallelOp>(op))
        normalize(loop);
      else if (auto loop = dyn_cast<scf::ForallOp>(op); loop && checks)
        checkSteps(loop);
    });
  }

private:
  /// Returns bounds with which the induction variable 'iv' cannot wrap. Changes
  /// the type of 'iv' to index and recomputes its old value at the start of the
  /// body. Returns std::nullopt if 'iv' cannot wrap with 'bounds' or is wider
  /// than index.
  std::optional<Bounds> normalize(Operation *loop, Bounds bounds,
                                  BlockArgument iv) {
    ImplicitLocOpBuilder b(loop->getLoc(), loop);
    if (checks)
      checkStep(b, bounds, loop->getName().getStringRef());
    if (cannotWrap(bounds.lower, bounds.upper, bounds.step, bounds.isUnsigned))
      return std::nullopt;
    Type type = iv.getType();
    // The lowering to LLVM rejects wider integers.
    if (!type.isIndex() &&
        type.getIntOrFloatBitWidth() > IndexType::kInternalStorageBitWidth)
      return std::nullopt;
    Bounds wide = bounds;
    if (!type.isIndex() &&
        type.getIntOrFloatBitWidth() < IndexType::kInternalStorageBitWidth)
      wide = widen(b, bounds);
    bool fitsIndex =
        cannotWrap(wide.lower, wide.upper, wide.step, wide.isUnsigned);
    LDBG() << (fitsIndex ? "induction variable widened to index: "
                         : "induction variable counts iterations: ")
           << loop->getName() << " at " << loop->getLoc();
    if (!fitsIndex) {
      Value tripCount =
          sg::createTripCount(b, b.getLoc(), bounds.lower, bounds.upper,
                              bounds.step, bounds.isUnsigned);
      wide.lower = arith::ConstantIndexOp::create(b, 0);
      wide.upper = tripCount;
      wide.step = arith::ConstantIndexOp::create(b, 1);
    }
    b.setInsertionPointToStart(iv.getOwner());
    iv.setType(b.getIndexType());
    Operation *ivUser = nullptr;
    Value oldValue;
    if (fitsIndex) {
      oldValue = arith::IndexCastOp::create(b, type, iv);
      ivUser = oldValue.getDefiningOp();
    } else {
      // Do not fold: 'ivUser' must be the only user of 'iv' that is not
      // replaced.
      Value iteration = iv;
      if (!type.isIndex()) {
        iteration = arith::IndexCastOp::create(b, type, iv);
        ivUser = iteration.getDefiningOp();
      }
      Value offset = arith::MulIOp::create(b, iteration, bounds.step);
      if (!ivUser)
        ivUser = offset.getDefiningOp();
      oldValue = arith::AddIOp::create(b, bounds.lower, offset);
    }
    iv.replaceAllUsesExcept(oldValue, ivUser);
    return wide;
  }

  static void checkSteps(scf::ForallOp loop) {
    ImplicitLocOpBuilder b(loop.getLoc(), loop);
    for (OpFoldResult step : loop.getMixedStep())
      if (std::optional<int64_t> constant = getConstantIntValue(step);
          !constant || *constant <= 0)
        checkStep(
            b, {{}, {}, getValueOrCreateConstantIndexOp(b, b.getLoc(), step)},
            loop->getName().getStringRef());
  }

  void normalize(scf::ForOp loop) {
    Bounds bounds = {loop.getLowerBound(), loop.getUpperBound(), loop.getStep(),
                     loop.getUnsignedCmp()};
    auto iv = cast<BlockArgument>(loop.getInductionVar());
    std::optional<Bounds> safeBounds = normalize(loop, bounds, iv);
    if (!safeBounds)
      return;
    loop.getLowerBoundMutable().assign(safeBounds->lower);
    loop.getUpperBoundMutable().assign(safeBounds->upper);
    loop.getStepMutable().assign(safeBounds->step);
    loop.setUnsignedCmp(false);
  }

  void normalize(scf::ParallelOp loop) {
    for (auto [i, iv] : llvm::enumerate(loop.getInductionVars())) {
      Bounds bounds = {loop.getLowerBound()[i], loop.getUpperBound()[i],
                       loop.getStep()[i]};
      std::optional<Bounds> safeBounds =
          normalize(loop, bounds, cast<BlockArgument>(iv));
      if (!safeBounds)
        continue;
      loop.getLowerBoundMutable()[i].set(safeBounds->lower);
      loop.getUpperBoundMutable()[i].set(safeBounds->upper);
      loop.getStepMutable()[i].set(safeBounds->step);
    }
  }
};
} // namespace
