//===- BlockDistribution.h - Distributes structured ops ---------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_GPU_KERNELS_BLOCKDISTRIBUTION_H
#define SG_LIB_CODEGEN_GPU_KERNELS_BLOCKDISTRIBUTION_H

#include "BlockReduction.h"
#include "sg/CodeGen/Analysis/FusionGroups.h"

namespace sg {

/// The threads of a block. Each thread is one lane of one row.
struct Threads {
  ThreadLayout layout;
  mlir::gpu::LaunchOp launch;
  mlir::Value thread;      ///< index of the thread in its block
  mlir::Value lane, lanes; ///< null if a row has one lane
  /// The condition that the thread's row exists, or null if all rows exist.
  mlir::Value rowExists;
  /// The index of the thread's row in each row loop.
  llvm::SmallVector<mlir::Value> rowIndices;

  mlir::Value createIsFirstLane(mlir::ImplicitLocOpBuilder &b) const;
};

/// A structured op whose loops are distributed over the threads of a block.
class BlockDistribution {
public:
  explicit BlockDistribution(const FusionGroup::Member &member);

  /// Builds the iterations of the op that this thread executes. All threads of
  /// the block must execute the built ops.
  void build(mlir::ImplicitLocOpBuilder &b, const Threads &threads);

  /// Reduces the iterations `first`, `first + threads.lanes`, ... in each lane,
  /// then the values of the lanes. Returns a value per result, valid in lane 0.
  llvm::SmallVector<mlir::Value>
  buildPartialResults(mlir::ImplicitLocOpBuilder &b, const Threads &threads,
                      mlir::Value first);
  /// Sets `ranges` to values that are built at `b`.
  void createRanges(mlir::ImplicitLocOpBuilder &b);

  /// Returns true if each lane computes a partial result.
  bool isReducedByLanes() const { return !combiners.empty(); }
  llvm::ArrayRef<Combiner> getCombiners() const { return combiners; }
  /// Returns the loops that are distributed over the lanes.
  llvm::ArrayRef<unsigned> getLaneLoops() const {
    return isReducedByLanes() ? sequentialLoops : elementLoops;
  }

  mlir::linalg::LinalgOp op;
  /// Loops over the rows.
  llvm::SmallVector<unsigned> rowLoops;
  /// Loops within a row whose iterations write different elements.
  llvm::SmallVector<unsigned> elementLoops;
  llvm::SmallVector<unsigned> sequentialLoops;
  llvm::SmallVector<mlir::Range> ranges;

private:
  void buildElements(mlir::ImplicitLocOpBuilder &b, const Threads &threads);
  void buildReduction(mlir::ImplicitLocOpBuilder &b, const Threads &threads);

  llvm::SmallVector<Combiner> combiners;
};

} // namespace sg

#endif // SG_LIB_CODEGEN_GPU_KERNELS_BLOCKDISTRIBUTION_H
