//===- BlockDistribution.h - A structured op that threads share ----------*- C++
//-*-===//
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

/// The threads of a block in a kernel: who is who. A thread is one lane of one
/// row.
struct Threads {
  ThreadLayout layout;
  mlir::gpu::LaunchOp launch;
  mlir::Value thread;      ///< its index in the block
  mlir::Value lane, lanes; ///< null if a row has one lane
  /// Whether the row exists; null if all do.
  mlir::Value isRow;
  /// The row's index in each of the loops over rows.
  llvm::SmallVector<mlir::Value> rowIndices;

  mlir::Value isFirstLane(mlir::ImplicitLocOpBuilder &b) const;
};

/// A structured op, and how its loops are divided.
class BlockDistribution {
public:
  explicit BlockDistribution(const FusionGroup::Member &member);

  /// Builds what the threads do of it. All of a block have to get here.
  void build(mlir::ImplicitLocOpBuilder &b, const Threads &threads);

  /// What a block finds of each result if its threads reduce the iterations
  /// from `first`, each its own, in steps of `threads.lanes`; in the first
  /// lane.
  llvm::SmallVector<mlir::Value> buildParts(mlir::ImplicitLocOpBuilder &b,
                                            const Threads &threads,
                                            mlir::Value first);
  /// Asks for the sizes of all loops, at `b`.
  void createRanges(mlir::ImplicitLocOpBuilder &b);

  /// Whether lanes sum up parts of what is written.
  bool isReducedByLanes() const { return !combiners.empty(); }
  llvm::ArrayRef<Combiner> getCombiners() const { return combiners; }
  /// The loops that are divided among the lanes.
  llvm::ArrayRef<unsigned> getLaneLoops() const {
    return isReducedByLanes() ? sequential : elements;
  }

  mlir::linalg::LinalgOp op;
  llvm::SmallVector<unsigned> rows;
  /// Not rows, but different indices mean different elements.
  llvm::SmallVector<unsigned> elements;
  llvm::SmallVector<unsigned> sequential;
  llvm::SmallVector<mlir::Range> ranges;

private:
  void buildElements(mlir::ImplicitLocOpBuilder &b, const Threads &threads);
  void buildReduction(mlir::ImplicitLocOpBuilder &b, const Threads &threads);

  llvm::SmallVector<Combiner> combiners;
};

} // namespace sg

#endif // SG_LIB_CODEGEN_GPU_KERNELS_BLOCKDISTRIBUTION_H
