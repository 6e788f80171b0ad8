//===- PrivatizeAllocs.h - Memory of loop iterations ------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory belongs to one iteration of a loop if the iteration allocates the
// memory, or overwrites it before reading. In a kernel whose threads share the
// loop, such memory becomes private to a thread, or shared memory of a block.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_GPU_KERNELS_PRIVATIZEALLOCS_H
#define SG_LIB_CODEGEN_GPU_KERNELS_PRIVATIZEALLOCS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace sg {

/// Returns allocations that belong to an iteration of `loop` or a nested loop.
llvm::SmallVector<mlir::memref::AllocOp> findTemporaries(mlir::Operation *loop);

/// Returns true if the allocations fit into private or shared memory.
bool areSmall(llvm::ArrayRef<mlir::memref::AllocOp> temporaries);

/// Returns true if the allocations may become shared memory: no view uses them.
bool canBeSharedMemory(llvm::ArrayRef<mlir::memref::AllocOp> temporaries);

/// Moves the allocations into the body of `loop`.
void sinkTemporaries(mlir::Operation *loop,
                     llvm::ArrayRef<mlir::memref::AllocOp> temporaries);

/// Replaces the allocations in the kernel by shared memory of each block if
/// `useSharedMemory` is true, otherwise by private memory of each thread.
void privatizeAllocs(mlir::gpu::LaunchOp launch, bool useSharedMemory);

} // namespace sg

#endif // SG_LIB_CODEGEN_GPU_KERNELS_PRIVATIZEALLOCS_H
