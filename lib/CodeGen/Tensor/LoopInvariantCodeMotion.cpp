//===- LoopInvariantCodeMotion.cpp - Hoist ops that cannot trap -----------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/CodeGen/Tensor/Passes.h"
#include "sg/StructuredOps/Speculation.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-loop-invariant-code-motion"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_LOOPINVARIANTCODEMOTION
#include "sg/CodeGen/Tensor/Passes.h.inc"
} // namespace sg

namespace {
struct LoopInvariantCodeMotion
    : sg::impl::LoopInvariantCodeMotionBase<LoopInvariantCodeMotion> {
  void runOnOperation() override {
    // The walk visits inner loops first, so that an op can leave several loops.
    getOperation()->walk([](LoopLikeOpInterface loop) {
      size_t numHoisted = sg::moveLoopInvariantCode(loop);
      LDBG() << numHoisted << " ops moved out of " << loop->getName() << " at "
             << loop.getLoc();
    });
  }
};
} // namespace
