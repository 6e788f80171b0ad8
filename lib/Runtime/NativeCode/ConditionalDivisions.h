//===- ConditionalDivisions.h - A guard for LLVM's vectorizer ---*- C++ -*-===//
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

/// Keeps LLVM's loop vectorizer (22.1.8) from a wrong rewrite of integer
/// divisions that some iterations make. In
///
///     for (i = 0; i != n; ++i)
///       y[i] = i < k ? 0 : x[a % b];
///
/// the remainder is the same for all lanes of a vector. The vectorizer divides
/// once, as the condition of lane 0 has it: `a % (0 < k ? 1 : b)`, or not at
/// all. The other lanes read the wrong element. So it does with `x[i - i % b +
/// i % b]`, where it needs the address of lane 0 alone.
///
/// LLVM leaves such a division in the loop because the divisor may be 0 where
/// no iteration divides. This pass takes it out of the loop if the operands are
/// invariant, with 1 in place of a divisor that would trap. A loop in which
/// another conditional division is left is not vectorized.
class ConditionalDivisions : public llvm::PassInfoMixin<ConditionalDivisions> {
public:
  llvm::PreservedAnalyses run(llvm::Loop &loop, llvm::LoopAnalysisManager &,
                              llvm::LoopStandardAnalysisResults &results,
                              llvm::LPMUpdater &);
};

} // namespace sg

#endif // SG_LIB_RUNTIME_NATIVECODE_CONDITIONALDIVISIONS_H
