//===- LinalgDerivatives.h - Derivatives of structured ops ------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_RULES_LINALGDERIVATIVES_H
#define SG_RULES_LINALGDERIVATIVES_H

#include "BodyCopy.h"
#include "sg/StructuredOps/LinalgForms.h"

namespace sg::rules {

llvm::LogicalResult pushforwardStructured(mlir::linalg::LinalgOp op,
                                          grad::ForwardContext &context);
llvm::LogicalResult pullbackStructured(mlir::linalg::LinalgOp op,
                                       grad::ReverseContext &context);

/// Distributes the derivative of an extremum over the iterations whose term
/// equals the result (the tied iterations). All tied iterations get equal
/// shares. In windows (pooling), the first tied iteration gets the whole
/// derivative, as in other frameworks. The initial value can be tied unless it
/// is neutral: for a maximum, -inf or the lowest finite value. If the result is
/// NaN, no iteration gets a derivative.
class ExtremumChoice {
public:
  /// Emits code at the insertion point that finds the tied iterations.
  ExtremumChoice(mlir::linalg::LinalgOp op, unsigned result,
                 grad::DerivativeContext &context);

  mlir::Value getTerm() const { return form.term; }
  /// Emits, in the body of `copy`, `derivative` if the result comes from the
  /// current iteration, otherwise zero. `term` is the copied term.
  mlir::Value choose(BodyCopy &copy, mlir::Value term, mlir::Value derivative);
  /// Emits the elements of `derivative`, which has the shape of the result, for
  /// which the result comes from the initial value, otherwise zeros.
  mlir::Value chooseInit(mlir::Value derivative);
  bool mayComeFromInit() const { return withInit; }
  /// Returns the share of `derivative` that each tied iteration gets.
  mlir::Value share(mlir::Value derivative);

private:
  void countTies();
  void findFirst();
  mlir::Type getPositionType();
  mlir::Value createPosition(mlir::OpBuilder &b, int64_t position);
  mlir::Value position(BodyCopy &copy);
  mlir::Value createElementwise(
      mlir::ValueRange inputs, mlir::Type element,
      llvm::function_ref<mlir::Value(mlir::OpBuilder &, mlir::ValueRange)>
          body);

  mlir::linalg::LinalgOp op;
  grad::DerivativeContext &context;
  ResultForm form;
  mlir::Value result, init;
  mlir::AffineMap map;
  bool withInit;
  /// Number of ties per element, or null for windows. For windows, `first` is
  /// the position of the first tied iteration (-1: the initial value is tied).
  mlir::Value ties, first;
};

} // namespace sg::rules

#endif // SG_RULES_LINALGDERIVATIVES_H
