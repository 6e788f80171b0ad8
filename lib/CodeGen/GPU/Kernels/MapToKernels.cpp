//===- MapToKernels.cpp - Maps ops and loops to kernels -------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementwiseKernel.h"
#include "GroupKernel.h"
#include "LoopKernels.h"
#include "SharedLoops.h"
#include "SplitReduction.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "sg/CodeGen/Analysis/RedundantCopies.h"
#include "sg/CodeGen/GPU/Kernels/KernelLimits.h"
#include "sg/CodeGen/GPU/Kernels/Kernels.h"
#include "sg/CodeGen/GPU/Kernels/Passes.h"
#include "sg/Support/OptionChecks.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-map-to-kernels"

using namespace mlir;
using namespace sg;

namespace sg {
#define GEN_PASS_DEF_MAPTOKERNELS
#include "sg/CodeGen/GPU/Kernels/Passes.h.inc"
} // namespace sg

/// Moves a host store into a kernel, so that the host need not wait.
static void mapToKernel(memref::StoreOp op) {
  LDBG() << "one kernel: " << op->getName() << " at " << op.getLoc();
  ImplicitLocOpBuilder b(op.getLoc(), op);
  createLaunch(b, op, 1);
  b.clone(*op);
  op.erase();
}

/// Returns true if a kernel of `group` and `op` uses at most half of the space
/// for arguments. The other half is for sizes that the host computes.
static bool hasArgumentSpaceFor(const FusionGroup &group, linalg::LinalgOp op) {
  SmallVector<Operation *> ops{op};
  for (const FusionGroup::Member &member : group.members)
    ops.push_back(member.op);
  if (countArgumentBytes(ops) <= kArgumentBytes / 2)
    return true;
  linalg::LinalgOp first = group.members.front().op;
  LDBG() << "not in one kernel, there would be too many arguments: "
         << op->getName() << " at " << op.getLoc() << " with the "
         << group.members.size() << " ops from " << first->getName() << " at "
         << first.getLoc();
  return false;
}

/// Hoists memref.dim of captured memrefs out of the kernel, because the memory
/// may be freed before the kernel runs.
static void hoistSizes(gpu::LaunchOp launch) {
  launch.walk([&](memref::DimOp op) {
    std::optional<int64_t> dim = op.getConstantIndex();
    auto type = dyn_cast<MemRefType>(op.getSource().getType());
    if (!type || !dim || *dim < 0 || *dim >= type.getRank() ||
        launch.getBody().isAncestor(op.getSource().getParentRegion()))
      return;
    OpBuilder b(launch);
    op.replaceAllUsesWith(
        b.createOrFold<memref::DimOp>(op.getLoc(), op.getSource(), *dim));
    op.erase();
  });
}

namespace {
struct MapToKernels : sg::impl::MapToKernelsBase<MapToKernels> {
  using MapToKernelsBase::MapToKernelsBase;

  LogicalResult initialize(MLIRContext *context) override {
    return sg::checkPowerOfTwo(context, alignment, 1, 1 << 20,
                               /*allowsZero=*/true);
  }

  void runOnOperation() override {
    SmallVector<memref::CopyOp> copies;
    getOperation()->walk([&](memref::CopyOp copy) {
      if (!copy->getParentOfType<gpu::LaunchOp>() &&
          !copy->getParentOfType<gpu::GPUModuleOp>())
        copies.push_back(copy);
    });
    for (memref::CopyOp copy : copies) {
      if (removeRedundantCopy(copy))
        continue;
      LDBG() << "copied by a kernel, its reader cannot read the source: "
             << copy->getName() << " at " << copy.getLoc();
      OpBuilder b(copy);
      linalg::makeMemRefCopyOp(b, copy.getLoc(), copy.getSource(),
                               copy.getTarget());
      copy.erase();
    }
    getOperation()->walk([](scf::ForallOp loop) {
      if (loop.getNumResults() == 0 &&
          !loop->getParentOfType<gpu::LaunchOp>() &&
          !loop->getParentOfType<gpu::GPUModuleOp>())
        expandForall(loop);
    });
    SmallVector<Operation *> loops;
    SmallVector<memref::StoreOp> stores;
    SmallVector<Block *> blocks;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<gpu::LaunchOp, gpu::GPUModuleOp, linalg::LinalgOp>(op))
        return WalkResult::skip();
      if (isLoopForOneKernel(op, atomics)) {
        loops.push_back(op);
        return WalkResult::skip();
      }
      if (auto store = dyn_cast<memref::StoreOp>(op))
        stores.push_back(store);
      for (Region &region : op->getRegions())
        for (Block &block : region)
          blocks.push_back(&block);
      return WalkResult::advance();
    });
    for (Operation *loop : loops)
      buildLoopKernel(loop, atomics);
    for (memref::StoreOp store : stores)
      mapToKernel(store);
    for (Block *block : blocks) {
      for (auto op : llvm::to_vector(block->getOps<linalg::LinalgOp>()))
        if (op.hasPureBufferSemantics())
          splitReduction(op);
      GroupPolicy policy{[](linalg::LinalgOp) { return true; },
                         /*joinsSmallOps=*/true};
      policy.hasRoomFor = hasArgumentSpaceFor;
      for (const FusionGroup &group : formFusionGroups(*block, policy))
        if (!buildElementwiseKernel(group, alignment))
          buildGroupKernel(group);
    }
    getOperation()->walk(hoistSizes);
    eraseIndependentAttrs(getOperation());
  }
};
} // namespace
