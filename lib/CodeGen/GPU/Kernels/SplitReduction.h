//===- SplitReduction.h - Reductions by many blocks -------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_GPU_KERNELS_SPLITREDUCTION_H
#define SG_LIB_CODEGEN_GPU_KERNELS_SPLITREDUCTION_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace sg {

/// Splits a long reduction with few results, which would leave most of a GPU
/// idle. Each block reduces a part, and a new op reduces the partial results.
/// The number of parts depends only on the sizes, so results are reproducible.
void splitReduction(mlir::linalg::LinalgOp op);

} // namespace sg

#endif // SG_LIB_CODEGEN_GPU_KERNELS_SPLITREDUCTION_H
