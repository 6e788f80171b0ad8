//===- Combiners.cpp - What combines values of a reduction ----------------===//
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

/// Sums of floats only if the program does not mind in which order; sums of
/// integers unless it promises that none on the way overflows.
static bool isOrderFree(Operation *op) {
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

/// Returns the value that changes nothing in `op`. Upstream has 0 for sums of
/// floats, which makes 0 of -0, and takes an index for an integer of some width
/// (22.1.8).
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
        !isOrderFree(ops.front()))
      return {};
    std::optional<TypedAttr> neutral = getNeutral(ops.front());
    if (!neutral)
      return {};
    combiners.push_back({ops.front(), *neutral});
  }
  return combiners;
}
