//===- ShortMaximumLoops.cpp - Workaround for the vectorizer --------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShortMaximumLoops.h"
#include "llvm/Analysis/IVDescriptors.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Support/Debug.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

#define DEBUG_TYPE "sg-short-maximum-loops"

using namespace llvm;

/// LLVM's default of `-vectorizer-min-trip-count`: loops with fewer iterations
/// have no scalar remainder.
static constexpr unsigned kMinIterations = 16;

/// Returns true if `phi` is a reduction by maxnum or minnum, which ignore NaN.
static bool isMinMaxReduction(PHINode &phi, Loop &loop,
                              LoopStandardAnalysisResults &results) {
  RecurrenceDescriptor reduction;
  if (!RecurrenceDescriptor::isReductionPHI(&phi, &loop, reduction,
                                            /*DB=*/nullptr, &results.AC,
                                            &results.DT, &results.SE))
    return false;
  RecurKind kind = reduction.getRecurrenceKind();
  return kind == RecurKind::FMaxNum || kind == RecurKind::FMinNum;
}

PreservedAnalyses
sg::ShortMaximumLoops::run(Loop &loop, LoopAnalysisManager &,
                           LoopStandardAnalysisResults &results, LPMUpdater &) {
  unsigned maxTripCount = results.SE.getSmallConstantMaxTripCount(&loop);
  if (!loop.isInnermost() || maxTripCount == 0 ||
      maxTripCount >= kMinIterations)
    return PreservedAnalyses::all();
  if (llvm::none_of(loop.getHeader()->phis(), [&](PHINode &phi) {
        return isMinMaxReduction(phi, loop, results);
      }))
    return PreservedAnalyses::all();
  LLVM_DEBUG(dbgs() << "not vectorized: " << loop.getName() << ", at most "
                    << maxTripCount << " iterations\n");
  addStringMetadataToLoop(&loop, "llvm.loop.vectorize.enable", 0);
  return PreservedAnalyses::all();
}
