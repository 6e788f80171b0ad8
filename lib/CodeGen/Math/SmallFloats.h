//===- SmallFloats.h - Floats of eight bits and less ------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversions by integer arithmetic, of scalars and of vectors, without a
// branch or a table, so that LLVM vectorizes loops over them.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_MATH_SMALLFLOATS_H
#define SG_LIB_CODEGEN_MATH_SMALLFLOATS_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace sg {

/// The types f8, f6 and f4.
bool isSmallFloat(mlir::Type element);

/// A value of such floats in f32, which has all of their numbers.
mlir::Value widenSmallFloat(mlir::ImplicitLocOpBuilder &b, mlir::Value value);

/// A value of f32 or f64 rounded to the nearest of type `element`, of two to
/// the even one. What is too large becomes infinite, in a type without
/// infinities NaN, in one without both the largest number; there NaN becomes
/// zero. A negative number in f8E8M0FNU, which has none, becomes NaN, and zero
/// the least number.
mlir::Value narrowToSmallFloat(mlir::ImplicitLocOpBuilder &b, mlir::Value value,
                               mlir::FloatType element);

} // namespace sg

#endif // SG_LIB_CODEGEN_MATH_SMALLFLOATS_H
