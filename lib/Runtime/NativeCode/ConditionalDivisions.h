//===- ConditionalDivisions.h - Workaround for the vectorizer ---*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_RUNTIME_NATIVECODE_CONDITIONALDIVISIONS_H
#define SG_LIB_RUNTIME_NATIVECODE_CONDITIONALDIVISIONS_H

#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class Loop;
class LPMUpdater;
} // namespace llvm

namespace sg {

/// Works around a fault of LLVM's loop vectorizer (22.1.8), which miscompiles
/// integer divisions that only some iterations execute. In
///
///     for (i = 0; i != n; ++i)
///       y[i] = i < k ? 0 : x[a % b];
///
/// the remainder is the same for all lanes of a vector. The vectorizer divides
/// once, under the condition of lane 0: `a % (0 < k ? 1 : b)`, or omits the
/// division. The other lanes then read the wrong element. The same happens with
/// `x[i - i % b + i % b]`, where the vectorizer needs only the address of lane
/// 0.
///
/// LLVM does not hoist such a division, because the divisor may be 0 if no
/// iteration divides. This pass hoists the division if its operands are loop
/// invariant, and replaces a divisor that would trap by 1. If another
/// conditional division remains, the loop is not vectorized.
class ConditionalDivisions : public llvm::PassInfoMixin<ConditionalDivisions> {
public:
  llvm::PreservedAnalyses run(llvm::Loop &loop, llvm::LoopAnalysisManager &,
                              llvm::LoopStandardAnalysisResults &results,
                              llvm::LPMUpdater &);
};

} // namespace sg

#endif // SG_LIB_RUNTIME_NATIVECODE_CONDITIONALDIVISIONS_H
