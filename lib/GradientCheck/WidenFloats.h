//===- WidenFloats.h - The same program in f64 ------------------*- C++ -*-===//
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

/// Whether this is a float type that f64 can stand for.
bool isNarrowFloat(mlir::Type type);

/// The coarsest float type in the module, or f64.
mlir::FloatType findCoarsestFloat(mlir::ModuleOp module);

/// `type` with f64 in the place of narrower floats.
mlir::Type widen(mlir::Type type);

/// Replaces narrower floats by f64 in all of `module`: in types, in constants,
/// and conversions between floats vanish. Where that cannot be, as at a
/// bitcast, returns why; the module is not to be used then.
std::optional<std::string> widenFloats(mlir::ModuleOp module);

} // namespace sg::gradcheck

#endif // SG_LIB_GRADIENTCHECK_WIDENFLOATS_H
