//===- LinalgForms.h - Forms of structured ops' results ---------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_STRUCTUREDOPS_LINALGFORMS_H
#define SG_STRUCTUREDOPS_LINALGFORMS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace sg {

/// The way in which the elements of one result are computed.
struct ResultForm {
  enum Kind {
    /// Each element is computed in one iteration.
    Pointwise,
    /// out + g(inputs): the derivative in `out` is one.
    Sum,
    /// max(out, g(inputs)), or min, maxnum, minnum.
    Extremum,
    /// Any other combination of iterations.
    Other
  };
  Kind kind;
  /// The term g of an extremum.
  mlir::Value term = {};
  /// The op that combines `out` with g in an extremum.
  mlir::Operation *combiner = nullptr;
};

ResultForm getResultForm(mlir::linalg::LinalgOp op, unsigned result);

/// Returns true if every element of the result for `init` is written. For a map
/// with a constant, such as (i) -> (i, 0), this holds if the size of that
/// dimension is known to be one. Elements that are not written keep their
/// initial value.
bool writesEverywhere(mlir::linalg::LinalgOp op, mlir::OpOperand &init);

/// Returns true if each element of the result for `init` is computed in one
/// iteration.
bool isPointwise(mlir::linalg::LinalgOp op, mlir::OpOperand &init);

/// Returns g if the body yields out + g, of floats or integers, and nothing
/// else.
mlir::Value getAddend(mlir::linalg::LinalgOp op);

/// An element of an input, after casts.
struct CastInput {
  /// Null if the value is not an element of an input.
  mlir::OpOperand *operand = nullptr;
  /// The ops that are applied to the element, in order. Each maps zero to zero.
  llvm::SmallVector<mlir::Operation *> casts;

  /// Returns true if only ops of the given types are applied.
  template <typename... Casts>
  bool isCastBy() const {
    return llvm::all_of(casts, llvm::IsaPred<Casts...>);
  }
};

/// Returns the input element that `value` of the body is, possibly cast or
/// negated.
CastInput traceInput(mlir::linalg::LinalgOp op, mlir::Value value);

/// Returns the input that the op copies to its only result, possibly permuted
/// or broadcast, or sums up.
mlir::OpOperand *getCopiedInput(mlir::linalg::LinalgOp op);
mlir::OpOperand *getSummedInput(mlir::linalg::LinalgOp op);

/// Returns true if g of an extremum gives the same bits wherever it is
/// computed. Functions of the math dialect do not: the vectorized
/// implementation differs from the scalar one.
bool isReproducible(mlir::linalg::LinalgOp op, mlir::Value term);

/// Returns true if inputs are read in sliding windows, as in pooling: an index
/// depends on several loops.
bool hasWindows(mlir::linalg::LinalgOp op);

/// Returns true if upstream's tiling of the op is correct. Upstream assumes
/// that a tile's part of an operand begins at the index of the first iteration,
/// ends at the index of the last one, and is read by the same map. This is
/// wrong if an operand is read backwards, or by quotients or remainders of
/// indices, even of loops that are not tiled (MLIR 22.1.8). Upstream also
/// crashes on a loop without iterations.
bool canBeTiled(mlir::linalg::LinalgOp op);

} // namespace sg

#endif // SG_STRUCTUREDOPS_LINALGFORMS_H
