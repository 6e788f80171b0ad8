//===- SinkHostLoads.h - Sinks loads of the host ----------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_GPU_HOST_SINKHOSTLOADS_H
#define SG_LIB_CODEGEN_GPU_HOST_SINKHOSTLOADS_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace sg {

/// Sinks a host load past launches that do not write to the loaded memory. The
/// host then waits for fewer kernels. Pure ops that depend on the load move
/// too. Applies if the block of the load also allocates the memory.
void sinkLoad(mlir::memref::LoadOp load);

} // namespace sg

#endif // SG_LIB_CODEGEN_GPU_HOST_SINKHOSTLOADS_H
