//===- WidenFloats.h - Widen the floats of a program to f64 -----*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_GRADIENTCHECK_WIDENFLOATS_H
#define SG_LIB_GRADIENTCHECK_WIDENFLOATS_H

#include "mlir/IR/BuiltinOps.h"
#include <optional>

namespace sg::gradcheck {

/// Returns true if `type` is a float type narrower than f64.
bool isNarrowFloat(mlir::Type type);

/// Returns the float type with the fewest mantissa bits in the module, or f64.
mlir::FloatType findCoarsestFloat(mlir::ModuleOp module);

/// Returns `type` with floats narrower than f64 replaced by f64.
mlir::Type widen(mlir::Type type);

/// Replaces floats narrower than f64 by f64 in the types and constants of
/// `module`, and erases conversions that become redundant. If a bitcast, for
/// example, prevents this, returns the reason. `module` is then invalid.
std::optional<std::string> widenFloats(mlir::ModuleOp module);

} // namespace sg::gradcheck

#endif // SG_LIB_GRADIENTCHECK_WIDENFLOATS_H
