//===- TensorExpansions.h - Tensor ops as structured ops --------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Expands ops that have no direct rule, or that upstream cannot bufferize, into
// linalg.generic and loops. Each function emits the expansion at the insertion
// point, returns the results and leaves the op unchanged.
//
//===----------------------------------------------------------------------===//

#ifndef SG_STRUCTUREDOPS_TENSOREXPANSIONS_H
#define SG_STRUCTUREDOPS_TENSOREXPANSIONS_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace sg {

/// Returns true if a slice at `offsets` begins at the end of `whole` in some
/// dimension and is therefore empty. Upstream's slice ops and their lowerings
/// reject such a slice.
bool beginsAtEnd(mlir::RankedTensorType whole,
                 llvm::ArrayRef<mlir::OpFoldResult> offsets);

/// Expands into one tensor.insert_slice per input.
llvm::SmallVector<mlir::Value> expandConcat(mlir::tensor::ConcatOp op,
                                            mlir::OpBuilder &builder);

/// Expands into a linalg.generic whose body extracts elements of the source.
llvm::SmallVector<mlir::Value> expandGather(mlir::tensor::GatherOp op,
                                            mlir::OpBuilder &builder);

/// Expands into a linalg.generic with the body of the op.
llvm::SmallVector<mlir::Value> expandGenerate(mlir::tensor::GenerateOp op,
                                              mlir::OpBuilder &builder);

/// Expands into a linalg.generic whose body reads the source inside of its
/// bounds and computes the padding value outside.
llvm::SmallVector<mlir::Value> expandPad(mlir::tensor::PadOp op,
                                         mlir::OpBuilder &builder);

/// Expands into a loop nest that inserts elements into the destination.
llvm::SmallVector<mlir::Value> expandScatter(mlir::tensor::ScatterOp op,
                                             mlir::OpBuilder &builder);

} // namespace sg

#endif // SG_STRUCTUREDOPS_TENSOREXPANSIONS_H
