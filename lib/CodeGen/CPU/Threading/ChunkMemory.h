//===- ChunkMemory.h - Private memory of chunks -----------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_CPU_THREADING_CHUNKMEMORY_H
#define SG_LIB_CODEGEN_CPU_THREADING_CHUNKMEMORY_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace sg {

/// Replaces each allocation in a parallel loop by one for all chunks before the
/// loop: only the thread that executes the call may allocate. Fails without
/// changes if a size has no upper bound before the loop.
llvm::LogicalResult hoistChunkMemory(mlir::scf::ParallelOp loop);

} // namespace sg

#endif // SG_LIB_CODEGEN_CPU_THREADING_CHUNKMEMORY_H
