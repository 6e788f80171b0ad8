//===- LoopKernels.h - Loops over elements as one kernel --------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop of the host that reads or writes elements would be a launch, or wait
// for the device, in each of its iterations. Where the rest of what it does is
// little, the whole loop is one kernel. Threads share those loops of a nest
// whose iterations do not depend on each other (SharedLoops.h); an iteration of
// these is one of a thread, or of a block. Where there are none it is one
// block, whose threads all go through the loop, so that elements are written in
// the order of the program.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_GPU_KERNELS_LOOPKERNELS_H
#define SG_LIB_CODEGEN_GPU_KERNELS_LOOPKERNELS_H

#include "mlir/IR/Operation.h"

namespace sg {

/// Whether `op` is such a loop. With `anyOrder` threads may add to the same
/// elements in any order.
bool isLoopForOneKernel(mlir::Operation *op, bool anyOrder);

/// Moves the loop into a kernel.
void buildLoopKernel(mlir::Operation *loop, bool anyOrder);

} // namespace sg

#endif // SG_LIB_CODEGEN_GPU_KERNELS_LOOPKERNELS_H
