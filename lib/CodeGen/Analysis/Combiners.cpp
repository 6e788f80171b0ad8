//===- Combiners.cpp - Combiners of reductions ----------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/CodeGen/Analysis/Combiners.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"
#include <limits>

using namespace mlir;
using namespace sg;

Value Combiner::combine(ImplicitLocOpBuilder &b, Value x, Value y) const {
  Operation *combined = b.clone(*op);
  combined->setOperands({x, y});
  return combined->getResult(0);
}

/// Returns true if a reduction by `op` may be reordered. Sums and products of
/// floats require the flag `reassoc`. Integer ops must not have overflow flags,
/// because intermediate results of a reordered sum may overflow.
static bool isReorderable(Operation *op) {
  if (op->getNumOperands() != 2 || op->getNumResults() != 1 ||
      !op->hasTrait<OpTrait::IsCommutative>())
    return false;
  if (auto integer = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op))
    return integer.getOverflowAttr().getValue() ==
           arith::IntegerOverflowFlags::none;
  if (!isa<arith::AddFOp, arith::MulFOp>(op))
    return true;
  return bitEnumContainsAll(
      cast<arith::ArithFastMathInterface>(op).getFastMathFlagsAttr().getValue(),
      arith::FastMathFlags::reassoc);
}

/// Returns the neutral element of `op`. Upstream (22.1.8) returns 0 for sums of
/// floats, which turns -0 into 0, and does not support the index type.
static std::optional<TypedAttr> getNeutral(Operation *op) {
  Type type = op->getResult(0).getType();
  if (isa<arith::AddFOp>(op) && isa<FloatType>(type))
    return Builder(op->getContext()).getFloatAttr(type, -0.0);
  if (!type.isIndex())
    return arith::getNeutralElement(op);
  auto neutral =
      llvm::TypeSwitch<Operation *, std::optional<int64_t>>(op)
          .Case<arith::AddIOp, arith::OrIOp, arith::XOrIOp, arith::MaxUIOp>(
              [](auto) { return 0; })
          .Case([](arith::MulIOp) { return 1; })
          .Case<arith::AndIOp, arith::MinUIOp>([](auto) { return -1; })
          .Case([](arith::MinSIOp) {
            return std::numeric_limits<int64_t>::max();
          })
          .Case([](arith::MaxSIOp) {
            return std::numeric_limits<int64_t>::min();
          })
          .Default([](Operation *) { return std::nullopt; });
  if (!neutral)
    return std::nullopt;
  return Builder(op->getContext()).getIndexAttr(*neutral);
}

SmallVector<Combiner> sg::getCombiners(linalg::LinalgOp op) {
  SmallVector<Combiner> combiners;
  for (unsigned i = 0; i < op.getNumDpsInits(); ++i) {
    SmallVector<Operation *> ops;
    if (!matchReduction(op.getRegionOutputArgs(), i, ops) || ops.size() != 1 ||
        !isReorderable(ops.front()))
      return {};
    std::optional<TypedAttr> neutral = getNeutral(ops.front());
    if (!neutral)
      return {};
    combiners.push_back({ops.front(), *neutral});
  }
  return combiners;
}
