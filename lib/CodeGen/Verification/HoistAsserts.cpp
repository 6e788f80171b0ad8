//===- HoistAsserts.cpp - Move assertions up ------------------------------===//
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

/// Returns true if `op` may be hoisted with the assertion that uses its result.
/// Reads of elements stay: another assertion may check their indices.
static bool isMovable(Operation *op) {
  return op->getNumRegions() == 0 &&
         (isa<memref::DimOp, tensor::DimOp>(op) ||
          isa<arith::ArithDialect>(op->getDialect()) ||
          isa<affine::AffineDialect>(op->getDialect())) &&
         isPure(op);
}

namespace {
/// Hoists the assertions of one block. Caches the anchor of each op, because
/// use-def chains may contain thousands of ops. Positions refer to the original
/// block.
class AssertHoister {
public:
  explicit AssertHoister(Block &block) : block(block) {
    for (auto [position, op] : llvm::enumerate(block))
      positions[&op] = static_cast<int64_t>(position);
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
  void moveAfterAnchor(int64_t anchor, Operation *op, Operation *&last);

  Block &block;
  llvm::DenseMap<Operation *, int64_t> positions;
  /// Maps a movable op or an assertion to its anchor: the last immovable op on
  /// which it depends, or null.
  llvm::DenseMap<Operation *, Operation *> anchors;
  /// Maps a moved op to the position of the anchor after which the op was
  /// moved.
  llvm::DenseMap<Operation *, int64_t> movedAfter;
  /// Maps an anchor to the last op that was moved after the anchor. The null
  /// anchor is the start of the block.
  llvm::DenseMap<Operation *, Operation *> lastMovedAfter;
};
} // namespace

Operation *AssertHoister::findAnchor(Operation *root) {
  SmallVector<Operation *> worklist{root};
  while (!worklist.empty()) {
    Operation *op = worklist.back();
    size_t oldSize = worklist.size();
    Operation *anchor = nullptr;
    forEachProducer(op, [&](Operation *producer) {
      Operation *dependence = producer;
      if (isMovable(producer)) {
        auto entry = anchors.find(producer);
        if (entry == anchors.end())
          worklist.push_back(producer);
        dependence = entry == anchors.end() ? nullptr : entry->second;
      }
      if (dependence && (!anchor || positions[anchor] < positions[dependence]))
        anchor = dependence;
    });
    if (worklist.size() != oldSize)
      continue; // handle producers first
    anchors[op] = anchor;
    worklist.pop_back();
  }
  return anchors[root];
}

/// Moves `root` after the anchor, preceded by its producers. Ops at or before
/// the anchor stay. `last` is the last op that was moved after the anchor.
void AssertHoister::moveAfterAnchor(int64_t anchor, Operation *root,
                                    Operation *&last) {
  auto staysInPlace = [&](Operation *op) {
    auto entry = movedAfter.find(op);
    return entry == movedAfter.end() ? positions[op] <= anchor
                                     : entry->second <= anchor;
  };
  SmallVector<Operation *> worklist{root};
  while (!worklist.empty()) {
    Operation *op = worklist.back();
    size_t oldSize = worklist.size();
    forEachProducer(op, [&](Operation *producer) {
      if (!staysInPlace(producer))
        worklist.push_back(producer);
    });
    if (worklist.size() != oldSize) {
      // Handle the producer of the first operand first.
      std::reverse(worklist.begin() + oldSize, worklist.end());
      continue;
    }
    worklist.pop_back();
    if (staysInPlace(op))
      continue; // moved for another user
    if (last)
      op->moveAfter(last);
    else
      op->moveBefore(&block.front());
    last = op;
    movedAfter[op] = anchor;
  }
}

void AssertHoister::hoist(cf::AssertOp assert) {
  Operation *anchor = findAnchor(assert);
  if (anchor)
    LDBG() << "cannot move before " << anchor->getName() << " at "
           << anchor->getLoc() << ", on which it depends: assertion at "
           << assert.getLoc();
  else
    LDBG() << "moved to the start of its block: assertion at "
           << assert.getLoc();
  Operation *&last = lastMovedAfter[anchor];
  if (!last)
    last = anchor;
  moveAfterAnchor(anchor ? positions[anchor] : -1, assert, last);
}

namespace {
struct HoistAsserts : sg::impl::HoistAssertsBase<HoistAsserts> {
  void runOnOperation() override {
    llvm::MapVector<Block *, SmallVector<cf::AssertOp>> asserts;
    getOperation()->walk(
        [&](cf::AssertOp op) { asserts[op->getBlock()].push_back(op); });
    for (auto &[block, inBlock] : asserts) {
      AssertHoister hoisting(*block);
      for (cf::AssertOp assert : inBlock)
        hoisting.hoist(assert);
    }
  }
};
} // namespace
