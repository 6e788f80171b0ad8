//===- LoopCarriedBuffers.h - The memory that a loop carries ----*- C++ -*-===//
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

/// Carries get layouts that hide where their memory comes from.
mlir::Value skipCasts(mlir::Value value);

/// A block that a loop runs, whose terminator yields the arguments of the next
/// one. Indices do not count what is not carried: an induction variable, a
/// condition.
struct Stage {
  mlir::ValueRange arguments() const {
    return block->getArguments().drop_front(skippedArguments);
  }
  mlir::Operation *end() const { return block->getTerminator(); }
  mlir::OpOperand &handsOn(unsigned i) const {
    return end()->getOpOperand(skippedOperands + i);
  }
  /// What is yielded, rather than a copy of it that is made for that only.
  mlir::Value handedOn(unsigned i) const;
  /// Yields `value` instead, which leaves nothing to copy.
  void handOn(mlir::RewriterBase &rewriter, unsigned i,
              mlir::Value value) const;
  bool contains(mlir::Operation *op) const {
    return block->getParent()->isAncestor(op->getParentRegion());
  }

  mlir::Block *block;
  unsigned skippedArguments, skippedOperands;
};

/// An scf.for, which has one stage, or an scf.while, which has two. The inits
/// are those of the first stage; the results are what the condition, or else
/// the only stage, yields.
class CarryingLoop {
public:
  /// Null for other ops.
  explicit CarryingLoop(mlir::Operation *op);
  explicit operator bool() const { return op; }
  mlir::Operation *operator->() const { return op; }
  mlir::Operation *get() const { return op; }

  llvm::ArrayRef<Stage> stages() const { return allStages; }
  mlir::OpOperand &init(unsigned i) const {
    return op->getOpOperand(firstInit + i);
  }
  bool isDefinedInFront(mlir::Value value) const {
    return !op->isAncestor(value.getParentRegion()->getParentOp());
  }
  /// Replaces the loop by one with further carries that stay what they are.
  CarryingLoop withCarries(mlir::RewriterBase &rewriter,
                           mlir::ValueRange inits) const;

private:
  mlir::Operation *op = nullptr;
  llvm::SmallVector<Stage, 2> allStages;
  unsigned firstInit = 0;
};

/// The uses of the memory of a value, from there on.
struct Uses {
  /// What the stages of `loop` yield is not followed, nor is `init`.
  static mlir::FailureOr<Uses> of(mlir::Value value, const CarryingLoop &loop,
                                  mlir::OpOperand *init = nullptr);
  bool areHandedOnOnlyAt(unsigned i) const {
    return llvm::all_of(handedOn, [&](unsigned place) { return place == i; });
  }

  llvm::SmallVector<mlir::Operation *> users;
  llvm::SmallSetVector<unsigned, 4> handedOn;
};

/// The memory that an iteration may yield: that of the carry, or new memory.
struct NextValue {
  /// More than one if they are in branches that exclude each other.
  llvm::SmallVector<mlir::memref::AllocOp, 1> allocations;
  bool mayBeCarry = false;
};

/// What a stage makes of its argument `carry`, if `value` is that.
mlir::FailureOr<NextValue> getNext(mlir::Value value, mlir::Value carry,
                                   const Stage &stage);

/// Whether `value`, of which getNext knows, is new memory, rather than the
/// carry's.
mlir::Value createIsNew(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value value, mlir::Value carry,
                        const Stage &stage);

/// Whether nobody but the loop uses the memory with which a carry begins from
/// the loop on.
bool isTakenOver(mlir::Value value, const CarryingLoop &loop,
                 mlir::OpOperand &init);

} // namespace sg

#endif // SG_LIB_CODEGEN_BUFFERIZATION_LOOPCARRIEDBUFFERS_H
