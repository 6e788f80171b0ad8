//===- Effects.h - Side effects that forbid to run code again ---*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_STRUCTUREDOPS_EFFECTS_H
#define SG_STRUCTUREDOPS_EFFECTS_H

#include "mlir/IR/Operation.h"

namespace sg {

/// The first op under `root`, or under what that calls, that does more than
/// compute, read memory and stop the program (cf.assert); null if there is
/// none, so that `root` can run twice.
mlir::Operation *findEffect(mlir::Operation *root);

/// Whether `root`, which has no other effect, may stop the program.
bool mayStop(mlir::Operation *root);

/// The first op in `root`, or in what it calls, that may do or give something
/// else when it runs again later: it reads or writes memory that is not
/// allocated there, or runs unknown code. Functions outside of the program that
/// have a derivative rule are trusted. Null if there is none.
mlir::Operation *findUnrepeatable(mlir::Operation *root);

} // namespace sg

#endif // SG_STRUCTUREDOPS_EFFECTS_H
