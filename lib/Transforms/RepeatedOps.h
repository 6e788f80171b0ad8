//===- RepeatedOps.h - Equal sequences of ops -------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds what a block computes several times, each time of other values, as
// layers of a network do. LLVM's outliners look for equal sequences of
// instructions the same way, by a suffix tree (llvm/Support/SuffixTree.h).
//
//===----------------------------------------------------------------------===//

#ifndef SG_TRANSFORMS_REPEATEDOPS_H
#define SG_TRANSFORMS_REPEATEDOPS_H

#include "mlir/IR/Block.h"

namespace sg::grad {

/// Ops one behind the other, but for constants between them.
using OpSequence = llvm::SmallVector<mlir::Operation *>;

/// Sequences that can be calls of one function.
struct RepeatedOps {
  llvm::SmallVector<OpSequence> occurrences;

  /// For each use of a value from outside, in order, the value in each
  /// occurrence.
  llvm::SmallVector<llvm::SmallVector<mlir::Value>> inputs;

  /// What is used behind an occurrence: the position of an op and of its
  /// result.
  llvm::SmallVector<std::pair<unsigned, unsigned>> results;
};

/// What saves most ops among sequences of at least `leastOps` that `isWanted`,
/// if that is `leastSaved` or more. Of equal ones the first in the block.
std::optional<RepeatedOps> findRepeatedOps(
    mlir::Block &block, unsigned leastOps, unsigned leastSaved,
    llvm::function_ref<bool(llvm::ArrayRef<mlir::Operation *>)> isWanted);

/// Calls `seeUse` with each use in `op`, and in its regions, of a value from
/// outside of `op`.
void forEachUse(mlir::Operation *op,
                llvm::function_ref<void(mlir::OpOperand &)> seeUse);

} // namespace sg::grad

#endif // SG_TRANSFORMS_REPEATEDOPS_H
