//===- SharedReduction.h - Reductions by partial results --------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_CPU_THREADING_SHAREDREDUCTION_H
#define SG_LIB_CODEGEN_CPU_THREADING_SHAREDREDUCTION_H

#include "sg/CodeGen/Analysis/FusionGroups.h"

namespace sg {

/// If the only op of `group` reduces many elements to few, and may do so in any
/// order: reduces each part of the elements by itself, and then the partial
/// results in the order of the parts. There are as many parts as threads, if
/// there is enough work.
void shareReduction(const FusionGroup &group, int64_t threads,
                    uint64_t leastWork);

} // namespace sg

#endif // SG_LIB_CODEGEN_CPU_THREADING_SHAREDREDUCTION_H
