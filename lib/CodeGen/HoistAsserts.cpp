//===- HoistAsserts.cpp - Assertions ahead of what they guard -------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_HOISTASSERTS
#include "CodeGen/Passes.h.inc"
} // namespace sg

/// Whether `op` computes a condition from sizes and indices and may do so
/// earlier. An element of a tensor may be one that another assertion guards.
static bool isMovable(Operation *op) {
  return op->getNumRegions() == 0 &&
         (isa<memref::DimOp, tensor::DimOp>(op) ||
          isa<arith::ArithDialect>(op->getDialect()) ||
          isa<affine::AffineDialect>(op->getDialect())) &&
         isPure(op);
}

/// The ops of the block that go with `op`, those that others use first; keeps
/// in `after` the last one that does not.
static void collect(Operation *op, llvm::SetVector<Operation *> &moved,
                    Operation *&after) {
  for (Value operand : op->getOperands()) {
    Operation *producer = operand.getDefiningOp();
    if (!producer || producer->getBlock() != op->getBlock() ||
        moved.contains(producer))
      continue;
    if (isMovable(producer))
      collect(producer, moved, after);
    else if (!after || after->isBeforeInBlock(producer))
      after = producer;
  }
  moved.insert(op);
}

namespace {
struct HoistAsserts : sg::impl::HoistAssertsBase<HoistAsserts> {
  void runOnOperation() override {
    SmallVector<cf::AssertOp> asserts;
    getOperation()->walk([&](cf::AssertOp op) { asserts.push_back(op); });
    // The last one of those behind the same op.
    llvm::DenseMap<Operation *, Operation *> lastBehind;
    llvm::DenseMap<Block *, Operation *> lastAtBegin;
    for (cf::AssertOp assert : asserts) {
      llvm::SetVector<Operation *> moved;
      Operation *after = nullptr;
      collect(assert, moved, after);
      Operation *&last =
          after ? lastBehind[after] : lastAtBegin[assert->getBlock()];
      if (!last)
        last = after;
      for (Operation *op : moved) {
        // What an assertion before it needs has been moved already.
        if (last && (op == last || op->isBeforeInBlock(last)))
          continue;
        if (last)
          op->moveAfter(last);
        else
          op->moveBefore(&op->getBlock()->front());
        last = op;
      }
    }
  }
};
} // namespace
