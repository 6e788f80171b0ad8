//===- TripStacks.h - Stacks of residuals per iteration ---------*- C++ -*-===//
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

/// A stack for one value of a loop's body: a tensor with an additional
/// dimension for the iterations. Each primal iteration writes the value, and
/// the corresponding reverse iteration reads it.
class TripStack {
public:
  using StandIn = mlir::UnrealizedConversionCastOp;

  /// Returns true for types that a stack can hold: tensors, vectors of fixed
  /// size, and scalars.
  static bool holds(mlir::Type type);

  /// Creates an uninitialized stack before the loop for the value of `standIn`.
  /// `shape` is the shape of a tensor. Emits an error if no stack can hold the
  /// value.
  static mlir::FailureOr<TripStack>
  create(mlir::scf::ForOp loop, LoopInvariants &invariants, StandIn standIn,
         mlir::OpFoldResult trips, llvm::ArrayRef<mlir::OpFoldResult> shape);

  /// Writes the value of iteration `trip` to `running`, the current stack.
  /// Returns the updated stack.
  mlir::Value push(mlir::OpBuilder &b, mlir::Location loc, mlir::Value trip,
                   mlir::Value running);

  /// Reads the value of iteration `trip`, which has the shape `shape`, from
  /// `full`, the stack after the primal loop.
  mlir::Value top(mlir::OpBuilder &b, mlir::Location loc, mlir::Value trip,
                  mlir::Value full, llvm::ArrayRef<mlir::OpFoldResult> shape);

  StandIn standIn;
  mlir::Value initial;
  /// Sizes of an entry, known before the loop; empty for a scalar.
  llvm::SmallVector<mlir::OpFoldResult> shape;

private:
  explicit TripStack(StandIn standIn);

  /// Type of an entry in the stack; null for a scalar.
  mlir::RankedTensorType entry;
};

} // namespace sg::rules

#endif // SG_RULES_TRIPSTACKS_H
