//===- TensorExpansions.h - Tensor ops as structured ops --------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops that have no rule of their own, or that upstream cannot bufferize, as
// linalg.generic and loops. Each function computes the results at the
// builder and leaves the op alone.
//
//===----------------------------------------------------------------------===//

#ifndef SG_STRUCTUREDOPS_TENSOREXPANSIONS_H
#define SG_STRUCTUREDOPS_TENSOREXPANSIONS_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace sg {

/// Whether a slice at `offsets` begins where `whole` ends, so that nothing is
/// in it. Upstream's slices and their lowering refuse that, empty or not.
bool beginsAtEnd(mlir::RankedTensorType whole,
                 llvm::ArrayRef<mlir::OpFoldResult> offsets);

/// Slices inserted side by side.
llvm::SmallVector<mlir::Value> expandConcat(mlir::tensor::ConcatOp op,
                                            mlir::OpBuilder &builder);

/// A generic whose body extracts from the source.
llvm::SmallVector<mlir::Value> expandGather(mlir::tensor::GatherOp op,
                                            mlir::OpBuilder &builder);

/// A generic with the body of the op.
llvm::SmallVector<mlir::Value> expandGenerate(mlir::tensor::GenerateOp op,
                                              mlir::OpBuilder &builder);

/// A generic that reads the source or computes the padding.
llvm::SmallVector<mlir::Value> expandPad(mlir::tensor::PadOp op,
                                         mlir::OpBuilder &builder);

/// A loop nest that inserts into the destination.
llvm::SmallVector<mlir::Value> expandScatter(mlir::tensor::ScatterOp op,
                                             mlir::OpBuilder &builder);

} // namespace sg

#endif // SG_STRUCTUREDOPS_TENSOREXPANSIONS_H
