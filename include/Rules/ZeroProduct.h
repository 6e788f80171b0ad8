//===- ZeroProduct.h - Zero times infinity ----------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rule sums products of a tangent or cotangent, `derivative` below, and a
// partial derivative. Where one factor is zero and the other infinite or NaN,
// such a product is NaN, and with it the sum. A strong zero wins: the product
// is zero then.
//
// What is emitted is
//
//   m = derivative * partial
//   select(m is NaN and (derivative == 0 or partial == 0), 0, m)
//
// It has the value of m wherever both factors are finite, to the last bit, and
// the derivatives of m there, of any order, also where `derivative` is zero: a
// select by derivative == 0 alone would have none in it.
//
//===----------------------------------------------------------------------===//

#ifndef SG_RULES_ZEROPRODUCT_H
#define SG_RULES_ZEROPRODUCT_H

#include "sg/Dialect/Grad/IR/DerivativeContext.h"
#include "sg/Rules/Expr.h"

namespace sg::rules {

/// derivative * partial, where `derivative` is of a type of floats like `type`.
/// `known` tells what is known of a leaf, an operand or the result of an op.
Expr multiplyByPartial(const Expr &derivative, const Expr &partial,
                       mlir::Type type, grad::ZeroProducts zeros,
                       llvm::function_ref<grad::KnownFloats(unsigned)> known);

/// The same of two values, of which nothing is known.
mlir::Value multiplyByZeros(mlir::OpBuilder &builder, mlir::Location loc,
                            mlir::Value a, mlir::Value b,
                            grad::ZeroProducts zeros);

} // namespace sg::rules

#endif // SG_RULES_ZEROPRODUCT_H
