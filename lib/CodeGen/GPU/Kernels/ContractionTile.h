//===- ContractionTile.h - Tile sizes of contractions -----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All tile sizes are powers of two.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_GPU_KERNELS_CONTRACTIONTILE_H
#define SG_LIB_CODEGEN_GPU_KERNELS_CONTRACTIONTILE_H

#include "KernelContraction.h"

namespace sg {

/// The element types for which tensor cores may be used.
struct TensorCores {
  bool isForHalf, isForTF32;
};

struct ContractionTile {
  /// The tile of a block: rows and columns of the result, and the number of k
  /// indices whose operand elements shared memory holds at a time.
  int64_t rows, columns, k;
  /// Rows and columns of the result that a thread accumulates in registers.
  int64_t threadRows, threadColumns;
  /// Number of threads that compute the same elements, each from its part of k.
  int64_t shares;
  /// The k dimension of a tensor core product, or 0 without tensor cores. With
  /// tensor cores, each warp computes a part of the tile with 8 threads along
  /// the rows and 4 along the columns.
  int64_t matrixK;

  /// Returns the number of threads that compute different elements.
  int64_t getPositions() const {
    return (rows / threadRows) * (columns / threadColumns);
  }
  int64_t getThreads() const { return getPositions() * shares; }
};

/// Chooses the largest tiles that still give enough blocks to keep a GPU busy.
/// If tiles are small, more threads share the k dimension. Tensor cores
/// multiply if `cores` supports the element types and the contraction is not
/// smaller than one product.
ContractionTile chooseTile(const KernelContraction &contraction,
                           const TensorCores &cores);

} // namespace sg

#endif // SG_LIB_CODEGEN_GPU_KERNELS_CONTRACTIONTILE_H
