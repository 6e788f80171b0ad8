//===- GroupKernel.h - Kernels of groups of structured ops ------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_GPU_KERNELS_GROUPKERNEL_H
#define SG_LIB_CODEGEN_GPU_KERNELS_GROUPKERNEL_H

#include "sg/CodeGen/Analysis/FusionGroups.h"

namespace sg {

/// Replaces the adjacent ops of `group` by one kernel. Distributes rows over
/// blocks, and the other loops of each op over the lanes of a row.
void buildGroupKernel(const FusionGroup &group);

} // namespace sg

#endif // SG_LIB_CODEGEN_GPU_KERNELS_GROUPKERNEL_H
