//===- TangentType.h - Differentiability of types ---------------*- C++ -*-===//
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

enum class Differentiability {
  /// Builtin floats, and vectors and ranked, non-sparse tensors of floats.
  Differentiable,
  /// Integers, index, and tensors and vectors of these, which have no tangent.
  None,
  /// All other types. A derivative through a value of such a type is an error.
  Unsupported
};

Differentiability getDifferentiability(mlir::Type type);

inline bool isDifferentiable(mlir::Type type) {
  return getDifferentiability(type) == Differentiability::Differentiable;
}

/// Returns the type in which values of differentiable type `type` are summed:
/// with f32 elements if `type` has narrower floats, otherwise `type`.
mlir::Type getAccumulatorType(mlir::Type type);

/// Returns `type`, a float or a shaped type of floats, with the element type
/// `element`.
mlir::Type withElementType(mlir::Type type, mlir::Type element);

/// Returns true if the floats of `type` can represent zero (f8E8M0FNU cannot).
bool hasZero(mlir::Type type);

} // namespace sg::grad

#endif // SG_DIALECT_GRAD_IR_TANGENTTYPE_H
