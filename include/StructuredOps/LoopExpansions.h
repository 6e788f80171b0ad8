//===- LoopExpansions.h - Expansion of loops --------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_STRUCTUREDOPS_LOOPEXPANSIONS_H
#define SG_STRUCTUREDOPS_LOOPEXPANSIONS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace sg {

/// Clones the ops of `block`, except the terminator, to the insertion point.
void copyBlock(mlir::OpBuilder &builder, mlir::Block *block,
               mlir::IRMapping &map);

/// Builds an equivalent nest of scf.for ops, which carry the reductions.
mlir::scf::LoopNest expandParallel(mlir::OpBuilder &builder,
                                   mlir::scf::ParallelOp loop);

} // namespace sg

#endif // SG_STRUCTUREDOPS_LOOPEXPANSIONS_H
