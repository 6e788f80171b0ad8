//===- CacheBlocking.h - Sizes of blocks for caches -------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_CPU_TILING_CACHEBLOCKING_H
#define SG_LIB_CODEGEN_CPU_TILING_CACHEBLOCKING_H

#include "sg/CodeGen/CPU/Tiling/TileDims.h"

namespace sg {

/// The machine that tiles are chosen for.
struct TileMachine {
  unsigned vectorBits;
  unsigned cacheBytes; ///< the largest cache that no other core shares
};

/// The order of loops and the sizes of their blocks, so that what is used again
/// is still in the caches: the loops of K. Goto, R. A. van de Geijn, "Anatomy
/// of high-performance matrix multiplication", ACM TOMS 34(3), 2008. From the
/// outside: `batches`; `panels`, `outsideK`, blocks of the first of
/// `insideK`; `outsideRows`, blocks of `blockedRow`; columns by tile,
/// `insideRows`, rows by tile, `insideK`.
struct CacheBlocking {
  CacheBlocking(const TileDims &dims, mlir::linalg::LinalgOp op,
                TileMachine machine);

  int64_t lanes = 0; ///< elements of a vector
  /// Of a tile. The remainder of wider ones is computed by two vectors.
  int64_t rows = 1, vectors = 2;
  /// The same of a tile with vectors along the k dimension: columns, and
  /// elements of a vector; else 0.
  int64_t columns = 0, lanesK = 0;
  llvm::SmallVector<unsigned> outsideK, insideK;
  llvm::SmallVector<unsigned> outsideRows, insideRows;
  /// The row of the tile, or the first of `insideRows`.
  std::optional<unsigned> blockedRow;
  /// Of how many iterations a block is; 0: of all.
  int64_t blockK = 0, rowBlock = 0;
  /// Whether blocks of rows are outside of panels and k dimensions: these share
  /// elements of the rows, as those of a window do.
  bool areRowsFirst = false;
  /// Whether a block is the rows of one tile: the result, which is large, is
  /// written along its rows.
  bool isLedByResult = false;
  /// The most elements of a panel along the k dimension.
  int64_t sizeK = 1;
  /// The same if it is copied to where it is contiguous; 0 if
  /// it is read where it is.
  int64_t packedK = 0;
  /// The most rows of a block of the other factor, if that is copied, too; or
  /// 0. And how often: for all indices of `insideRows`.
  int64_t packedRows = 0, packedInside = 1;

private:
  void chooseRows(const TileDims &dims, int64_t size, unsigned vectorBits);
  void chooseVectors(int64_t columns, unsigned vectorBits);
  void chooseColumns(int64_t size, int64_t length, unsigned vectorBits);
  void divideK(const TileDims &dims, llvm::ArrayRef<int64_t> sizes,
               int64_t mostK);
  void divideRows(const TileDims &dims, mlir::linalg::LinalgOp op,
                  uint64_t mostElements);
  bool isForResult(const TileDims &dims, mlir::linalg::LinalgOp op,
                   uint64_t mostElements) const;
  uint64_t countElements(const TileDims &dims, mlir::linalg::LinalgOp op,
                         llvm::ArrayRef<int64_t> extents) const;

  /// Whether a block of the other factor is worth a copy.
  bool copiesOther = false;
};

} // namespace sg

#endif // SG_LIB_CODEGEN_CPU_TILING_CACHEBLOCKING_H
