//===- SeparateDestinations.cpp - Every op its own destination ------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_SEPARATEDESTINATIONS
#include "CodeGen/Passes.h.inc"
} // namespace sg

/// Whether the op only sets memory: to one value, or to nothing in particular.
static bool isStart(Operation *op) {
  if (isa_and_present<tensor::EmptyOp>(op))
    return true;
  auto fill = dyn_cast_or_null<linalg::LinalgOp>(op);
  return fill && fill->getNumResults() == 1 &&
         llvm::all_of(
             fill.getDpsInputs(),
             [](Value input) { return !isa<ShapedType>(input.getType()); }) &&
         llvm::hasSingleElement(*fill.getBlock());
}

/// Gives the use a start of its own, if another use could overwrite this one.
static void separate(OpOperand &use) {
  Operation *start = use.get().getDefiningOp();
  if (!isStart(start))
    return;
  if (!use.get().hasOneUse() || isa<linalg::LinalgOp>(start)) {
    OpBuilder b(use.getOwner());
    Operation *clone = use.get().hasOneUse() ? start : b.clone(*start);
    use.set(clone->getResult(0));
    start = clone;
  }
  if (auto fill = dyn_cast<linalg::LinalgOp>(start))
    separate(*fill.getDpsInitOperand(0));
}

namespace {
struct SeparateDestinations
    : sg::impl::SeparateDestinationsBase<SeparateDestinations> {
  void runOnOperation() override {
    SmallVector<OpOperand *> uses;
    getOperation().walk([&](Operation *op) {
      if (auto target = dyn_cast<DestinationStyleOpInterface>(op)) {
        for (OpOperand &init : target.getDpsInitsMutable())
          uses.push_back(&init);
      } else if (auto loop = dyn_cast<LoopLikeOpInterface>(op)) {
        for (OpOperand &init : loop.getInitsMutable())
          uses.push_back(&init);
      } else if (op->hasTrait<OpTrait::IsTerminator>()) {
        for (OpOperand &operand : op->getOpOperands())
          uses.push_back(&operand);
      }
    });
    for (OpOperand *use : uses)
      separate(*use);
  }
};
} // namespace
