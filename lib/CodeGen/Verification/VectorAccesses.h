//===- VectorAccesses.h - Checks of accesses by vectors ---------*- C++ -*-===//
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

/// Asserts before `op` that no lane of its vector accesses an element outside
/// of its memory or tensor, if the op transfers a vector. Lanes that are masked
/// access nothing.
void checkVectorAccess(mlir::Operation *op);

/// Asserts before `op` that a vector of that type, which begins at the indices
/// and counts along the last dimensions, is in the memory.
void checkRows(mlir::Operation *op, mlir::Value memory,
               mlir::ValueRange indices, mlir::VectorType type);

} // namespace sg

#endif // SG_LIB_CODEGEN_VERIFICATION_VECTORACCESSES_H
