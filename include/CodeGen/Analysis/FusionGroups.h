//===- FusionGroups.h - Structured ops that share a kernel ------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops can be one kernel if no block of it needs what another block writes. The
// work is divided among blocks by *rows*: dimensions that all ops of a group
// have, in which different indices mean different elements of everything that
// the group writes, for those who write it and for those who read it. A softmax
// over the columns of a matrix has as rows the rows of the matrix: maximum,
// difference, exponential, sum and quotient are a group.
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
  /// In the order of the program.
  llvm::SmallVector<Member> members;

  unsigned countRows() const { return members.front().rows.size(); }
};

/// Whether different indices in that loop of `op` mean different elements of
/// all that it writes.
bool isDistributable(mlir::linalg::LinalgOp op, unsigned loop);

llvm::SmallVector<unsigned> getDistributableLoops(mlir::linalg::LinalgOp op);

/// The product of the sizes of `loops`, of all of which `sizes` has them, or
/// nothing if it is not known.
std::optional<int64_t> countIterations(llvm::ArrayRef<int64_t> sizes,
                                       llvm::ArrayRef<unsigned> loops);

/// The number of iterations of `op` in `loops`, or nothing if it is not known.
std::optional<int64_t> countIterations(mlir::linalg::LinalgOp op,
                                       llvm::ArrayRef<unsigned> loops);

/// Whether the body of one of them accesses, other than by its arguments, what
/// the other one writes, or the other way round.
bool doBodiesConflict(mlir::linalg::LinalgOp a, mlir::linalg::LinalgOp b);

/// Whether one block is enough for `op`.
bool hasFewIterations(mlir::linalg::LinalgOp op);

/// Which ops come together.
struct GroupPolicy {
  /// Whether an op may be in a group at all.
  bool (*isMember)(mlir::linalg::LinalgOp);
  /// Whether ops of few iterations do without rows: a launch less is worth more
  /// than threads that have nothing to do.
  bool joinsFew;
  /// The loops of an op that may be rows.
  std::function<llvm::SmallVector<unsigned>(mlir::linalg::LinalgOp)> getRows =
      getDistributableLoops;
  /// An op joins others with fewer rows than it could have alone if so many are
  /// left. As many keep enough of a GPU busy that the rest of the work may be
  /// divided among the threads of a block.
  int64_t manyRows = 64;
  /// Loops that may be rows of a group that has been there before, although an
  /// op adds up over them: for who computes the rows in order. Nobody in the
  /// group reads what is added up; its start values are in front of the group.
  std::function<llvm::SmallVector<unsigned>(mlir::linalg::LinalgOp)>
      getOrderedRows =
          [](mlir::linalg::LinalgOp) { return llvm::SmallVector<unsigned>(); };
  /// Whether a group may have one more op.
  std::function<bool(const FusionGroup &, mlir::linalg::LinalgOp)> hasRoomFor =
      [](const FusionGroup &, mlir::linalg::LinalgOp) { return true; };
};

/// The groups of the structured ops of `block`, in order. Moves ops, so that
/// those of a group are neighbours. Ops in regions of others are not looked at.
llvm::SmallVector<FusionGroup> formFusionGroups(mlir::Block &block,
                                                const GroupPolicy &policy);

} // namespace sg

#endif // SG_CODEGEN_ANALYSIS_FUSIONGROUPS_H
