//===- DeviceInstructions.h - Uses instructions of GPUs ---------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_GPU_HOST_DEVICEINSTRUCTIONS_H
#define SG_LIB_CODEGEN_GPU_HOST_DEVICEINSTRUCTIONS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace sg {

/// Replaces calls of libdevice functions by LLVM intrinsics if GPUs have
/// instructions for the functions. The kernels must be in the LLVM dialect.
void replaceLibraryCalls(mlir::gpu::GPUModuleOp kernels);

/// Lowers math ops to LLVM intrinsics if upstream does not lower them for GPUs.
void replaceMath(mlir::gpu::GPUModuleOp kernels);

/// Enables fast math: approximate f32 division and square roots, contraction to
/// FMA, and flushing of f32 denormals to zero.
void enableFastMath(mlir::gpu::GPUModuleOp kernels);

} // namespace sg

#endif // SG_LIB_CODEGEN_GPU_HOST_DEVICEINSTRUCTIONS_H
