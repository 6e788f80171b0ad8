//===- ThreadLoops.h - Loops of one thread ----------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds the iterations of a structured op that one thread of a kernel
// executes. The indices of some loops depend on the thread. The thread executes
// the other loops sequentially.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_GPU_KERNELS_THREADLOOPS_H
#define SG_LIB_CODEGEN_GPU_KERNELS_THREADLOOPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace sg {

class ThreadLoops {
public:
  /// `ranges` are the ranges of all loops of `op`.
  ThreadLoops(mlir::linalg::LinalgOp op, llvm::ArrayRef<mlir::Range> ranges)
      : op(op), ranges(ranges), loopIndices(ranges.size()) {}

  void setIndex(unsigned loop, mlir::Value index) { loopIndices[loop] = index; }

  /// Builds all iterations of `loops`, the loops without a set index.
  void build(mlir::ImplicitLocOpBuilder &b, llvm::ArrayRef<unsigned> loops);

  /// Builds the iterations `first`, `first + step`, ... of the linearized
  /// `loops`. The outputs, which must be invariant in `loops`, are loop-carried
  /// values with the initial values `initialValues`. Returns the final values.
  llvm::SmallVector<mlir::Value> buildStrided(mlir::ImplicitLocOpBuilder &b,
                                              llvm::ArrayRef<unsigned> loops,
                                              mlir::Value first,
                                              mlir::Value step,
                                              mlir::ValueRange initialValues);

  mlir::Value load(mlir::ImplicitLocOpBuilder &b, mlir::OpOperand &operand);
  void store(mlir::ImplicitLocOpBuilder &b, mlir::Value value,
             mlir::OpOperand &init);

private:
  bool isCarried(mlir::OpOperand &init);
  llvm::SmallVector<mlir::Value> getIndices(mlir::ImplicitLocOpBuilder &b,
                                            mlir::OpOperand &operand);
  llvm::SmallVector<mlir::Value> buildLoops(mlir::ImplicitLocOpBuilder &b,
                                            llvm::ArrayRef<unsigned> loops,
                                            mlir::ValueRange carried);
  llvm::SmallVector<mlir::Value> buildIteration(mlir::ImplicitLocOpBuilder &b,
                                                mlir::ValueRange carried);

  mlir::linalg::LinalgOp op;
  llvm::ArrayRef<mlir::Range> ranges;
  llvm::SmallVector<mlir::Value> loopIndices;
  /// The loops that the thread executes sequentially.
  llvm::SmallVector<unsigned> sequentialLoops;
};

/// Builds the product of the trip counts of `loops`.
mlir::Value buildCount(mlir::ImplicitLocOpBuilder &b,
                       llvm::ArrayRef<mlir::Range> ranges,
                       llvm::ArrayRef<unsigned> loops);

/// Delinearizes `linearIndex` into the indices of `loops`.
llvm::SmallVector<mlir::Value> buildIndices(mlir::ImplicitLocOpBuilder &b,
                                            mlir::Value linearIndex,
                                            llvm::ArrayRef<mlir::Range> ranges,
                                            llvm::ArrayRef<unsigned> loops);

/// Clones the body of `op`. `mapping` maps the arguments, and `indices` are the
/// loop indices. Returns the yielded values.
llvm::SmallVector<mlir::Value> cloneBody(mlir::ImplicitLocOpBuilder &b,
                                         mlir::linalg::LinalgOp op,
                                         mlir::IRMapping &mapping,
                                         llvm::ArrayRef<mlir::Value> indices);

} // namespace sg

#endif // SG_LIB_CODEGEN_GPU_KERNELS_THREADLOOPS_H
