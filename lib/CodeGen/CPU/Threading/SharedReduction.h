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

/// Distributes the only op of `group` if it reduces many elements to few and
/// the order does not matter. Each chunk computes a partial result. The partial
/// results are reduced in the order of the chunks. If the work is at least
/// `leastWork`, there is one chunk per thread.
void distributeReduction(const FusionGroup &group, int64_t threads,
                         uint64_t leastWork);

} // namespace sg

#endif // SG_LIB_CODEGEN_CPU_THREADING_SHAREDREDUCTION_H
