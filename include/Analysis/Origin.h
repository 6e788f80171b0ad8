//===- Origin.h - Origin of elements ----------------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the value from which the elements of another value are copied. The
// analysis does not track the indices of the elements.
//
//===----------------------------------------------------------------------===//

#ifndef SG_ANALYSIS_ORIGIN_H
#define SG_ANALYSIS_ORIGIN_H

#include "mlir/IR/Value.h"

namespace sg::grad {

/// Returns the value from which `value` copies its elements through reshapes,
/// broadcasts and extractions, and with `throughStops` also through stops.
mlir::Value findOrigin(mlir::Value value, bool throughStops = false);

/// Like `findOrigin`, but also traces the result of a structured op without
/// reductions to the scalar in its body that computes the elements.
mlir::Value findElementOrigin(mlir::Value value);

} // namespace sg::grad

#endif // SG_ANALYSIS_ORIGIN_H
