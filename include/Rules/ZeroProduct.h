//===- ZeroProduct.h - Zero times infinity ----------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rule sums products of a tangent or cotangent, named `derivative` below, and
// a partial derivative. If one factor is zero and the other is infinite or NaN,
// such a product is NaN, and so is the sum. With strong zeros, the product is
// zero instead.
//
// The emitted code is
//
//   m = derivative * partial
//   select(m is NaN and (derivative == 0 or partial == 0), 0, m)
//
// If both factors are finite, the code has the value of m, to the last bit, and
// the derivatives of m of any order, even if `derivative` is zero. A select on
// derivative == 0 alone would have no derivative there.
//
//===----------------------------------------------------------------------===//

#ifndef SG_RULES_ZEROPRODUCT_H
#define SG_RULES_ZEROPRODUCT_H

#include "sg/Dialect/Grad/IR/DerivativeContext.h"
#include "sg/Rules/Expr.h"

namespace sg::rules {

/// Returns derivative * partial. `type` is the float type of `derivative`.
/// `known` returns known properties of a leaf, which is an operand or the
/// result of an op.
Expr multiplyByPartial(const Expr &derivative, const Expr &partial,
                       mlir::Type type, grad::ZeroProducts zeros,
                       llvm::function_ref<grad::KnownFloats(unsigned)> known);

/// Returns the product of two values without known properties.
mlir::Value multiplyByZeros(mlir::OpBuilder &builder, mlir::Location loc,
                            mlir::Value a, mlir::Value b,
                            grad::ZeroProducts zeros);

} // namespace sg::rules

#endif // SG_RULES_ZEROPRODUCT_H
