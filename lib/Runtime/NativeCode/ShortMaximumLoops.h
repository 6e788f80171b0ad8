//===- ShortMaximumLoops.h - A guard for LLVM's vectorizer ------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_RUNTIME_NATIVECODE_SHORTMAXIMUMLOOPS_H
#define SG_LIB_RUNTIME_NATIVECODE_SHORTMAXIMUMLOOPS_H

#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class Loop;
class LPMUpdater;
} // namespace llvm

namespace sg {

/// Keeps LLVM's loop vectorizer (22.1.8) from loops of few iterations that
/// compute a maximum or minimum by `llvm.maxnum` or `llvm.minnum`, as in
///
///     for (i = 0; i != 9; ++i)
///       m = fmax(m, x[i]);
///
/// It gives a loop of less than 16 iterations no scalar remainder, but masks
/// the last vector. For the two intrinsics it rewrites the end of the vector
/// loop, since that has to stop at a NaN, and lets it end in front of the last
/// vector as if there were a remainder: of 9 elements 8 are looked at, or 4.
/// Only processors with masked loads; not where the ops have `nnan`.
class ShortMaximumLoops : public llvm::PassInfoMixin<ShortMaximumLoops> {
public:
  llvm::PreservedAnalyses run(llvm::Loop &loop, llvm::LoopAnalysisManager &,
                              llvm::LoopStandardAnalysisResults &results,
                              llvm::LPMUpdater &);
};

} // namespace sg

#endif // SG_LIB_RUNTIME_NATIVECODE_SHORTMAXIMUMLOOPS_H
