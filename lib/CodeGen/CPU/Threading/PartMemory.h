//===- PartMemory.h - Private memory of the parts of a loop -----*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_CPU_THREADING_PARTMEMORY_H
#define SG_LIB_CODEGEN_CPU_THREADING_PARTMEMORY_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace sg {

/// Hoists allocations out of a parallel loop, for all parts at once: only the
/// thread of the call may allocate. Fails, without changes, if the sizes are
/// not known in front of the loop.
llvm::LogicalResult hoistPartMemory(mlir::scf::ParallelOp loop);

} // namespace sg

#endif // SG_LIB_CODEGEN_CPU_THREADING_PARTMEMORY_H
