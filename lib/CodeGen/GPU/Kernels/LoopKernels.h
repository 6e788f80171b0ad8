//===- LoopKernels.h - Kernels of loops over elements -----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A host loop that reads or writes elements would launch a kernel or wait for
// the device in each iteration. If the rest of the body is small, the whole
// loop becomes one kernel. Threads share the loops of a nest whose iterations
// are independent (SharedLoops.h). One thread or one block executes an
// iteration of the shared loops. Without shared loops, each thread of a single
// block executes all iterations, which keeps the program order of writes.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_GPU_KERNELS_LOOPKERNELS_H
#define SG_LIB_CODEGEN_GPU_KERNELS_LOOPKERNELS_H

#include "mlir/IR/Operation.h"

namespace sg {

/// Returns true if `op` is a loop that should become one kernel. If `anyOrder`
/// is true, threads may add floats to the same elements in any order.
bool isLoopForOneKernel(mlir::Operation *op, bool anyOrder);

/// Moves the loop into a kernel.
void buildLoopKernel(mlir::Operation *loop, bool anyOrder);

} // namespace sg

#endif // SG_LIB_CODEGEN_GPU_KERNELS_LOOPKERNELS_H
