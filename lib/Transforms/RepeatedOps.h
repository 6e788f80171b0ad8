//===- RepeatedOps.h - Equal sequences of ops -------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds sequences of ops that a block repeats on different values, like the
// layers of a network. Uses a suffix tree (llvm/Support/SuffixTree.h), like
// LLVM's outliners.
//
//===----------------------------------------------------------------------===//

#ifndef SG_TRANSFORMS_REPEATEDOPS_H
#define SG_TRANSFORMS_REPEATEDOPS_H

#include "mlir/IR/Block.h"

namespace sg::grad {

/// Consecutive ops, ignoring constants.
using OpSequence = llvm::SmallVector<mlir::Operation *>;

/// Sequences that can become calls of one function.
struct RepeatedOps {
  llvm::SmallVector<OpSequence> occurrences;

  /// For each use of a value from outside, in order: the value in each
  /// occurrence.
  llvm::SmallVector<llvm::SmallVector<mlir::Value>> inputs;

  /// Values used outside of an occurrence: index of the op and of its result.
  llvm::SmallVector<std::pair<unsigned, unsigned>> results;
};

/// Returns the sequence that saves the most ops, if it saves at least
/// `leastSaved`. Considers sequences of at least `leastOps` ops for which
/// `isWanted` is true. Of equal candidates, returns the first one in the block.
std::optional<RepeatedOps> findRepeatedOps(
    mlir::Block &block, unsigned leastOps, unsigned leastSaved,
    llvm::function_ref<bool(llvm::ArrayRef<mlir::Operation *>)> isWanted);

/// Calls `seeUse` for each operand of `op` or of an op in its regions that is
/// defined outside of `op`.
void forEachUse(mlir::Operation *op,
                llvm::function_ref<void(mlir::OpOperand &)> seeUse);

} // namespace sg::grad

#endif // SG_TRANSFORMS_REPEATEDOPS_H
