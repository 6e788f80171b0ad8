//===- PrivatizeAllocs.h - Memory for an iteration of a loop --------*- C++
//-*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is allocated in a loop is there for an iteration only. So is what was
// allocated in front of it once for all, if each iteration overwrites it before
// it reads it. In a kernel whose threads share the loop it becomes memory of a
// thread or of a block.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_GPU_KERNELS_PRIVATIZEALLOCS_H
#define SG_LIB_CODEGEN_GPU_KERNELS_PRIVATIZEALLOCS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace sg {

/// The memory for an iteration of `loop`, or of a loop in it.
llvm::SmallVector<mlir::memref::AllocOp> findTemporaries(mlir::Operation *loop);

/// Whether a kernel can have that memory for each thread, or each block.
bool isSmall(llvm::ArrayRef<mlir::memref::AllocOp> temporaries);

/// Whether it can be that of a block: there are no views of it.
bool canBelongToBlock(llvm::ArrayRef<mlir::memref::AllocOp> temporaries);

/// Lets each iteration allocate its own.
void sinkTemporaries(mlir::Operation *loop,
                     llvm::ArrayRef<mlir::memref::AllocOp> temporaries);

/// Makes what the kernel allocates memory of each block, or of each thread.
void giveMemory(mlir::gpu::LaunchOp launch, bool isOfBlock);

} // namespace sg

#endif // SG_LIB_CODEGEN_GPU_KERNELS_PRIVATIZEALLOCS_H
