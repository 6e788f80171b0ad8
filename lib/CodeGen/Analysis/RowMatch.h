//===- RowMatch.h - Match loops of an op with a group's rows ---*- C++ -*--===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_ANALYSIS_ROWMATCH_H
#define SG_LIB_CODEGEN_ANALYSIS_ROWMATCH_H

#include "sg/CodeGen/Analysis/FusionGroups.h"

namespace sg {

/// Matches the loops of an op with the rows of a group.
class RowMatch {
public:
  RowMatch(const FusionGroup &group, mlir::linalg::LinalgOp op,
           const GroupPolicy &policy);

  /// Returns true if the op and a member of the group access the same memory
  /// and at least one writes it.
  bool depends() const { return isDependent; }
  /// Returns false if the op and a member may share memory through different
  /// views: their accesses cannot be compared.
  bool isComparable() const { return isComparableToAll; }
  bool isWorthwhile() const;

  void apply(FusionGroup &group) const;

private:
  void compareAccesses(const FusionGroup::Member &member);
  void compare(const FusionGroup::Member &member, mlir::AffineMap theirs,
               mlir::AffineMap ours);
  void chooseLoop(unsigned row);
  bool mayBeRow(unsigned loop) const {
    return llvm::is_contained(possibleLoops, loop) ||
           llvm::is_contained(orderedLoops, loop);
  }
  bool isOnlyUse(unsigned row) const {
    return llvm::count(loopOfRow, loopOfRow[row]) == 1;
  }

  const FusionGroup &group;
  mlir::linalg::LinalgOp op;
  const GroupPolicy &policy;
  llvm::SmallVector<unsigned> possibleLoops, orderedLoops;
  llvm::SmallVector<std::optional<unsigned>> loopOfRow;
  llvm::SmallVector<bool> isKept;
  bool isComparableToAll = true, isDependent = false;
};

} // namespace sg

#endif // SG_LIB_CODEGEN_ANALYSIS_ROWMATCH_H
