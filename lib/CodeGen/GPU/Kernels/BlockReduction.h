//===- BlockReduction.h - Reductions by the threads of a block --*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The threads of a block are `lanes` for each of some rows. What the lanes of a
// row have is combined by shuffles in a warp, and in memory of the block.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_GPU_KERNELS_BLOCKREDUCTION_H
#define SG_LIB_CODEGEN_GPU_KERNELS_BLOCKREDUCTION_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "sg/CodeGen/Analysis/Combiners.h"

namespace sg {

/// How the threads of a block, of which there are a multiple of a warp, share
/// work.
struct ThreadLayout {
  int64_t threads = 0;
  int64_t lanes = 1; ///< of a row; a power of two
  /// Whether neighbours are lanes of the same row, not the same lane of
  /// neighbouring rows.
  bool neighboursAreLanes = true;

  int64_t countRows() const { return threads / lanes; }
};

/// What `combiner` makes of the `value`s of all lanes of a row, in lane 0 at
/// least. `thread` is the thread's index in the block and `lane` its lane. All
/// threads of the block have to get here.
mlir::Value reduceLanes(mlir::ImplicitLocOpBuilder &b,
                        mlir::gpu::LaunchOp launch, const ThreadLayout &layout,
                        mlir::Value thread, mlir::Value lane,
                        const Combiner &combiner, mlir::Value value);

} // namespace sg

#endif // SG_LIB_CODEGEN_GPU_KERNELS_BLOCKREDUCTION_H
