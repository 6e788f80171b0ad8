//===- RepeatedOps.h - Equal sequences of ops -------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds sequences of ops that a block repeats on different values, such as the
// layers of a network. Uses a suffix tree (llvm/Support/SuffixTree.h).
//
//===----------------------------------------------------------------------===//

#ifndef SG_TRANSFORMS_REPEATEDOPS_H
#define SG_TRANSFORMS_REPEATEDOPS_H

#include "mlir/IR/Block.h"

namespace sg::grad {

/// Consecutive ops of a block, without constants.
using OpSequence = llvm::SmallVector<mlir::Operation *>;

/// Occurrences of one sequence, which calls of one function can replace.
struct RepeatedOps {
  llvm::SmallVector<OpSequence> occurrences;

  /// For each use of a value defined outside of the sequence, in order: the
  /// value in each occurrence.
  llvm::SmallVector<llvm::SmallVector<mlir::Value>> inputs;

  /// Values used outside of an occurrence: the index of the op in the sequence,
  /// and the index of the op's result.
  llvm::SmallVector<std::pair<unsigned, unsigned>> results;
};

/// Returns the repeated sequence whose outlining saves the most ops, if it
/// saves at least `leastSaved` ops. Considers sequences of at least `leastOps`
/// ops for which `isWanted` is true. If several sequences save equally many
/// ops, returns the first in the block.
std::optional<RepeatedOps> findRepeatedOps(
    mlir::Block &block, unsigned leastOps, unsigned leastSaved,
    llvm::function_ref<bool(llvm::ArrayRef<mlir::Operation *>)> isWanted);

/// Calls `visit` for each operand, of `op` or of an op in its regions, that is
/// defined outside of `op`.
void forEachExternalUse(mlir::Operation *op,
                        llvm::function_ref<void(mlir::OpOperand &)> visit);

} // namespace sg::grad

#endif // SG_TRANSFORMS_REPEATEDOPS_H
