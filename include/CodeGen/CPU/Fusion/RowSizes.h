//===- RowSizes.h - How large the rows of a group are -----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_CPU_FUSION_ROWSIZES_H
#define SG_CODEGEN_CPU_FUSION_ROWSIZES_H

#include "sg/CodeGen/Analysis/FusionGroups.h"

namespace sg {

/// The product of the sizes; a dynamic size counts as 256.
uint64_t multiplySizes(llvm::ArrayRef<int64_t> sizes);

/// How many consecutive indices of that row should stay together: as many as
/// two vectors or two cache lines have elements, if the op with the most work
/// accesses contiguous memory along the row, and 1 otherwise.
int64_t countTogether(const FusionGroup &group, unsigned row);

} // namespace sg

#endif // SG_CODEGEN_CPU_FUSION_ROWSIZES_H
