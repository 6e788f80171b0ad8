//===- SharedReduction.h - Partial results of threads -----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_CPU_THREADING_SHAREDREDUCTION_H
#define SG_LIB_CODEGEN_CPU_THREADING_SHAREDREDUCTION_H

#include "sg/CodeGen/Analysis/FusionGroups.h"

namespace sg {

/// Where the only op of `group` reduces many elements to few, and may do so in
/// any order: each part of the elements is reduced for itself, and then what
/// was found, in the order of the parts. As many parts as there are threads, if
/// there is work for them.
void shareReduction(const FusionGroup &group, int64_t threads,
                    uint64_t leastWork);

} // namespace sg

#endif // SG_LIB_CODEGEN_CPU_THREADING_SHAREDREDUCTION_H
