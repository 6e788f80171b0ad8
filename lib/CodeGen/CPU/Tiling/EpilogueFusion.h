//===- EpilogueFusion.h - Elementwise ops behind a contraction --*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elementwise ops that read the result of a contraction, a bias and a relu, or
// the step of an optimizer, are computed while a tile of it is in registers.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_CPU_TILING_EPILOGUEFUSION_H
#define SG_LIB_CODEGEN_CPU_TILING_EPILOGUEFUSION_H

#include "CacheBlocking.h"

namespace sg {

/// Elements that are accessed, by the loops of the contraction.
struct TileElement {
  mlir::Value memory;
  mlir::AffineMap map;

  bool operator==(const TileElement &other) const {
    return memory == other.memory && map == other.map;
  }
};

struct TileConsumer {
  mlir::linalg::GenericOp op;
  /// Its loops, by those of the contraction.
  mlir::AffineMap loops;

  TileElement getElement(mlir::OpOperand &operand) const {
    mlir::linalg::LinalgOp structured = op;
    return {operand.get(),
            structured.getMatchingIndexingMap(&operand).compose(loops)};
  }
};

/// The consumers of a contraction, and where results go.
struct EpilogueFusion {
  /// In the order of the program.
  llvm::SmallVector<TileConsumer> ops;
  /// What is written, besides, because somebody reads it: the result of the
  /// contraction and those of the consumers.
  llvm::SmallVector<TileElement> stored;
  /// Memory for what is not.
  llvm::SmallVector<mlir::Value> unused;
  /// Where sums are while the k dimension is not complete.
  TileElement sums;

  /// Moves what the consumers need in front of `contraction`, which is going to
  /// compute them. `fill` is what it begins with, if that is in registers.
  static EpilogueFusion take(mlir::linalg::LinalgOp contraction,
                             mlir::linalg::LinalgOp fill, const TileDims &dims,
                             const CacheBlocking &blocking);

  /// Erases the consumers, and memory that nobody accesses any more. The fill
  /// is gone by then.
  void erase();
};

} // namespace sg

#endif // SG_LIB_CODEGEN_CPU_TILING_EPILOGUEFUSION_H
