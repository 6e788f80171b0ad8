//===- Origin.h - Origin of elements ----------------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For diagnostics: the analysis does not track which element becomes which.
//
//===----------------------------------------------------------------------===//

#ifndef SG_ANALYSIS_ORIGIN_H
#define SG_ANALYSIS_ORIGIN_H

#include "mlir/IR/Value.h"

namespace sg::grad {

/// Returns the value whose elements `value` holds, possibly reshaped or one at
/// a time. With `throughStops`, also looks through stops.
mlir::Value findOrigin(mlir::Value value, bool throughStops = false);

/// Returns the scalar value from which each element is computed. For the result
/// of a structured op without reductions, it is the value in its body.
mlir::Value findElementOrigin(mlir::Value value);

} // namespace sg::grad

#endif // SG_ANALYSIS_ORIGIN_H
