//===- JoinElementwise.h - Merge elementwise ops into one -------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_CPU_FUSION_JOINELEMENTWISE_H
#define SG_LIB_CODEGEN_CPU_FUSION_JOINELEMENTWISE_H

#include "sg/CodeGen/Analysis/FusionGroups.h"

namespace sg {

/// Merges consecutive ops of the group whose loops are exactly the common
/// loops. A result that one op passes to the next becomes an SSA value. Buffers
/// that no op reads after the merge are erased.
void joinElementwise(FusionGroup &group);

} // namespace sg

#endif // SG_LIB_CODEGEN_CPU_FUSION_JOINELEMENTWISE_H
