//===- Origin.h - Where elements come from ----------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For diagnostics: which element becomes which is not looked at.
//
//===----------------------------------------------------------------------===//

#ifndef SG_ANALYSIS_ORIGIN_H
#define SG_ANALYSIS_ORIGIN_H

#include "mlir/IR/Value.h"

namespace sg::grad {

/// The value whose elements `value` holds, in another shape or one by one; with
/// `throughStops` also behind stops.
mlir::Value findOrigin(mlir::Value value, bool throughStops = false);

/// The value that is computed for each element: of the result of a structured
/// op that has no reductions the one in its body.
mlir::Value findElementOrigin(mlir::Value value);

} // namespace sg::grad

#endif // SG_ANALYSIS_ORIGIN_H
