//===- DeviceInstructions.h - What GPUs have instructions for ---*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_GPU_HOST_DEVICEINSTRUCTIONS_H
#define SG_LIB_CODEGEN_GPU_HOST_DEVICEINSTRUCTIONS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace sg {

/// Calls of libdevice's functions, in the LLVM dialect, become what there are
/// instructions for.
void replaceLibraryCalls(mlir::gpu::GPUModuleOp kernels);

/// So do ops of the math dialect that upstream leaves.
void replaceMath(mlir::gpu::GPUModuleOp kernels);

/// For fast math: quotients and roots of f32 may be approximate, sums of
/// products fused, and subnormal numbers of f32 taken for 0.
void allowApproximations(mlir::gpu::GPUModuleOp kernels);

} // namespace sg

#endif // SG_LIB_CODEGEN_GPU_HOST_DEVICEINSTRUCTIONS_H
