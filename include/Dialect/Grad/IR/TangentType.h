//===- TangentType.h - Which types have derivatives -------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tangent type of a differentiable type is the type itself.
//
//===----------------------------------------------------------------------===//

#ifndef SG_DIALECT_GRAD_IR_TANGENTTYPE_H
#define SG_DIALECT_GRAD_IR_TANGENTTYPE_H

#include "mlir/IR/Types.h"

namespace sg::grad {

/// How a type relates to derivatives.
enum class Differentiability {
  /// Builtin floats; ranked, not sparse, tensors and vectors of them.
  Differentiable,
  /// Integers and index, tensors and vectors of them: no tangent at all.
  None,
  /// All others: a derivative through such a value is an error.
  Unsupported
};

Differentiability getDifferentiability(mlir::Type type);

inline bool isDifferentiable(mlir::Type type) {
  return getDifferentiability(type) == Differentiability::Differentiable;
}

/// The type in which sums over values of the differentiable type `type` are
/// formed: f32 elements for floats narrower than f32, else `type` itself.
mlir::Type getAccumulatorType(mlir::Type type);

/// `type`, a float or a shaped type of floats, with `element` as its elements.
mlir::Type withElementType(mlir::Type type, mlir::Type element);

/// Whether zero can be represented in the floats of `type` (not in
/// f8E8M0FNU).
bool hasZero(mlir::Type type);

} // namespace sg::grad

#endif // SG_DIALECT_GRAD_IR_TANGENTTYPE_H
