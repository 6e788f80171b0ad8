//===- LoopKernels.cpp - Loops over elements as one kernel ----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopKernels.h"
#include "Kernels.h"
#include "SharedOp.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace sg;

/// Less than so many iterations one thread makes sooner than others wait for
/// each other.
static constexpr int64_t kWorthWaiting = kWarp;

/// How many iterations of `op` threads can share.
static int64_t countShared(linalg::LinalgOp op) {
  return countIterations(op, SharedOp({op, {}}).getLaneLoops()).value_or(0);
}

bool sg::isLoopForOneKernel(Operation *op) {
  if (!isa<scf::ForOp, scf::WhileOp>(op) || !op->use_empty())
    return false;
  bool hasElements = false;
  WalkResult walk = op->walk<WalkOrder::PreOrder>([&](Operation *inner) {
    if (isa<memref::LoadOp, memref::StoreOp>(inner)) {
      hasElements = true;
      return WalkResult::advance();
    }
    if (auto structured = dyn_cast<linalg::LinalgOp>(inner))
      return hasFewIterations(structured) ? WalkResult::skip()
                                          : WalkResult::interrupt();
    if (isa<scf::ForOp, scf::WhileOp, scf::IfOp, cf::AssertOp>(inner) ||
        inner->hasTrait<OpTrait::IsTerminator>())
      return WalkResult::advance();
    return isMemoryEffectFree(inner) && inner->getNumRegions() == 0
               ? WalkResult::advance()
               : WalkResult::interrupt();
  });
  return hasElements && !walk.wasInterrupted();
}

void sg::buildLoopKernel(Operation *loop) {
  SmallVector<Operation *> writers;
  loop->walk<WalkOrder::PreOrder>([&](Operation *inner) {
    if (!isa<memref::StoreOp, linalg::LinalgOp>(inner))
      return WalkResult::advance();
    writers.push_back(inner);
    return WalkResult::skip();
  });
  int64_t most = 0;
  for (Operation *writer : writers)
    if (auto op = dyn_cast<linalg::LinalgOp>(writer))
      most = std::max(most, countShared(op));

  ImplicitLocOpBuilder b(loop->getLoc(), loop);
  Threads threads;
  threads.layout.threads = threads.layout.lanes =
      most < kWorthWaiting
          ? 1
          : std::min<int64_t>(llvm::PowerOf2Ceil(std::max(most, kWarp)),
                              kThreads);
  threads.launch = createLaunch(b, loop, threads.layout.threads);
  loop->moveBefore(b.getInsertionBlock(), b.getInsertionPoint());
  bool isAlone = threads.layout.lanes == 1;
  Value isFirst;
  b.setInsertionPoint(loop);
  if (!isAlone) {
    threads.thread = threads.lane = threads.launch.getThreadIds().x;
    threads.lanes = arith::ConstantIndexOp::create(b, threads.layout.lanes);
    isFirst = threads.isFirstLane(b);
  }
  for (Operation *writer : writers) {
    b.setLoc(writer->getLoc());
    // Others may still read what is overwritten, and read then what is new.
    if (!isAlone) {
      b.setInsertionPointAfter(writer);
      gpu::BarrierOp::create(b);
    }
    b.setInsertionPoint(writer);
    if (!isAlone && !isa_and_nonnull<gpu::BarrierOp>(writer->getPrevNode()))
      gpu::BarrierOp::create(b);
    if (auto op = dyn_cast<linalg::LinalgOp>(writer)) {
      SharedOp shared({op, {}});
      shared.createRanges(b);
      shared.build(b, threads);
      op.erase();
    } else if (!isAlone) {
      auto guard = scf::IfOp::create(b, isFirst);
      writer->moveBefore(guard.thenBlock()->getTerminator());
    }
  }
}
