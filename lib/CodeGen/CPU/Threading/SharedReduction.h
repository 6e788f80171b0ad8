//===- SharedReduction.h - Reductions by partial results -------*- C++ -*--===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_CPU_THREADING_SHAREDREDUCTION_H
#define SG_LIB_CODEGEN_CPU_THREADING_SHAREDREDUCTION_H

#include "sg/CodeGen/Analysis/FusionGroups.h"

namespace sg {

/// Distributes the only op of `group` if it reduces many elements to few, in
/// any order. Reduces each chunk of the elements separately, then the partial
/// results in the order of the chunks. If there is enough work, there is one
/// chunk per thread.
void distributeReduction(const FusionGroup &group, int64_t threads,
                         uint64_t leastWork);

} // namespace sg

#endif // SG_LIB_CODEGEN_CPU_THREADING_SHAREDREDUCTION_H
