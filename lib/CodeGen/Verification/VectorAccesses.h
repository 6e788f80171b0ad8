//===- VectorAccesses.h - Check bounds of vector accesses -------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_VERIFICATION_VECTORACCESSES_H
#define SG_LIB_CODEGEN_VERIFICATION_VECTORACCESSES_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

namespace sg {

/// If `op` accesses a vector in a memref or tensor, asserts before `op` that
/// each lane that the mask selects is in bounds.
void checkVectorAccess(mlir::Operation *op);

/// Asserts before `op` that a vector of type `type` is within the bounds of
/// `memory`. The vector starts at `indices` and extends along the last
/// dimensions.
void checkContiguousLanes(mlir::Operation *op, mlir::Value memory,
                          mlir::ValueRange indices, mlir::VectorType type);

} // namespace sg

#endif // SG_LIB_CODEGEN_VERIFICATION_VECTORACCESSES_H
