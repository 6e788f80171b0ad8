//===- JoinElementwise.h - Elementwise ops as one op ------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_CPU_FUSION_JOINELEMENTWISE_H
#define SG_LIB_CODEGEN_CPU_FUSION_JOINELEMENTWISE_H

#include "sg/CodeGen/Analysis/FusionGroups.h"

namespace sg {

/// Merges neighbours in the group whose only loops are the rows into one op:
/// what one passes to the next becomes a value. Memory that is then only
/// written to is erased.
void joinElementwise(FusionGroup &group);

} // namespace sg

#endif // SG_LIB_CODEGEN_CPU_FUSION_JOINELEMENTWISE_H
