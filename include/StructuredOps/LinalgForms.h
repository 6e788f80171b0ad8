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

/// The way in which the iterations of a structured op compute a result.
struct ResultForm {
  enum Kind {
    /// Each element is computed in one iteration.
    Pointwise,
    /// out + g(inputs): the derivative in `out` is one.
    Sum,
    /// max(out, g(inputs)), or min, maxnum or minnum instead of max.
    Extremum,
    /// Any other function of `out` and inputs.
    Other
  };
  Kind kind;
  /// The term g of an extremum.
  mlir::Value term = {};
  /// The op that combines `out` with g in an extremum.
  mlir::Operation *combiner = nullptr;
};

ResultForm getResultForm(mlir::linalg::LinalgOp op, unsigned result);

/// Returns true if the op writes every element of the result for `init`.
/// Otherwise, elements may keep their initial value. A constant in the map, as
/// in (i) -> (i, 0), must index a dimension of static size one.
bool writesEverywhere(mlir::linalg::LinalgOp op, mlir::OpOperand &init);

/// Returns true if each element of the result for `init` is computed in one
/// iteration.
bool isPointwise(mlir::linalg::LinalgOp op, mlir::OpOperand &init);

/// Returns g if the body first yields out + g (floats or integers), or null.
mlir::Value getAddend(mlir::linalg::LinalgOp op);

/// An element of an input, and the ops that the body applies to the element.
struct CastInput {
  /// Null if the traced value is not computed from one input element.
  mlir::OpOperand *operand = nullptr;
  /// The applied casts and negations, in order. Each maps zero to zero.
  llvm::SmallVector<mlir::Operation *> casts;

  /// Returns true if all applied ops have one of the types `Casts`.
  template <typename... Casts>
  bool isCastBy() const {
    return llvm::all_of(casts, llvm::IsaPred<Casts...>);
  }
};

/// Traces `value` of the body to an input element, through casts and negations.
CastInput traceInput(mlir::linalg::LinalgOp op, mlir::Value value);

/// Returns the input that the op copies to its only result, possibly permuted
/// or broadcast; otherwise null.
mlir::OpOperand *getCopiedInput(mlir::linalg::LinalgOp op);

/// Returns the input whose elements the only result of the op sums; otherwise
/// null.
mlir::OpOperand *getSummedInput(mlir::linalg::LinalgOp op);

/// Returns true if recomputing `term`, the g of an extremum, gives the same
/// bits. Functions of the math dialect may give different bits, because their
/// vectorized and scalar implementations differ.
bool isReproducible(mlir::linalg::LinalgOp op, mlir::Value term);

/// Returns true if an input index depends on several loops, as in pooling.
bool hasWindows(mlir::linalg::LinalgOp op);

/// Returns true if upstream's tiling of the op is correct (MLIR 22.1.8).
/// Upstream assumes that the first and last iterations of a tile access the
/// ends of an operand's slice. Upstream also applies the operand's map to the
/// slice unchanged. Both fail for operands that are read backwards, or whose
/// maps contain quotients or remainders, even of untiled loops. Upstream also
/// crashes on a loop without iterations.
bool canBeTiled(mlir::linalg::LinalgOp op);

} // namespace sg

#endif // SG_STRUCTUREDOPS_LINALGFORMS_H
