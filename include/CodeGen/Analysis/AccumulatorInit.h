//===- AccumulatorInit.h - What sums begin with ---------------------*- C++
//-*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_ANALYSIS_ACCUMULATORINIT_H
#define SG_CODEGEN_ANALYSIS_ACCUMULATORINIT_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace sg {

/// What `op` fills its memory with, all of it, or null.
mlir::Value getFilling(mlir::linalg::LinalgOp op);

/// The op that fills the result of `op` with one value just before, or null.
mlir::linalg::LinalgOp findFill(mlir::linalg::LinalgOp op);

} // namespace sg

#endif // SG_CODEGEN_ANALYSIS_ACCUMULATORINIT_H
