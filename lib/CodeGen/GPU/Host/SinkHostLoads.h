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

/// Sinks a host load past launches that do not write to the memory. The host
/// then waits for fewer kernels. The block of the load must allocate the
/// memory. Pure ops that depend on the load move too.
void sinkLoad(mlir::memref::LoadOp load);

} // namespace sg

#endif // SG_LIB_CODEGEN_GPU_HOST_SINKHOSTLOADS_H
