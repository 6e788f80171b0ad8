//===- ExpandSubgroupReductions.cpp - Expands reductions of warps ---------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "sg/CodeGen/GPU/Host/Passes.h"
#include "sg/CodeGen/GPU/Kernels/Kernels.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-expand-subgroup-reductions"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_EXPANDSUBGROUPREDUCTIONS
#include "sg/CodeGen/GPU/Host/Passes.h.inc"
} // namespace sg

/// Maximum width in bits of a shuffled value. The conversion to NVVM splits
/// wider shuffles into shuffles of 32 bits.
static constexpr unsigned kShuffleBits = 64;

namespace {
struct ExpandSubgroupReductions
    : sg::impl::ExpandSubgroupReductionsBase<ExpandSubgroupReductions> {
  void runOnOperation() override {
    // Split reductions of vectors into reductions of scalars.
    RewritePatternSet splitPatterns(&getContext());
    populateGpuBreakDownSubgroupReducePatterns(splitPatterns, kShuffleBits);
    walkAndApplyPatterns(getOperation(), std::move(splitPatterns));
    RewritePatternSet patterns(&getContext());
    populateGpuLowerSubgroupReduceToShufflePatterns(patterns, sg::kWarpSize,
                                                    kShuffleBits);
    populateGpuLowerClusteredSubgroupReduceToShufflePatterns(
        patterns, sg::kWarpSize, kShuffleBits);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
    getOperation()->walk([](gpu::SubgroupReduceOp op) {
      LDBG() << "not expanded, upstream does not support this type or number "
                "of lanes: "
             << op->getName() << " at " << op.getLoc();
    });
  }
};
} // namespace
