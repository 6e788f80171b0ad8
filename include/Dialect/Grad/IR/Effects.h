//===- Effects.h - What may run again, or not at all ------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_DIALECT_GRAD_IR_EFFECTS_H
#define SG_DIALECT_GRAD_IR_EFFECTS_H

#include "mlir/IR/Operation.h"

namespace sg::grad {

/// Whether nobody can tell how often `op` runs: with all that is in it and all
/// that it calls it writes nothing. An assertion counts as no effect: it is
/// made where the program makes it, and says the same each time.
bool isRepeatable(mlir::Operation *op);

} // namespace sg::grad

#endif // SG_DIALECT_GRAD_IR_EFFECTS_H
