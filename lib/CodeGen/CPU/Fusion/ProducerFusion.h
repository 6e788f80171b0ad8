//===- ProducerFusion.h - Fuse producers into a group -----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_CPU_FUSION_PRODUCERFUSION_H
#define SG_LIB_CODEGEN_CPU_FUSION_PRODUCERFUSION_H

#include "sg/CodeGen/Analysis/FusionGroups.h"

namespace sg {

/// Returns the number of bytes of `operand` that `op` accesses for fixed
/// indices of `loops`.
uint64_t countBytes(mlir::linalg::LinalgOp op, mlir::OpOperand &operand,
                    llvm::ArrayRef<unsigned> loops);

/// Adds elementwise producers to the group if only the group reads their
/// results. If other ops read a result too, adds a copy of the producer. A
/// producer is copied only if it is cheap and its result is much larger than
/// its operands, for example a difference of broadcasts. A producer that joins
/// the group is removed from its previous group in `groups`.
void fuseProducers(FusionGroup &group,
                   llvm::MutableArrayRef<FusionGroup> groups);

} // namespace sg

#endif // SG_LIB_CODEGEN_CPU_FUSION_PRODUCERFUSION_H
