//===- TileDims.h - What loops are to a tile in registers -------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What LowerContractions knows of an op. A tile of the result has some rows and
// some vectors of columns; one factor, the *panel*, is read by vectors along
// the columns, the other one element by element.
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_CPU_TILING_TILEDIMS_H
#define SG_CODEGEN_CPU_TILING_TILEDIMS_H

#include "sg/StructuredOps/ContractionDims.h"

namespace sg {

/// The dimensions of a contraction whose right factor is the panel, without
/// those of one iteration, which are nothing to a tile, and without `column`
/// and `row`. The result's own ones (`broadcast`) are among `m`: along them the
/// same panel is used, too.
struct TileDims : ContractionDims {
  /// The n dimension, or batch dimension where there are no rows, along which
  /// vectors lie: the last dimension of the result that has more than one
  /// element.
  unsigned column = 0;
  /// The m dimension of the tile's rows: other elements of the result are
  /// summed up along it, from the same ones of the panel. None: the tile has
  /// one row.
  std::optional<unsigned> row;
  /// The factors; the other one may lie along the columns, too, where there are
  /// no rows.
  mlir::OpOperand *panel = nullptr, *other = nullptr;
  /// Whether neighbouring columns of the panel are not neighbours in memory.
  bool isTransposed = false;
  /// Whether both factors are read by vectors along the last k dimension: the
  /// panel is transposed, and has too few rows to be worth a copy.
  bool isAlongK = false;
};

/// Whether `index` is that of `loop`, to which those of other loops may be
/// added.
bool isIndexOf(mlir::AffineExpr index, unsigned numLoops, unsigned loop);

/// Whether neighbouring iterations of `loop` have neighbouring elements of
/// memory that is indexed by `map`, and by that dimension alone. Dimensions of
/// one element at the end do not count: what is next to an element there is the
/// next one of the dimension before.
bool isAlong(mlir::MemRefType type, mlir::AffineMap map, unsigned loop);
bool isAlong(mlir::linalg::LinalgOp op, mlir::OpOperand &operand,
             unsigned loop);

/// Whether `op` sums up products of floats that are no wider than the sum, and
/// all indices are sums of multiples of loops.
bool isContractionOfFloats(mlir::linalg::LinalgOp op);

/// The dimensions, if `op` on memory sums up products of floats and can be
/// computed by tiles: matmul in all transpositions and batched, convolutions,
/// and the derivatives of both.
std::optional<TileDims> getTileDims(mlir::linalg::LinalgOp op);

/// As good as a tile of so many rows is one of fewer; a panel is not worth a
/// copy for fewer.
inline constexpr int64_t kFewRows = 4;

} // namespace sg

#endif // SG_CODEGEN_CPU_TILING_TILEDIMS_H
