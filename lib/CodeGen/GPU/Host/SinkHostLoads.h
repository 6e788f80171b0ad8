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

/// Sinks a host load from device memory, and the ops computed from it, at most
/// to the first use. The load moves past launches that do not write to the
/// memory. This pays off because the host waits for all kernels that precede a
/// load.
void sinkLoad(mlir::memref::LoadOp load);

} // namespace sg

#endif // SG_LIB_CODEGEN_GPU_HOST_SINKHOSTLOADS_H
