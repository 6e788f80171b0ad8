//===- HoistAsserts.cpp - Assertions moved up -----------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "sg/CodeGen/Verification/Passes.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/DebugLog.h"
#include <algorithm>

#define DEBUG_TYPE "sg-hoist-asserts"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_HOISTASSERTS
#include "sg/CodeGen/Verification/Passes.h.inc"
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

namespace {
/// The assertions of one block. What they need is looked at once, in numbers
/// that the ops had at first: there may be thousands in a chain.
class BlockOfAsserts {
public:
  explicit BlockOfAsserts(Block &block) : block(block) {
    for (auto [number, op] : llvm::enumerate(block))
      numbers[&op] = static_cast<int64_t>(number);
  }

  void hoist(cf::AssertOp assert);

private:
  template <typename Callback>
  void forEachProducer(Operation *op, Callback callback) {
    for (Value operand : op->getOperands())
      if (Operation *producer = operand.getDefiningOp();
          producer && producer->getBlock() == &block)
        callback(producer);
  }

  Operation *findAnchor(Operation *op);
  void moveBehind(int64_t anchor, Operation *op, Operation *&last);

  Block &block;
  llvm::DenseMap<Operation *, int64_t> numbers;
  /// Of movable ops and assertions: the last op that they need and that is not
  /// movable, null if there is none.
  llvm::DenseMap<Operation *, Operation *> anchors;
  /// Behind which number ops have been moved.
  llvm::DenseMap<Operation *, int64_t> moved;
  /// The last one that was moved behind an op; for null, to the beginning.
  llvm::DenseMap<Operation *, Operation *> lastBehind;
};
} // namespace

Operation *BlockOfAsserts::findAnchor(Operation *asked) {
  SmallVector<Operation *> open{asked};
  while (!open.empty()) {
    Operation *op = open.back();
    size_t count = open.size();
    Operation *anchor = nullptr;
    forEachProducer(op, [&](Operation *producer) {
      Operation *needed = producer;
      if (isMovable(producer)) {
        auto known = anchors.find(producer);
        if (known == anchors.end())
          open.push_back(producer);
        needed = known == anchors.end() ? nullptr : known->second;
      }
      if (needed && (!anchor || numbers[anchor] < numbers[needed]))
        anchor = needed;
    });
    if (open.size() != count)
      continue; // these first
    anchors[op] = anchor;
    open.pop_back();
  }
  return anchors[asked];
}

/// Moves the op, and what it needs first, unless that is early enough.
void BlockOfAsserts::moveBehind(int64_t anchor, Operation *asked,
                                Operation *&last) {
  auto isEarly = [&](Operation *op) {
    auto known = moved.find(op);
    return known == moved.end() ? numbers[op] <= anchor
                                : known->second <= anchor;
  };
  SmallVector<Operation *> open{asked};
  while (!open.empty()) {
    Operation *op = open.back();
    size_t count = open.size();
    forEachProducer(op, [&](Operation *producer) {
      if (!isEarly(producer))
        open.push_back(producer);
    });
    if (open.size() != count) {
      // The first operand first.
      std::reverse(open.begin() + count, open.end());
      continue;
    }
    open.pop_back();
    if (isEarly(op))
      continue; // two need it
    if (last)
      op->moveAfter(last);
    else
      op->moveBefore(&block.front());
    last = op;
    moved[op] = anchor;
  }
}

void BlockOfAsserts::hoist(cf::AssertOp assert) {
  Operation *anchor = findAnchor(assert);
  if (anchor)
    LDBG() << "not further ahead than " << anchor->getName() << " at "
           << anchor->getLoc() << ", which it needs: the assertion at "
           << assert.getLoc();
  else
    LDBG() << "to the beginning of its block: the assertion at "
           << assert.getLoc();
  Operation *&last = lastBehind[anchor];
  if (!last)
    last = anchor;
  moveBehind(anchor ? numbers[anchor] : -1, assert, last);
}

namespace {
struct HoistAsserts : sg::impl::HoistAssertsBase<HoistAsserts> {
  void runOnOperation() override {
    llvm::MapVector<Block *, SmallVector<cf::AssertOp>> asserts;
    getOperation()->walk(
        [&](cf::AssertOp op) { asserts[op->getBlock()].push_back(op); });
    for (auto &[block, inBlock] : asserts) {
      BlockOfAsserts hoisting(*block);
      for (cf::AssertOp assert : inBlock)
        hoisting.hoist(assert);
    }
  }
};
} // namespace
