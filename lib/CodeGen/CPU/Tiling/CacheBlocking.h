//===- CacheBlocking.h - Block sizes for the caches -------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_CPU_TILING_CACHEBLOCKING_H
#define SG_LIB_CODEGEN_CPU_TILING_CACHEBLOCKING_H

#include "sg/CodeGen/CPU/Tiling/TileDims.h"

namespace sg {

struct TileMachine {
  unsigned vectorBits;
  /// Size of the largest cache that cores do not share.
  unsigned cacheBytes;
};

/// The order of loops and the sizes of their blocks, which keep reused data in
/// the caches (K. Goto, R. A. van de Geijn, "Anatomy of high-performance matrix
/// multiplication", ACM TOMS 34(3), 2008). The order from the outermost to the
/// innermost loop is: `TileDims::batch`; `TileDims::n`, `outsideK`, blocks of
/// the first of `insideK`; `outsideRows`, blocks of `blockedRow`; columns by
/// tile, `insideRows`, rows by tile, `insideK`. `areRowBlocksOutside` swaps the
/// second and the third group.
struct CacheBlocking {
  CacheBlocking(const TileDims &dims, mlir::linalg::LinalgOp op,
                TileMachine machine);

  int64_t lanes = 0; ///< Elements per vector.
  /// Rows of a tile, and vectors per row. If `vectors` is more than two, the
  /// column tail is computed by tiles of two vectors.
  int64_t rows = 1, vectors = 2;
  /// Columns of a tile with vectors along k, and elements of these vectors. 0
  /// if vectors lie along the columns.
  int64_t columns = 0, lanesK = 0;
  llvm::SmallVector<unsigned> outsideK, insideK;
  llvm::SmallVector<unsigned> outsideRows, insideRows;
  /// The tile's row loop, or the first of `insideRows`.
  std::optional<unsigned> blockedRow;
  /// Iterations per block; 0 if the loop is not divided.
  int64_t blockK = 0, rowBlock = 0;
  /// True if the loop over blocks of rows is outside of the n and k loops,
  /// because rows at different indices of these loops share elements, as
  /// windows do.
  bool areRowBlocksOutside = false;
  /// True if a block has only the rows of one tile. A large result is then
  /// written row by row.
  bool blocksAreTileRows = false;
  /// Maximum number of elements of a panel along k.
  int64_t sizeK = 1;
  /// Equal to `sizeK` if the panel is packed, and 0 otherwise.
  int64_t packedK = 0;
  /// Maximum number of rows of a packed block of the other operand (0: not
  /// packed), and number of packed blocks: one for each index of `insideRows`.
  int64_t packedRows = 0, packedInside = 1;

private:
  void chooseRows(const TileDims &dims, int64_t size, unsigned vectorBits);
  void chooseVectors(int64_t columns, unsigned vectorBits);
  void chooseColumns(int64_t size, int64_t length, unsigned vectorBits);
  void divideK(const TileDims &dims, llvm::ArrayRef<int64_t> sizes,
               int64_t maxK);
  void divideRows(const TileDims &dims, mlir::linalg::LinalgOp op,
                  uint64_t maxElements);
  bool shouldBlockByTileRows(const TileDims &dims, mlir::linalg::LinalgOp op,
                             uint64_t maxElements) const;
  uint64_t countElements(const TileDims &dims, mlir::linalg::LinalgOp op,
                         llvm::ArrayRef<int64_t> extents) const;

  /// True if packing a block of the other operand pays off.
  bool packsOther = false;
};

} // namespace sg

#endif // SG_LIB_CODEGEN_CPU_TILING_CACHEBLOCKING_H
