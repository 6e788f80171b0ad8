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

/// Puts one op in place of neighbours in the group that only have rows as
/// loops: what one hands to the next is a value then. Memory that is only
/// written to after that goes away.
void joinElementwise(FusionGroup &group);

} // namespace sg

#endif // SG_LIB_CODEGEN_CPU_FUSION_JOINELEMENTWISE_H
