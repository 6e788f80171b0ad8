//===- ThreadLoops.h - A structured op in a thread ------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What one thread of a kernel does of a structured op: some of its loops have
// indices that the thread was given, the others are run through.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_GPU_KERNELS_THREADLOOPS_H
#define SG_LIB_CODEGEN_GPU_KERNELS_THREADLOOPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace sg {

class ThreadLoops {
public:
  /// `ranges` are those of all loops of `op`.
  ThreadLoops(mlir::linalg::LinalgOp op, llvm::ArrayRef<mlir::Range> ranges)
      : op(op), ranges(ranges), loopIndices(ranges.size()) {}

  void setIndex(unsigned loop, mlir::Value index) { loopIndices[loop] = index; }

  /// All iterations of `loops`, which are those without an index, in order.
  void build(mlir::ImplicitLocOpBuilder &b, llvm::ArrayRef<unsigned> loops);

  /// Every `step`th iteration of `loops`, numbered through, from `first` on;
  /// what is carried begins with `values` and is returned. All that is written
  /// is carried.
  llvm::SmallVector<mlir::Value> buildShare(mlir::ImplicitLocOpBuilder &b,
                                            llvm::ArrayRef<unsigned> loops,
                                            mlir::Value first, mlir::Value step,
                                            mlir::ValueRange values);

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
  /// The loops that are run through.
  llvm::SmallVector<unsigned> inner;
};

/// The number of iterations of `loops`.
mlir::Value buildCount(mlir::ImplicitLocOpBuilder &b,
                       llvm::ArrayRef<mlir::Range> ranges,
                       llvm::ArrayRef<unsigned> loops);

/// The indices in `loops` of iteration `linear`, counted in order.
llvm::SmallVector<mlir::Value> buildIndices(mlir::ImplicitLocOpBuilder &b,
                                            mlir::Value linear,
                                            llvm::ArrayRef<mlir::Range> ranges,
                                            llvm::ArrayRef<unsigned> loops);

/// What the body of `op` yields where its arguments are those in `mapping` and
/// its loops have `indices`.
llvm::SmallVector<mlir::Value> cloneBody(mlir::ImplicitLocOpBuilder &b,
                                         mlir::linalg::LinalgOp op,
                                         mlir::IRMapping &mapping,
                                         llvm::ArrayRef<mlir::Value> indices);

} // namespace sg

#endif // SG_LIB_CODEGEN_GPU_KERNELS_THREADLOOPS_H
