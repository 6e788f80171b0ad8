//===- AccumulatorInit.h - Initial values of accumulators -------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_ANALYSIS_ACCUMULATORINIT_H
#define SG_CODEGEN_ANALYSIS_ACCUMULATORINIT_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace sg {

/// Returns the scalar that `op` writes to each element of its result, or null.
mlir::Value getFillValue(mlir::linalg::LinalgOp op);

/// Returns the op before `op` that fills the result of `op` with one value, or
/// null if an op in between may access the result.
mlir::linalg::LinalgOp findFill(mlir::linalg::LinalgOp op);

} // namespace sg

#endif // SG_CODEGEN_ANALYSIS_ACCUMULATORINIT_H
