//===- ShortMaximumLoops.h - Workaround for the vectorizer ------*- C++ -*-===//
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

/// Works around a fault of LLVM's loop vectorizer (22.1.8) in short loops that
/// compute a maximum or minimum by `llvm.maxnum` or `llvm.minnum`, as in
///
///     for (i = 0; i != 9; ++i)
///       m = fmax(m, x[i]);
///
/// A loop of fewer than 16 iterations has no scalar remainder: the last vector
/// is masked. For the two intrinsics, the vectorizer changes the exit of the
/// vector loop, which must stop at a NaN. The loop then also stops before the
/// last vector, although there is no remainder. Of 9 elements, only 8 or 4 are
/// reduced. The fault occurs only on processors with masked loads and if the
/// ops have no `nnan`.
class ShortMaximumLoops : public llvm::PassInfoMixin<ShortMaximumLoops> {
public:
  llvm::PreservedAnalyses run(llvm::Loop &loop, llvm::LoopAnalysisManager &,
                              llvm::LoopStandardAnalysisResults &results,
                              llvm::LPMUpdater &);
};

} // namespace sg

#endif // SG_LIB_RUNTIME_NATIVECODE_SHORTMAXIMUMLOOPS_H
