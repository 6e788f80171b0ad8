//===- RowSizes.h - Sizes of a group's dimensions ---------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_CPU_FUSION_ROWSIZES_H
#define SG_CODEGEN_CPU_FUSION_ROWSIZES_H

#include "sg/CodeGen/Analysis/FusionGroups.h"

namespace sg {

/// Returns the product of the sizes. A dynamic size counts as 256.
uint64_t multiplySizes(llvm::ArrayRef<int64_t> sizes);

/// Returns the number of consecutive indices of the common dimension `dim` that
/// one step of a fused loop, or one thread, should process together. Returns 32
/// (two vectors or two cache lines of f32) if the op with the most iterations
/// accesses contiguous memory along the dimension, and 1 otherwise.
int64_t getGranularity(const FusionGroup &group, unsigned dim);

} // namespace sg

#endif // SG_CODEGEN_CPU_FUSION_ROWSIZES_H
