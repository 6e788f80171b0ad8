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

/// Returns the first op in `root`, or in its transitive callees, that has an
/// effect other than reading or allocating memory and aborting (cf.assert).
/// Returns null if there is no such op. Unlike findNonRepeatableOp, accepts
/// reads of any memory and rejects writes to local memory.
mlir::Operation *findSideEffect(mlir::Operation *root);

/// Returns true if `root` may abort. Precondition: it has no side effects.
bool mayAbort(mlir::Operation *root);

/// Returns the first op in `root`, or in its transitive callees, that may
/// behave differently when executed again later. Such an op reads or writes
/// memory that its function, or `root`, did not allocate, or runs unknown code.
/// External functions with a custom rule are trusted. Returns null if there is
/// no such op.
mlir::Operation *findNonRepeatableOp(mlir::Operation *root);

} // namespace sg

#endif // SG_STRUCTUREDOPS_EFFECTS_H
