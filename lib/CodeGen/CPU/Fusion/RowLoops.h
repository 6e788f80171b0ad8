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

/// Puts loops over the first `loops` of the group's rows in place of its ops,
/// the last of which makes steps of `step` rows. Memory that only the group
/// uses is only as large as a step needs. `seeTiled` sees what a step does of
/// an op, and the op.
void computeByRows(
    const FusionGroup &group, unsigned loops, int64_t step,
    llvm::function_ref<void(mlir::linalg::LinalgOp, mlir::linalg::LinalgOp)>
        seeTiled = nullptr);

} // namespace sg

#endif // SG_LIB_CODEGEN_CPU_FUSION_ROWLOOPS_H
