//===- Kernels.h - Launches of kernels for structured ops -------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the passes that make kernels share (MapToKernels, MapContractions): the
// kernel with its name and its place in the module.
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_GPU_KERNELS_KERNELS_H
#define SG_CODEGEN_GPU_KERNELS_KERNELS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "sg/Runtime/WarpSize.h"

namespace sg {

/// Threads of a block: a multiple of a warp, of which several fit on a
/// multiprocessor with any number of registers (CUDA C++ Programming Guide,
/// "Compute Capabilities").
constexpr int64_t kThreads = 256;

/// An empty kernel named after `op`, or `what` it computes, and its function,
/// for a grid of `blocks` (x, y, z; those that are missing are 1) of `threads`
/// threads in x; `b` is left in it. All kernels are outlined into one
/// gpu.module.
mlir::gpu::LaunchOp createLaunch(mlir::ImplicitLocOpBuilder &b,
                                 mlir::Operation *op, int64_t threads,
                                 mlir::ValueRange blocks = {},
                                 llvm::StringRef what = {});

/// The bytes of a kernel's arguments for what ops use from outside of them, at
/// most: of a memref also sizes, strides and the offset that its type does not
/// tell.
int64_t countArgumentBytes(llvm::ArrayRef<mlir::Operation *> ops);

} // namespace sg

#endif // SG_CODEGEN_GPU_KERNELS_KERNELS_H
