//===- ZeroProduct.h - Zero times infinity ----------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rule sums products of a tangent or cotangent, named `derivative` below, and
// a partial derivative. If one factor is zero and the other is infinite or NaN,
// the product and the sum are NaN. With strong zeros, the product is zero
// instead.
//
// The emitted code is
//
//   m = derivative * partial
//   select(m is NaN and (derivative == 0 or partial == 0), 0, m)
//
// If both factors are finite, the select equals m bit for bit and has all
// derivatives of m, even if `derivative` is zero. A select on derivative == 0
// alone would have zero derivatives at that point.
//
//===----------------------------------------------------------------------===//

#ifndef SG_RULES_ZEROPRODUCT_H
#define SG_RULES_ZEROPRODUCT_H

#include "sg/Dialect/Grad/IR/DerivativeContext.h"
#include "sg/Rules/Expr.h"

namespace sg::rules {

/// Returns derivative * partial. `type` is the float type of `derivative`.
/// `known` returns the known properties of a leaf (an operand or the result of
/// an op).
Expr multiplyByPartial(const Expr &derivative, const Expr &partial,
                       mlir::Type type, grad::ZeroProducts zeros,
                       llvm::function_ref<grad::KnownFloats(unsigned)> known);

/// Emits a * b. The factors have no known properties.
mlir::Value multiplyValues(mlir::OpBuilder &builder, mlir::Location loc,
                           mlir::Value a, mlir::Value b,
                           grad::ZeroProducts zeros);

} // namespace sg::rules

#endif // SG_RULES_ZEROPRODUCT_H
