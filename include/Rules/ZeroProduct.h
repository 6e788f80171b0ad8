//===- ZeroProduct.h - Zero times infinity ----------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rule sums products of a tangent or cotangent, named `derivative` below, and
// a partial derivative. If one factor is zero and the other is infinite or NaN,
// the product and the sum are NaN. With strong zeros, the product is zero.
//
// The emitted code is
//
//   m = derivative * partial
//   select(m is NaN and (derivative == 0 or partial == 0), 0, m)
//
// If both factors are finite, the select equals m bit for bit, and so do all
// its derivatives, even if `derivative` is zero. A select on derivative == 0
// alone would have zero derivatives where `derivative` is zero.
//
//===----------------------------------------------------------------------===//

#ifndef SG_RULES_ZEROPRODUCT_H
#define SG_RULES_ZEROPRODUCT_H

#include "sg/Dialect/Grad/IR/DerivativeContext.h"
#include "sg/Rules/Expr.h"

namespace sg::rules {

/// Returns derivative * partial. `type` is the type of `derivative`. `known`
/// returns the known properties of a leaf, given the index of the leaf.
Expr multiplyByPartial(const Expr &derivative, const Expr &partial,
                       mlir::Type type, grad::ZeroProducts zeros,
                       llvm::function_ref<grad::KnownFloats(unsigned)> known);

/// Emits a * b without assumptions about the factors.
mlir::Value multiplyValues(mlir::OpBuilder &builder, mlir::Location loc,
                           mlir::Value a, mlir::Value b,
                           grad::ZeroProducts zeros);

} // namespace sg::rules

#endif // SG_RULES_ZEROPRODUCT_H
