//===- Speculation.cpp - Ops that may run speculatively -------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/StructuredOps/Speculation.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

/// Returns true if 'divisor' is a constant without zero elements. For a signed
/// division, no element may be -1 either, because INT_MIN / -1 overflows.
static bool isSafeDivisor(Value divisor, bool isSigned) {
  auto isSafe = [&](const APInt &value) {
    return !value.isZero() && !(isSigned && value.isAllOnes());
  };
  Attribute attribute;
  if (!matchPattern(divisor, m_Constant(&attribute)))
    return false;
  if (auto integer = dyn_cast<IntegerAttr>(attribute))
    return isSafe(integer.getValue());
  auto elements = dyn_cast<DenseIntElementsAttr>(attribute);
  return elements && llvm::all_of(elements.getValues<APInt>(), isSafe);
}

/// Returns true if each divisor in 'map' is a positive constant.
static bool hasSafeDivisors(AffineMap map) {
  bool isSafe = true;
  map.walkExprs([&](AffineExpr expr) {
    auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
    if (!binary || binary.getKind() == AffineExprKind::Add ||
        binary.getKind() == AffineExprKind::Mul)
      return;
    auto divisor = dyn_cast<AffineConstantExpr>(binary.getRHS());
    isSafe &= divisor && divisor.getValue() > 0;
  });
  return isSafe;
}

/// Returns true if 'op', without its regions, cannot trap. Checks only the ops
/// that upstream wrongly declares speculatable.
static bool cannotTrap(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<arith::RemSIOp, arith::FloorDivSIOp>([](auto division) {
        return isSafeDivisor(division.getRhs(), /*isSigned=*/true);
      })
      .Case([](arith::RemUIOp division) {
        return isSafeDivisor(division.getRhs(), /*isSigned=*/false);
      })
      .Case<affine::AffineApplyOp, affine::AffineMinOp, affine::AffineMaxOp>(
          [](auto apply) { return hasSafeDivisors(apply.getMap()); })
      .Case([](affine::AffineDelinearizeIndexOp split) {
        return split.getDynamicBasis().empty() &&
               !llvm::is_contained(split.getStaticBasis(), 0);
      })
      .Default([](Operation *) { return true; });
}

bool sg::canSpeculate(Operation *op) {
  if (!isSpeculatable(op))
    return false;
  return !op->walk([](Operation *inner) {
              return cannotTrap(inner) ? WalkResult::advance()
                                       : WalkResult::interrupt();
            }).wasInterrupted();
}

size_t sg::moveLoopInvariantCode(LoopLikeOpInterface loop) {
  return mlir::moveLoopInvariantCode(
      loop.getLoopRegions(),
      [&](Value value, Region *) { return loop.isDefinedOutsideOfLoop(value); },
      [](Operation *op, Region *) {
        return isMemoryEffectFree(op) && canSpeculate(op);
      },
      [&](Operation *op, Region *) { loop.moveOutOfLoop(op); });
}
