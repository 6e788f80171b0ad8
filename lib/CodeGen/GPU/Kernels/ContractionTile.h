//===- ContractionTile.h - What a block of threads computes -----*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sizes of tiles; all are powers of two.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_GPU_KERNELS_CONTRACTIONTILE_H
#define SG_LIB_CODEGEN_GPU_KERNELS_CONTRACTIONTILE_H

#include "KernelContraction.h"

namespace sg {

/// What is multiplied by tensor cores.
struct TensorCores {
  bool isForHalf, isForTF32;
};

struct ContractionTile {
  /// Of the result, those of a block; and along k as far as it holds the
  /// factors in its memory at a time.
  int64_t rows, columns, k;
  /// Those of a thread, in registers.
  int64_t threadRows, threadColumns;
  /// Threads that compute the same elements, each from its own part of k.
  int64_t shares;
  /// The k dimension of a product of tensor cores, 0 without them. With them
  /// each warp has a part of the tile that is 8 threads high, and 4 wide.
  int64_t matrixK;

  /// Threads that compute different elements.
  int64_t getPositions() const {
    return (rows / threadRows) * (columns / threadColumns);
  }
  int64_t getThreads() const { return getPositions() * shares; }
};

/// Tiles as large as there are enough of them to keep a GPU busy; more threads
/// share the k dimension where tiles are small. Tensor cores multiply, if there
/// are some for the elements, not less than one product's.
ContractionTile chooseTile(const KernelContraction &contraction,
                           const TensorCores &cores);

} // namespace sg

#endif // SG_LIB_CODEGEN_GPU_KERNELS_CONTRACTIONTILE_H
