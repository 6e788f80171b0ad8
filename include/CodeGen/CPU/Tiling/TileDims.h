//===- TileDims.h - Dimensions of a register tile ---------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile is a part of the result: several rows of a few vectors along the
// columns. One operand, the *panel*, is read by vectors along the columns. The
// other operand is read element by element.
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_CPU_TILING_TILEDIMS_H
#define SG_CODEGEN_CPU_TILING_TILEDIMS_H

#include "sg/StructuredOps/ContractionDims.h"

namespace sg {

/// The dimensions of a contraction whose right-hand operand is the panel. The
/// inherited lists of dimensions exclude `column`, `row` and dimensions of size
/// 1. Dimensions that index only the result (`broadcast`) are part of `m`,
/// because iterations along them use the same panel.
struct TileDims : ContractionDims {
  /// The dimension along which vectors lie: the last dimension of the result
  /// with more than one element. The column is an n dimension, or a batch
  /// dimension if the tile has no rows.
  unsigned column = 0;
  /// The m dimension of the tile's rows. All rows reuse the same elements of
  /// the panel. If empty, the tile has one row.
  std::optional<unsigned> row;
  /// The operands. If the tile has no rows, both may be read by vectors along
  /// the columns.
  mlir::OpOperand *panel = nullptr, *other = nullptr;
  /// True if adjacent columns of the panel are not adjacent in memory.
  bool isTransposed = false;
  /// True if both operands are read by vectors along the last k dimension: the
  /// panel is transposed, and too few rows reuse the panel for packing to pay
  /// off.
  bool isAlongK = false;
};

/// Returns true if `index` is the induction variable of `loop`, plus any terms
/// in other loops.
bool isIndexOf(mlir::AffineExpr index, unsigned numLoops, unsigned loop);

/// Returns true if consecutive iterations of `loop` access adjacent elements
/// through `map`, and only the last dimension depends on `loop`. Ignores
/// trailing dimensions of size 1, which do not affect adjacency.
bool isAlong(mlir::MemRefType type, mlir::AffineMap map, unsigned loop);
bool isAlong(mlir::linalg::LinalgOp op, mlir::OpOperand &operand,
             unsigned loop);

/// Returns true if `op` sums products of floats, all indices are linear in the
/// loops, and operand elements are reused. The sum must be f32 or f64, and the
/// factors no wider than the sum.
bool isContractionOfFloats(mlir::linalg::LinalgOp op);

/// If `op` is a contraction of floats on memory that can be tiled, returns its
/// tile dimensions. Examples are batched and transposed matrix products,
/// convolutions, and the derivatives of both.
std::optional<TileDims> getTileDims(mlir::linalg::LinalgOp op);

/// Minimum number of rows that must reuse a panel for packing to pay off. Also
/// the height of tail tiles: a tile with fewer rows is no faster.
inline constexpr int64_t kMinRows = 4;

} // namespace sg

#endif // SG_CODEGEN_CPU_TILING_TILEDIMS_H
