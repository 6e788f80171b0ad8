//===- LinalgForms.h - What a structured op does to its results -*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_STRUCTUREDOPS_LINALGFORMS_H
#define SG_STRUCTUREDOPS_LINALGFORMS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace sg {

/// How the elements of one result are computed.
struct ResultForm {
  enum Kind {
    /// Each element is computed in one iteration.
    Pointwise,
    /// out + g(inputs): the derivative in `out` is one.
    Sum,
    /// max(out, g(inputs)), or min, maxnum, minnum.
    Extremum,
    /// Any other combination of the iterations.
    Other
  };
  Kind kind;
  /// g of an extremum.
  mlir::Value term = {};
  /// The op that combines `out` with g in an extremum.
  mlir::Operation *combiner = nullptr;
};

ResultForm getResultForm(mlir::linalg::LinalgOp op, unsigned result);

/// Whether every element of the result of `init` is written. Of a map with a
/// constant, say (i) -> (i, 0), that is known if the size there is one;
/// elements that are not written keep their initial value.
bool writesEverywhere(mlir::linalg::LinalgOp op, mlir::OpOperand &init);

/// Whether each element of the result of `init` is computed in one iteration.
bool isPointwise(mlir::linalg::LinalgOp op, mlir::OpOperand &init);

/// g of a body that yields out + g, of floats or integers, and nothing else.
mlir::Value getAddend(mlir::linalg::LinalgOp op);

/// An element of an input, cast.
struct CastInput {
  /// Null: it is none.
  mlir::OpOperand *operand = nullptr;
  /// What is done to the element, in order. All of it makes zero of zero.
  llvm::SmallVector<mlir::Operation *> casts;

  /// Whether nothing but these ops is done to it.
  template <typename... Casts>
  bool isCastBy() const {
    return llvm::all_of(casts, llvm::IsaPred<Casts...>);
  }
};

/// The element of an input that `value` of the body is, cast or negated.
CastInput traceInput(mlir::linalg::LinalgOp op, mlir::Value value);

/// The input that the op copies to its only result, unchanged but for its
/// position (transpose, broadcast, copy), or sums up.
mlir::OpOperand *getCopiedInput(mlir::linalg::LinalgOp op);
mlir::OpOperand *getSummedInput(mlir::linalg::LinalgOp op);

/// Whether g of an extremum gives the same bits wherever it is computed.
/// Functions of the math dialect are not: a vector of them is another program
/// than one of them alone.
bool isReproducible(mlir::linalg::LinalgOp op, mlir::Value term);

/// Whether inputs are read in windows that slide, as in pooling: some index is
/// computed from several loops.
bool hasWindows(mlir::linalg::LinalgOp op);

/// Whether upstream's tiling of the op is right: it takes a tile's part of an
/// operand to begin where the map has the first iteration, to end where it has
/// the last one, and to be read by the same map. That is wrong where an operand
/// is read backwards, or by quotients or remainders of indices, also of loops
/// that a tile has all of (MLIR 22.1.8). It crashes on a loop of no iterations.
bool canBeTiled(mlir::linalg::LinalgOp op);

} // namespace sg

#endif // SG_STRUCTUREDOPS_LINALGFORMS_H
