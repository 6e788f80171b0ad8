//===- LoopKernels.h - Kernels of loops over elements -----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A host loop that reads or writes elements would launch a kernel or wait for
// the device in each iteration. If the rest of its body is small, the whole
// loop becomes one kernel. Threads share the loops of a nest whose iterations
// are independent (SharedLoops.h). An iteration of the shared loops runs in one
// thread or in one block. Without shared loops, one block runs the whole loop
// and each of its threads executes all iterations, so that elements are written
// in program order.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_GPU_KERNELS_LOOPKERNELS_H
#define SG_LIB_CODEGEN_GPU_KERNELS_LOOPKERNELS_H

#include "mlir/IR/Operation.h"

namespace sg {

/// Returns true if the loop `op` should become one kernel. With `anyOrder`,
/// threads may add to the same elements in any order.
bool isLoopForOneKernel(mlir::Operation *op, bool anyOrder);

/// Moves the loop into a kernel.
void buildLoopKernel(mlir::Operation *loop, bool anyOrder);

} // namespace sg

#endif // SG_LIB_CODEGEN_GPU_KERNELS_LOOPKERNELS_H
