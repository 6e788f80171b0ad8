//===- DoubleBufferedCarry.h - A carry that gets two buffers ----*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_BUFFERIZATION_DOUBLEBUFFEREDCARRY_H
#define SG_LIB_CODEGEN_BUFFERIZATION_DOUBLEBUFFEREDCARRY_H

#include "LoopCarriedBuffers.h"

namespace sg {

/// The index of a carry among the arguments of each stage.
using CarryPositions = llvm::ArrayRef<unsigned>;

/// Its index among the values that `stage` yields.
inline unsigned getNextPosition(CarryPositions positions, unsigned stage) {
  return positions[(stage + 1) % positions.size()];
}

/// A carry to which iterations of a loop give new memory, which two buffers can
/// replace.
struct DoubleBufferedCarry {
  /// The carry that stands there, if its memory can be exchanged.
  static std::optional<DoubleBufferedCarry> match(const CarryingLoop &loop,
                                                  CarryPositions positions);

  mlir::memref::AllocOp front() const { return allocations.front(); }
  /// The stages that always give it new memory, a bit each; none if it may
  /// depend.
  std::optional<unsigned> getMovingStages() const;
  /// Memory like that of the carry in front of the loop, without elements if
  /// the loop has no iteration: its size need not mean anything then.
  mlir::Value allocateInFront(mlir::OpBuilder &b,
                              const CarryingLoop &loop) const;

  llvm::SmallVector<unsigned, 2> positions;
  /// What each stage makes of it.
  llvm::SmallVector<NextValue, 2> next;
  /// All of them.
  llvm::SmallVector<mlir::memref::AllocOp, 2> allocations;
  /// Whether the loop may write to what the carry begins with.
  bool isTakenOver = false;
};

} // namespace sg

#endif // SG_LIB_CODEGEN_BUFFERIZATION_DOUBLEBUFFEREDCARRY_H
