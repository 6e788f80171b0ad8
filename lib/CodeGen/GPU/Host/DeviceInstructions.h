//===- DeviceInstructions.h - Instructions of GPUs --------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_GPU_HOST_DEVICEINSTRUCTIONS_H
#define SG_LIB_CODEGEN_GPU_HOST_DEVICEINSTRUCTIONS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace sg {

/// Replaces calls of libdevice functions, in the LLVM dialect, by LLVM
/// intrinsics if GPUs have instructions for them.
void replaceLibraryCalls(mlir::gpu::GPUModuleOp kernels);

/// Replaces ops of the math dialect that upstream does not lower by LLVM
/// intrinsics.
void replaceMath(mlir::gpu::GPUModuleOp kernels);

/// Applies fast math: quotients and roots of f32 may be approximate, sums of
/// products may be fused, and subnormal f32 numbers may be treated as 0.
void allowApproximations(mlir::gpu::GPUModuleOp kernels);

} // namespace sg

#endif // SG_LIB_CODEGEN_GPU_HOST_DEVICEINSTRUCTIONS_H
