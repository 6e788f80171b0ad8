//===- ProducerFusion.h - What groups compute for themselves -------*- C++
//-*-===//
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

/// Makes elementwise ops in front of a group its members, if what they compute
/// is for the group alone. If others read it too, but it takes little to
/// compute and is much larger than what it is computed from, as a difference of
/// broadcasts is, the group gets an op of its own. Ops that become members are
/// members of no other group of `groups` then.
void takeInputs(FusionGroup &group, llvm::MutableArrayRef<FusionGroup> groups);

} // namespace sg

#endif // SG_LIB_CODEGEN_CPU_FUSION_PRODUCERFUSION_H
