//===- SmallFloats.h - Floats of eight bits or less -------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Converts scalars and vectors by integer arithmetic without branches and
// tables. LLVM can therefore vectorize loops over conversions.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_MATH_SMALLFLOATS_H
#define SG_LIB_CODEGEN_MATH_SMALLFLOATS_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace sg {

/// Returns true for the types f8, f6 and f4.
bool isSmallFloat(mlir::Type element);

/// Converts small floats to f32, which represents each value exactly.
mlir::Value widenSmallFloat(mlir::ImplicitLocOpBuilder &b, mlir::Value value);

/// Rounds a value of f32 or f64 to the nearest value of type `element`, ties to
/// even. The description of --sg-expand-small-floats lists the results for
/// values out of the range of the type.
mlir::Value narrowToSmallFloat(mlir::ImplicitLocOpBuilder &b, mlir::Value value,
                               mlir::FloatType element);

} // namespace sg

#endif // SG_LIB_CODEGEN_MATH_SMALLFLOATS_H
