//===- Effects.h - Effects that prevent recomputation -----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_STRUCTUREDOPS_EFFECTS_H
#define SG_STRUCTUREDOPS_EFFECTS_H

#include "mlir/IR/Operation.h"

namespace sg {

/// Returns the first op in `root`, or in its transitive callees, with an effect
/// beyond reading memory and stopping (cf.assert). Returns null if there is no
/// such op: `root` can then run twice.
mlir::Operation *findEffect(mlir::Operation *root);

/// Returns true if `root` may stop the program. Precondition: `findEffect`
/// returns null.
bool mayStop(mlir::Operation *root);

/// Returns the first op in `root`, or in its transitive callees, that may
/// behave differently when executed again. Such an op accesses memory that was
/// allocated outside, or runs unknown code. External functions with a custom
/// rule are trusted. Returns null if there is no such op.
mlir::Operation *findUnrepeatable(mlir::Operation *root);

} // namespace sg

#endif // SG_STRUCTUREDOPS_EFFECTS_H
