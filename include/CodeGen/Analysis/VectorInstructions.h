//===- VectorInstructions.h - Ops with vector instructions -----*- C++ -*--===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_ANALYSIS_VECTORINSTRUCTIONS_H
#define SG_CODEGEN_ANALYSIS_VECTORINSTRUCTIONS_H

#include "mlir/IR/Operation.h"

namespace sg {

/// Returns true if a scalar op also exists as a vector instruction. An op
/// without one becomes a function call per element, which prevents the
/// vectorization of the whole loop.
bool hasVectorInstruction(mlir::Operation &op);

/// Returns true if vectors of the type have the same memory layout as arrays of
/// it, and support arithmetic. This excludes i1, which is stored as a byte.
bool isVectorElement(mlir::Type type);

} // namespace sg

#endif // SG_CODEGEN_ANALYSIS_VECTORINSTRUCTIONS_H
