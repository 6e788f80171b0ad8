//===- Kernels.h - Launches of kernels --------------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Utilities of the passes that build kernels: MapToKernels, MapContractions and
// SinkScalarsIntoKernels.
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_GPU_KERNELS_KERNELS_H
#define SG_CODEGEN_GPU_KERNELS_KERNELS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "sg/Runtime/WarpSize.h"

namespace sg {

/// Number of threads per block, a multiple of the warp size. A multiprocessor
/// has the registers for a block even at 255 per thread (CUDA C++ Programming
/// Guide, "Compute Capabilities").
constexpr int64_t kThreads = 256;

/// Creates an empty kernel with a grid of `blocks` (x, y, z; missing sizes are
/// 1) and `threads` threads in x. Moves `b` into the kernel. The name of the
/// kernel consists of the function's name and `suffix`, by default the name of
/// `op`. All kernels are outlined into one gpu.module.
mlir::gpu::LaunchOp createLaunch(mlir::ImplicitLocOpBuilder &b,
                                 mlir::Operation *op, int64_t threads,
                                 mlir::ValueRange blocks = {},
                                 llvm::StringRef suffix = {});

/// Returns an upper bound on the bytes of arguments of a kernel with the ops
/// `ops`. A memref counts with its dynamic sizes, strides and offset.
int64_t countArgumentBytes(llvm::ArrayRef<mlir::Operation *> ops);

} // namespace sg

#endif // SG_CODEGEN_GPU_KERNELS_KERNELS_H
