//===- ProducerFusion.h - Producers computed inside of a group --*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_CPU_FUSION_PRODUCERFUSION_H
#define SG_LIB_CODEGEN_CPU_FUSION_PRODUCERFUSION_H

#include "sg/CodeGen/Analysis/FusionGroups.h"

namespace sg {

/// The bytes of what `operand` accesses, in one iteration of `loops`.
uint64_t countBytes(mlir::linalg::LinalgOp op, mlir::OpOperand &operand,
                    llvm::ArrayRef<unsigned> loops);

/// Makes elementwise ops in front of a group its members, if only the group
/// reads their results. If others read them too, but they are cheap to compute
/// and much larger than what they are computed from, as a difference of
/// broadcasts is, the group gets a copy of the op. An op that becomes a member
/// is removed from the other `groups`.
void takeInputs(FusionGroup &group, llvm::MutableArrayRef<FusionGroup> groups);

} // namespace sg

#endif // SG_LIB_CODEGEN_CPU_FUSION_PRODUCERFUSION_H
