//===- HoistDivisions.h - Invariant divisions before their loop -*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_RUNTIME_NATIVECODE_HOISTDIVISIONS_H
#define SG_LIB_RUNTIME_NATIVECODE_HOISTDIVISIONS_H

#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class Loop;
class LPMUpdater;
} // namespace llvm

namespace sg {

/// Keeps LLVM's loop vectorizer (22.1.8) from a wrong rewrite. Where some
/// iterations divide two integers that are the same in all,
///
///     for (i = 0; i != n; ++i)
///       y[i] = i < k ? 0 : x[a % b];
///
/// it divides once for all lanes of a vector, by a divisor that is chosen by
/// the condition of lane 0: `a % (0 < k ? 1 : b)`. The other lanes get the
/// quotient by 1, or none at all.
///
/// LLVM leaves such a division in the loop because the divisor may be 0 where
/// no iteration divides. This pass takes it out of the loop, with 1 in place of
/// a divisor that would trap.
class HoistDivisions : public llvm::PassInfoMixin<HoistDivisions> {
public:
  llvm::PreservedAnalyses run(llvm::Loop &loop, llvm::LoopAnalysisManager &,
                              llvm::LoopStandardAnalysisResults &results,
                              llvm::LPMUpdater &);
};

} // namespace sg

#endif // SG_LIB_RUNTIME_NATIVECODE_HOISTDIVISIONS_H
