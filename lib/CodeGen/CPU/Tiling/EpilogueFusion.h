//===- EpilogueFusion.h - Fuse elementwise consumers ------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elementwise consumers of a contraction, for example a bias and a relu or the
// step of an optimizer, are computed while a tile of the result is in
// registers.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_CPU_TILING_EPILOGUEFUSION_H
#define SG_LIB_CODEGEN_CPU_TILING_EPILOGUEFUSION_H

#include "CacheBlocking.h"

namespace sg {

/// An accessed element: the memory, and the map from the contraction's loops to
/// indices.
struct TileElement {
  mlir::Value memory;
  mlir::AffineMap map;

  bool operator==(const TileElement &other) const {
    return memory == other.memory && map == other.map;
  }
};

/// An elementwise op that is computed on a tile.
struct TileConsumer {
  mlir::linalg::GenericOp op;
  /// Maps the contraction's loops to the loops of `op`.
  mlir::AffineMap loops;

  TileElement getElement(mlir::OpOperand &operand) const {
    mlir::linalg::LinalgOp structured = op;
    return {operand.get(),
            structured.getMatchingIndexingMap(&operand).compose(loops)};
  }
};

/// The consumers of a contraction, and the elements that the tiled loops store.
struct EpilogueFusion {
  /// The consumers in program order.
  llvm::SmallVector<TileConsumer> ops;
  /// The results of the contraction and its consumers that must be stored,
  /// because an op outside of the tiled loops may read them.
  llvm::SmallVector<TileElement> stored;
  /// The written buffers that no other op reads.
  llvm::SmallVector<mlir::Value> unused;
  /// The element that holds the accumulators until the last block of k.
  TileElement sums;

  /// Finds the consumers of `contraction` and hoists their operands before the
  /// contraction. `fill` is the op that fills the result, or null if the
  /// accumulators cannot be initialized in registers.
  static EpilogueFusion find(mlir::linalg::LinalgOp contraction,
                             mlir::linalg::LinalgOp fill, const TileDims &dims,
                             const CacheBlocking &blocking);

  /// Erases the consumers and the buffers that became unused. The caller must
  /// erase the fill first.
  void erase();
};

} // namespace sg

#endif // SG_LIB_CODEGEN_CPU_TILING_EPILOGUEFUSION_H
