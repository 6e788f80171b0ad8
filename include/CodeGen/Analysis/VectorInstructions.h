//===- VectorInstructions.h - Ops that vectors have, too ------ -*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_ANALYSIS_VECTORINSTRUCTIONS_H
#define SG_CODEGEN_ANALYSIS_VECTORINSTRUCTIONS_H

#include "mlir/IR/Operation.h"

namespace sg {

/// Whether a scalar op is an instruction for vectors, too. Beside a function
/// that is called for each element the rest of a loop would not be vectorized
/// either.
bool hasVectorInstruction(mlir::Operation &op);

/// Whether vectors of such elements are in memory what arrays of them are, and
/// are computed with; a boolean there is a byte.
bool isVectorElement(mlir::Type type);

} // namespace sg

#endif // SG_CODEGEN_ANALYSIS_VECTORINSTRUCTIONS_H
