//===- LoopCarriedBuffers.h - Loop-carried memrefs --------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_BUFFERIZATION_LOOPCARRIEDBUFFERS_H
#define SG_LIB_CODEGEN_BUFFERIZATION_LOOPCARRIEDBUFFERS_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SetVector.h"

namespace sg {

/// Returns the source of the chain of memref.cast ops that ends in `value`.
/// Bufferization casts loop-carried memrefs to types with a layout, which hides
/// the allocation.
mlir::Value skipCasts(mlir::Value value);

/// A block that a loop executes. Its terminator yields the arguments of the
/// next stage. Indices count loop-carried values only: the induction variable
/// and the condition are skipped.
struct Stage {
  mlir::ValueRange arguments() const {
    return block->getArguments().drop_front(skippedArguments);
  }
  mlir::Operation *terminator() const { return block->getTerminator(); }
  mlir::OpOperand &getYieldOperand(unsigned i) const {
    return terminator()->getOpOperand(skippedOperands + i);
  }
  /// Returns the yielded value of index `i`. If this is a copy made only to be
  /// yielded, returns the source of the copy.
  mlir::Value getYieldedValue(unsigned i) const;
  /// Replaces the yielded value of index `i` by `value` and erases the old
  /// value's copy if the copy is unused.
  void setYieldedValue(mlir::RewriterBase &rewriter, unsigned i,
                       mlir::Value value) const;
  bool contains(mlir::Operation *op) const {
    return block->getParent()->isAncestor(op->getParentRegion());
  }

  mlir::Block *block;
  unsigned skippedArguments, skippedOperands;
};

/// An scf.for, which has one stage, or an scf.while, which has two. The initial
/// values are the arguments of the first stage. The results are the operands of
/// the scf.condition of an scf.while, or of the scf.yield of an scf.for.
class CarryingLoop {
public:
  /// Constructs a null object if `op` is not a loop.
  explicit CarryingLoop(mlir::Operation *op);
  explicit operator bool() const { return op; }
  mlir::Operation *operator->() const { return op; }
  mlir::Operation *get() const { return op; }

  llvm::ArrayRef<Stage> stages() const { return allStages; }
  mlir::OpOperand &init(unsigned i) const {
    return op->getOpOperand(firstInit + i);
  }
  bool isDefinedBefore(mlir::Value value) const {
    return !op->isAncestor(value.getParentRegion()->getParentOp());
  }
  /// Replaces the loop by a loop with additional loop-carried values, which
  /// each stage yields unchanged.
  CarryingLoop withCarries(mlir::RewriterBase &rewriter,
                           mlir::ValueRange inits) const;

private:
  mlir::Operation *op = nullptr;
  llvm::SmallVector<Stage, 2> allStages;
  unsigned firstInit = 0;
};

/// The uses of the memory of a value and of its aliases.
struct Uses {
  /// Collects the uses. Does not follow aliases that the stages of `loop`
  /// yield, and ignores the use `init`. Fails if an op may create unknown
  /// aliases.
  static mlir::FailureOr<Uses> of(mlir::Value value, const CarryingLoop &loop,
                                  mlir::OpOperand *init = nullptr);
  bool areYieldedOnlyAt(unsigned i) const {
    return llvm::all_of(yieldPositions,
                        [&](unsigned position) { return position == i; });
  }

  llvm::SmallVector<mlir::Operation *> users;
  llvm::SmallSetVector<unsigned, 4> yieldPositions;
};

/// The buffers that an iteration may yield: the loop-carried buffer or a new
/// allocation.
struct YieldedBuffers {
  /// The possible allocations. Several allocations are in mutually exclusive
  /// branches.
  llvm::SmallVector<mlir::memref::AllocOp, 1> allocations;
  bool mayBeCarry = false;
};

/// Returns the possible buffers of `value`, which `stage` yields: the argument
/// `carry` or new allocations. Fails if `value` may be a different buffer.
mlir::FailureOr<YieldedBuffers>
findYieldedBuffers(mlir::Value value, mlir::Value carry, const Stage &stage);

/// Emits a boolean that is true if `value` is a new allocation and false if
/// `value` is the buffer `carry`. Requires that findYieldedBuffers succeeds.
mlir::Value createIsNewAllocation(mlir::OpBuilder &builder, mlir::Location loc,
                                  mlir::Value value, mlir::Value carry,
                                  const Stage &stage);

/// Returns true if only the loop and ops before the loop use the memory of the
/// initial value `value`. Ignores the use `init`.
bool isUsedOnlyByLoop(mlir::Value value, const CarryingLoop &loop,
                      mlir::OpOperand &init);

} // namespace sg

#endif // SG_LIB_CODEGEN_BUFFERIZATION_LOOPCARRIEDBUFFERS_H
