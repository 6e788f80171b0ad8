//===- PartMemory.h - Memory that each part has of its own ------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_CPU_THREADING_PARTMEMORY_H
#define SG_LIB_CODEGEN_CPU_THREADING_PARTMEMORY_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace sg {

/// Allocates what the parts of a loop allocate in front of it, for all at once:
/// only the thread that calls may allocate. Fails, without changes, if it is
/// not known there how much that is.
llvm::LogicalResult hoistPartMemory(mlir::scf::ParallelOp loop);

} // namespace sg

#endif // SG_LIB_CODEGEN_CPU_THREADING_PARTMEMORY_H
