//===- VectorMasks.h - Ops inside vector.mask -------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_INTERPRETER_OPS_VECTORMASKS_H
#define SG_LIB_INTERPRETER_OPS_VECTORMASKS_H

#include "mlir/IR/Operation.h"

namespace sg::interpreter {

/// Returns the mask of the vector.mask that is the parent of `op`, or null.
mlir::Value getEnclosingMask(mlir::Operation *op);

} // namespace sg::interpreter

#endif // SG_LIB_INTERPRETER_OPS_VECTORMASKS_H
