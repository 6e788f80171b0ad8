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

/// The element types that tensor cores may multiply.
struct TensorCores {
  bool allowsHalf, allowsTF32;
};

/// The distribution of a contraction over blocks and threads.
struct ContractionTile {
  /// The tile of a block: rows and columns of the result, and the extent along
  /// k of the operand tiles in shared memory.
  int64_t rows, columns, k;
  /// Rows and columns of the result that a thread accumulates in registers.
  int64_t threadRows, threadColumns;
  /// Number of threads that share the k dimension of an element.
  int64_t shares;
  /// Extent along k of a tensor core product, or 0 without tensor cores. With
  /// tensor cores, a warp has 8 threads along the rows and 4 along the columns.
  int64_t matrixK;

  /// Returns the number of groups of `shares` threads. A group shares k.
  int64_t countGroups() const {
    return (rows / threadRows) * (columns / threadColumns);
  }
  int64_t countThreads() const { return countGroups() * shares; }
};

/// Chooses the largest tile that yields enough blocks to keep a GPU busy. In a
/// small tile, threads share the k dimension. Selects tensor cores if `cores`
/// allows the element types, unless the contraction is smaller than one of
/// their products.
ContractionTile chooseTile(const KernelContraction &contraction,
                           const TensorCores &cores);

} // namespace sg

#endif // SG_LIB_CODEGEN_GPU_KERNELS_CONTRACTIONTILE_H
