//===- DoubleBufferedCarry.h - Double-buffered carries ----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_BUFFERIZATION_DOUBLEBUFFEREDCARRY_H
#define SG_LIB_CODEGEN_BUFFERIZATION_DOUBLEBUFFEREDCARRY_H

#include "LoopCarriedBuffers.h"

namespace sg {

/// The index of a loop-carried value among the arguments of each stage.
using CarryPositions = llvm::ArrayRef<unsigned>;

/// Returns the index of the loop-carried value among the values that `stage`
/// yields.
inline unsigned getNextPosition(CarryPositions positions, unsigned stage) {
  return positions[(stage + 1) % positions.size()];
}

/// A loop-carried memref whose allocations inside the loop can be replaced by
/// two buffers allocated before the loop.
struct DoubleBufferedCarry {
  /// Returns the loop-carried memref at `positions`, or std::nullopt if two
  /// buffers cannot replace its allocations.
  static std::optional<DoubleBufferedCarry> match(const CarryingLoop &loop,
                                                  CarryPositions positions);

  mlir::memref::AllocOp front() const { return allocations.front(); }
  /// Returns a bit mask of the stages that always yield a new allocation.
  /// Returns std::nullopt if a stage yields a new allocation only
  /// conditionally.
  std::optional<unsigned> getSwappingStages() const;
  /// Emits an allocation before the loop, with the type and sizes of
  /// `allocations`. Uses size 0 if the loop has no iteration, because the sizes
  /// may then be undefined.
  mlir::Value allocateBeforeLoop(mlir::OpBuilder &b,
                                 const CarryingLoop &loop) const;

  llvm::SmallVector<unsigned, 2> positions;
  /// The buffers that each stage may yield.
  llvm::SmallVector<YieldedBuffers, 2> yielded;
  llvm::SmallVector<mlir::memref::AllocOp, 2> allocations;
  /// True if the loop may overwrite the memory of the initial value.
  bool mayOverwriteInit = false;
};

} // namespace sg

#endif // SG_LIB_CODEGEN_BUFFERIZATION_DOUBLEBUFFEREDCARRY_H
