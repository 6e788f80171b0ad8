//===- FusionGroups.h - Groups of ops with common loops ---------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops can run as one kernel if no thread block reads elements that another
// thread block writes. The *rows* of a group are the parallel loops that all
// ops of the group have in common. Different iterations of a row never access
// the same element of a buffer that the group writes. Thread blocks therefore
// divide the work along rows. Example: maximum, difference, exponential, sum
// and quotient of a softmax along the columns of a matrix form a group. Its row
// is the loop over the rows of the matrix.
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_ANALYSIS_FUSIONGROUPS_H
#define SG_CODEGEN_ANALYSIS_FUSIONGROUPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace sg {

struct FusionGroup {
  struct Member {
    mlir::linalg::LinalgOp op;
    /// The loops of `op` that the group has in common, in the group's order.
    llvm::SmallVector<unsigned> rows;
  };
  /// The ops of the group, in program order.
  llvm::SmallVector<Member> members;

  unsigned countRowLoops() const { return members.front().rows.size(); }
};

/// Returns true if `loop` is parallel, and its iterations write different
/// elements of every result of `op`.
bool isDistributable(mlir::linalg::LinalgOp op, unsigned loop);

llvm::SmallVector<unsigned> getDistributableLoops(mlir::linalg::LinalgOp op);

/// Returns the product of the sizes of `loops`, or std::nullopt if one of the
/// sizes is dynamic or the product overflows. `sizes` has the sizes of all
/// loops.
std::optional<int64_t> countIterations(llvm::ArrayRef<int64_t> sizes,
                                       llvm::ArrayRef<unsigned> loops);

/// Applies countIterations to the static loop sizes of `op`.
std::optional<int64_t> countIterations(mlir::linalg::LinalgOp op,
                                       llvm::ArrayRef<unsigned> loops);

/// Returns true if the body of one op accesses memory that the other op writes,
/// or writes memory that the other op accesses. Accesses of the body through
/// its block arguments do not count.
bool doBodiesConflict(mlir::linalg::LinalgOp a, mlir::linalg::LinalgOp b);

/// Returns true if `op` has few enough iterations for a single thread block.
bool hasFewIterations(mlir::linalg::LinalgOp op);

/// The criteria that decide which ops form a group.
struct GroupPolicy {
  bool (*isMember)(mlir::linalg::LinalgOp);
  /// True if ops with few iterations form a group even without common rows:
  /// saving a kernel launch outweighs the cost of idle threads.
  bool joinsSmallOps;
  /// Returns the loops of an op that may be rows.
  std::function<llvm::SmallVector<unsigned>(mlir::linalg::LinalgOp)> getRows =
      getDistributableLoops;
  /// Minimum number of iterations over the common rows if joining costs the op
  /// or the group a parallel loop. On a GPU, each iteration is the work of one
  /// thread block, whose threads divide the other loops.
  int64_t minRowIterations = 64;
  /// Returns the reduction loops of an op that may be rows of an existing
  /// group, for passes that execute the rows in order. No op of the group may
  /// read the reduced result. The initial values must be computed before the
  /// group.
  std::function<llvm::SmallVector<unsigned>(mlir::linalg::LinalgOp)>
      getOrderedRows =
          [](mlir::linalg::LinalgOp) { return llvm::SmallVector<unsigned>(); };
  /// Returns true if the op may be added to the group.
  std::function<bool(const FusionGroup &, mlir::linalg::LinalgOp)> hasRoomFor =
      [](const FusionGroup &, mlir::linalg::LinalgOp) { return true; };
};

/// Groups the structured ops of `block`. Returns the groups in program order.
/// Moves ops so that the ops of a group are adjacent. Ignores ops in nested
/// regions.
llvm::SmallVector<FusionGroup> formFusionGroups(mlir::Block &block,
                                                const GroupPolicy &policy);

} // namespace sg

#endif // SG_CODEGEN_ANALYSIS_FUSIONGROUPS_H
