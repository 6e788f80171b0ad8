//===- SplitReduction.h - Long reductions by many blocks --------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_GPU_KERNELS_SPLITREDUCTION_H
#define SG_LIB_CODEGEN_GPU_KERNELS_SPLITREDUCTION_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace sg {

/// Where `op` reduces so many elements to so few that its rows would leave most
/// of a GPU idle: replaces it by a kernel in which each block reduces a part,
/// and an op that reduces what these have found. In how many parts depends on
/// the sizes only.
void splitReduction(mlir::linalg::LinalgOp op);

} // namespace sg

#endif // SG_LIB_CODEGEN_GPU_KERNELS_SPLITREDUCTION_H
