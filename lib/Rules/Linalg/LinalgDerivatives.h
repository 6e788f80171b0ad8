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

/// Of a result that is an extremum: which iterations it comes from. A tie is
/// shared equally by all that are tied, the initial value included unless it is
/// the constant with which such a reduction starts (the infinity or the largest
/// finite value of the other side). In windows, as in pooling everywhere, the
/// first of the tied gets all. Of a NaN nobody gets anything.
class ExtremumChoice {
public:
  /// Computes what is needed from the primal program, at the builder.
  ExtremumChoice(mlir::linalg::LinalgOp op, unsigned result,
                 grad::DerivativeContext &context);

  mlir::Value getTerm() const { return form.term; }
  /// In the body of `copy`: `derivative` where the result comes from this
  /// iteration, whose term is `term` there, else zero.
  mlir::Value choose(BodyCopy &copy, mlir::Value term, mlir::Value derivative);
  /// `derivative`, which has the shape of the result, where that comes from the
  /// initial value, else zero.
  mlir::Value chooseInit(mlir::Value derivative);
  bool mayComeFromInit() const { return withInit; }
  /// What each of the tied gets of `derivative`.
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
  /// How many are tied; or null, and the position of the first of them (-1:
  /// the initial value).
  mlir::Value ties, first;
};

} // namespace sg::rules

#endif // SG_RULES_LINALGDERIVATIVES_H
