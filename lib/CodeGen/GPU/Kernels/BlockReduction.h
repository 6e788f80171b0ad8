//===- BlockReduction.h - Reductions by the threads of a block --*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The threads of a block form rows of `lanes` threads. The lanes of a row
// combine their values by shuffles within a warp, and in shared memory across
// warps.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_GPU_KERNELS_BLOCKREDUCTION_H
#define SG_LIB_CODEGEN_GPU_KERNELS_BLOCKREDUCTION_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "sg/CodeGen/Analysis/Combiners.h"

namespace sg {

/// The distribution of work over the threads of a block.
struct ThreadLayout {
  int64_t threads = 0; ///< a multiple of the warp size
  int64_t lanes = 1;   ///< number of lanes per row, a power of two
  /// True if adjacent threads are lanes of the same row. Otherwise, adjacent
  /// threads are the same lane of adjacent rows.
  bool neighboursAreLanes = true;

  int64_t countRows() const { return threads / lanes; }
};

/// Combines the `value`s of all lanes of a row. The result is valid at least in
/// lane 0. `thread` is the index of the thread in its block, `lane` its index
/// in the row. All threads of the block must execute the built ops.
mlir::Value reduceLanes(mlir::ImplicitLocOpBuilder &b,
                        mlir::gpu::LaunchOp launch, const ThreadLayout &layout,
                        mlir::Value thread, mlir::Value lane,
                        const Combiner &combiner, mlir::Value value);

} // namespace sg

#endif // SG_LIB_CODEGEN_GPU_KERNELS_BLOCKREDUCTION_H
