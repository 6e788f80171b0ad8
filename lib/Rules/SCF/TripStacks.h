//===- TripStacks.h - What each trip of a loop keeps ------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_RULES_TRIPSTACKS_H
#define SG_RULES_TRIPSTACKS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "sg/StructuredOps/LoopInvariants.h"

namespace sg::rules {

/// A tensor with one more dimension than a value of the loop's body, for the
/// trips: the primal loop writes the value of each trip, the reverse loop reads
/// it.
class TripStack {
public:
  using StandIn = mlir::UnrealizedConversionCastOp;

  /// Whether values of this type can be kept: tensors, vectors of fixed size,
  /// numbers.
  static bool holds(mlir::Type type);

  /// An empty stack in front of the loop for what `standIn` stands for, whose
  /// shape, if it is a tensor, is `shape`. An error if there is none.
  static mlir::FailureOr<TripStack>
  create(mlir::scf::ForOp loop, LoopInvariants &invariants, StandIn standIn,
         mlir::OpFoldResult trips, llvm::ArrayRef<mlir::OpFoldResult> shape);

  /// The stack with the value of trip `trip`.
  mlir::Value push(mlir::OpBuilder &b, mlir::Location loc, mlir::Value trip,
                   mlir::Value running);

  /// The value of trip `trip` in the stack `full`, of this shape.
  mlir::Value top(mlir::OpBuilder &b, mlir::Location loc, mlir::Value trip,
                  mlir::Value full, llvm::ArrayRef<mlir::OpFoldResult> shape);

  StandIn standIn;
  mlir::Value initial;
  /// The sizes of an entry, known in front of the loop; none of a number.
  llvm::SmallVector<mlir::OpFoldResult> shape;

private:
  explicit TripStack(StandIn standIn);

  /// What an entry is in the stack; null for a number.
  mlir::RankedTensorType entry;
};

} // namespace sg::rules

#endif // SG_RULES_TRIPSTACKS_H
