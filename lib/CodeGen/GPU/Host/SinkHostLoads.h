//===- SinkHostLoads.h - What the host waits for, late -----------*- C++
//-*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_GPU_HOST_SINKHOSTLOADS_H
#define SG_LIB_CODEGEN_GPU_HOST_SINKHOSTLOADS_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace sg {

/// Moves a load of the host from memory of a device, with what is computed of
/// it, behind launches that do not write to that memory, up to where the value
/// is needed: the host waits for the kernels in front of a load.
void delay(mlir::memref::LoadOp load);

} // namespace sg

#endif // SG_LIB_CODEGEN_GPU_HOST_SINKHOSTLOADS_H
