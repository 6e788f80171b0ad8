//===- FusionGroups.h - Groups of ops with common loops ---------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops can run as one kernel if no thread block reads elements that another
// block writes. *Rows* are the parallel loops that all ops of a group have in
// common. Different iterations of a row never access the same element of a
// buffer that the group writes. Blocks therefore divide the work along rows.
// Example: in a softmax over the columns of a matrix, the rows are the rows of
// the matrix, and maximum, difference, exponential, sum and quotient form a
// group.
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_ANALYSIS_FUSIONGROUPS_H
#define SG_CODEGEN_ANALYSIS_FUSIONGROUPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace sg {

struct FusionGroup {
  struct Member {
    mlir::linalg::LinalgOp op;
    /// The loop of `op` for each of the group's rows.
    llvm::SmallVector<unsigned> rows;
  };
  /// The ops of the group, in program order.
  llvm::SmallVector<Member> members;

  unsigned countRows() const { return members.front().rows.size(); }
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

/// Returns the same product for the sizes of the loops of `op`.
std::optional<int64_t> countIterations(mlir::linalg::LinalgOp op,
                                       llvm::ArrayRef<unsigned> loops);

/// Returns true if the body of one op accesses memory, other than through its
/// block arguments, that the other op writes, or writes memory that the other
/// op accesses.
bool doBodiesConflict(mlir::linalg::LinalgOp a, mlir::linalg::LinalgOp b);

/// Returns true if one thread block suffices for the iterations of `op`.
bool hasFewIterations(mlir::linalg::LinalgOp op);

/// The criteria that decide which ops form a group.
struct GroupPolicy {
  bool (*isMember)(mlir::linalg::LinalgOp);
  /// True if ops with few iterations form a group even without common rows:
  /// saving a kernel launch is worth more than the idle threads cost.
  bool joinsSmallOps;
  /// Returns the loops of an op that may be rows.
  std::function<llvm::SmallVector<unsigned>(mlir::linalg::LinalgOp)> getRows =
      getDistributableLoops;
  /// Minimum number of iterations over the remaining rows if a joining op
  /// leaves the group with fewer rows. On a GPU, each iteration is the work of
  /// one block, whose threads divide the other loops.
  int64_t manyRows = 64;
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

/// Forms groups of the structured ops of `block` and returns them in program
/// order. Moves ops so that the ops of a group are adjacent. Ignores ops in
/// nested regions.
llvm::SmallVector<FusionGroup> formFusionGroups(mlir::Block &block,
                                                const GroupPolicy &policy);

} // namespace sg

#endif // SG_CODEGEN_ANALYSIS_FUSIONGROUPS_H
