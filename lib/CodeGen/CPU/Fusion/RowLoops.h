//===- RowLoops.h - Loops over the rows of a group --------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_CPU_FUSION_ROWLOOPS_H
#define SG_LIB_CODEGEN_CPU_FUSION_ROWLOOPS_H

#include "sg/CodeGen/Analysis/FusionGroups.h"

namespace sg {

/// Replaces the ops of the group by loops over the first `loops` common
/// dimensions. The innermost of these loops has step `step`. Buffers that only
/// the group uses shrink to the size of a step. Calls `onTiled` with each tiled
/// op and the original op.
void tileByRows(
    const FusionGroup &group, unsigned loops, int64_t step,
    llvm::function_ref<void(mlir::linalg::LinalgOp, mlir::linalg::LinalgOp)>
        onTiled = nullptr);

} // namespace sg

#endif // SG_LIB_CODEGEN_CPU_FUSION_ROWLOOPS_H
