//===- TileRoles.h - What loops are to a tile in registers ------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What LowerContractions knows of an op, and how it divides its loops. A tile
// of the result has some rows and two vectors of columns; one factor, the
// *panel*, is read by vectors along the columns, the other one element by
// element.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_TILEROLES_H
#define SG_LIB_CODEGEN_TILEROLES_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace sg {

/// What the loops of a contraction are to the tile.
struct TileRoles {
  /// The last dimension of the result, along which vectors lie.
  unsigned column = 0;
  /// Rows of the tile: of different numbers other elements of the result are
  /// summed up, from the same ones of the panel. None: the tile has one row.
  std::optional<unsigned> row;
  /// By which the result is indexed, besides: those of the panel, and others.
  llvm::SmallVector<unsigned> ofPanel, outer;
  /// By which it is not.
  llvm::SmallVector<unsigned> terms;
  /// The factors; the other one may lie along the columns, too, where there are
  /// no rows.
  mlir::OpOperand *panel = nullptr, *other = nullptr;
  /// Whether neighbouring columns of the panel are not neighbours in memory.
  bool isTransposed = false;
};

/// Whether neighbouring numbers of `loop` have neighbouring elements of
/// `operand`, which is indexed by it nowhere else.
bool isAlong(mlir::linalg::LinalgOp op, mlir::OpOperand &operand,
             unsigned loop);

/// Whether `op` sums up products of floats that are no wider than the sum, and
/// all places are sums of loops times numbers.
bool isContractionOfFloats(mlir::linalg::LinalgOp op);

/// The roles, if `op` on memory sums up products of floats and can be computed
/// by tiles: matmul in all transpositions and batched, convolutions, and the
/// derivatives of both.
std::optional<TileRoles> getTileRoles(mlir::linalg::LinalgOp op);

/// What the machine has.
struct TileMachine {
  unsigned vectorBits;
  unsigned cacheBytes; ///< of what one processor has for itself
};

/// In which steps loops are run through, so that what is used again is still
/// near: the loops of K. Goto, R. A. van de Geijn, "Anatomy of high-performance
/// matrix multiplication", ACM TOMS 34(3), 2008. From the outside: `ofPanel`,
/// `outsideTerms`, blocks of the first of `insideTerms`, `outsideRows`, blocks
/// of rows, columns by tile, `insideRows`, rows by tile, `insideTerms`.
struct TileBlocking {
  TileBlocking(const TileRoles &roles, mlir::linalg::LinalgOp op,
               TileMachine machine);

  int64_t lanes = 0; ///< elements of a vector
  int64_t rows = 1;  ///< of a tile
  llvm::SmallVector<unsigned> outsideTerms, insideTerms;
  llvm::SmallVector<unsigned> outsideRows, insideRows;
  /// Of how many numbers a block is; 0: of all.
  int64_t termBlock = 0, rowBlock = 0;
  /// The most terms of a panel, if it is copied to where it is contiguous; 0 if
  /// it is read where it is.
  int64_t packedTerms = 0;
  /// The most rows of a block of the other factor, if that is copied, too; or
  /// 0.
  int64_t packedRows = 0;

private:
  void chooseRows(const TileRoles &roles, int64_t size, unsigned vectorBits);
  void divideTerms(const TileRoles &roles, llvm::ArrayRef<int64_t> sizes,
                   int64_t mostTerms);
  void divideRows(const TileRoles &roles, llvm::ArrayRef<int64_t> sizes,
                  int64_t mostElements);
};

} // namespace sg

#endif // SG_LIB_CODEGEN_TILEROLES_H
