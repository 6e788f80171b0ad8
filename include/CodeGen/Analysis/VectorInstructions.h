//===- VectorInstructions.h - Ops with vector instructions ------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_ANALYSIS_VECTORINSTRUCTIONS_H
#define SG_CODEGEN_ANALYSIS_VECTORINSTRUCTIONS_H

#include "mlir/IR/Operation.h"

namespace sg {

/// Returns true if `op` on scalars also exists as a vector instruction. Any
/// other op becomes a function call per element, which prevents LLVM from
/// vectorizing the loop.
bool hasVectorInstruction(mlir::Operation &op);

/// Returns true if vectors of the type have the memory layout of arrays, and
/// support arithmetic. Excludes i1: an array of i1 stores one byte per element.
bool isVectorElement(mlir::Type type);

} // namespace sg

#endif // SG_CODEGEN_ANALYSIS_VECTORINSTRUCTIONS_H
