//===- TransposedVectors.h - Transpose square matrices ----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_CPU_TILING_TRANSPOSEDVECTORS_H
#define SG_LIB_CODEGEN_CPU_TILING_TRANSPOSEDVECTORS_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace sg {

/// Transposes the square matrix with the vectors `rows` by shuffles of two
/// vectors. The number of rows must be a power of two.
llvm::SmallVector<mlir::Value>
transposeVectors(mlir::ImplicitLocOpBuilder &b,
                 llvm::ArrayRef<mlir::Value> rows);

} // namespace sg

#endif // SG_LIB_CODEGEN_CPU_TILING_TRANSPOSEDVECTORS_H
