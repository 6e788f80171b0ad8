//===- ContractionDims.h - What loops are to a tile in registers ------*- C++
//-*-===//
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

#ifndef SG_CODEGEN_CPU_TILING_CONTRACTIONDIMS_H
#define SG_CODEGEN_CPU_TILING_CONTRACTIONDIMS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace sg {

/// What the loops of a contraction are to the tile; those of one iteration are
/// nothing to it.
struct ContractionDims {
  /// The last dimension of the result that has more than one element, along
  /// which vectors lie.
  unsigned column = 0;
  /// Rows of the tile: of different numbers other elements of the result are
  /// summed up, from the same ones of the panel. None: the tile has one row.
  std::optional<unsigned> row;
  /// By which the result is indexed, besides: by which both factors are, by
  /// which the panel is, and others.
  llvm::SmallVector<unsigned> batches, panels, outer;
  /// By which it is not.
  llvm::SmallVector<unsigned> terms;
  /// The factors; the other one may lie along the columns, too, where there are
  /// no rows.
  mlir::OpOperand *panel = nullptr, *other = nullptr;
  /// Whether neighbouring columns of the panel are not neighbours in memory.
  bool isTransposed = false;
  /// Whether both factors are read by vectors along the last of the terms: the
  /// panel is transposed, and has too few rows to be worth a copy.
  bool isAlongTerms = false;
};

/// Whether `place` is the number of `loop`, to which that of other loops may be
/// added.
bool isNumberOf(mlir::AffineExpr place, unsigned numLoops, unsigned loop);

/// Whether neighbouring numbers of `loop` have neighbouring elements of memory
/// that is indexed by `map`, and by it nowhere else. Dimensions of one element
/// at the end do not count: what is next to an element there is the next one of
/// the dimension before.
bool isAlong(mlir::MemRefType type, mlir::AffineMap map, unsigned loop);
bool isAlong(mlir::linalg::LinalgOp op, mlir::OpOperand &operand,
             unsigned loop);

/// Whether `op` sums up products of floats that are no wider than the sum, and
/// all places are sums of loops times numbers.
bool isContractionOfFloats(mlir::linalg::LinalgOp op);

/// The roles, if `op` on memory sums up products of floats and can be computed
/// by tiles: matmul in all transpositions and batched, convolutions, and the
/// derivatives of both.
std::optional<ContractionDims> getContractionDims(mlir::linalg::LinalgOp op);

/// As good as a tile of so many rows is one of fewer; a panel is not worth a
/// copy for fewer.
inline constexpr int64_t kFewRows = 4;

} // namespace sg

#endif // SG_CODEGEN_CPU_TILING_CONTRACTIONDIMS_H
