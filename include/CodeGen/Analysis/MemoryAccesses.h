//===- MemoryAccesses.h - Memory that ops read and write --------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes that reorder ops of a bufferized program query this analysis. Two ops
// may be swapped unless one op may abort, or writes memory that the other op
// accesses.
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_ANALYSIS_MEMORYACCESSES_H
#define SG_CODEGEN_ANALYSIS_MEMORYACCESSES_H

#include "mlir/IR/Operation.h"

namespace mlir::func {
class CallOp;
} // namespace mlir::func

namespace sg {

/// Returns the value from which views and casts derive `memref`: an allocation,
/// argument or global, or the result of an unknown op.
mlir::Value getMemory(mlir::Value memref);

/// Returns true if the memrefs may share an element within one iteration of the
/// loops that contain both.
bool mayShareMemory(mlir::Value a, mlir::Value b);

/// The memory that an op accesses, including ops in its regions.
class MemoryAccesses {
public:
  explicit MemoryAccesses(mlir::Operation *op);
  explicit MemoryAccesses(llvm::MutableArrayRef<mlir::Region> regions);

  /// Returns true if the ops must not be reordered.
  bool conflictWith(const MemoryAccesses &other) const;
  bool mayAccess(mlir::Value memref) const;

private:
  void add(mlir::Operation *op);
  void addCall(mlir::func::CallOp call);

  /// True if an op has an effect other than reading or writing a known memref.
  bool isUnknown = false;
  /// True if an op calls a function. The callee may access the operands of the
  /// call, globals, and memory that outlives the caller.
  bool hasCalls = false;
  /// True if a call or a failed assertion may abort the execution.
  bool mayAbort = false;
  llvm::SmallVector<mlir::Value> read, written;
};

} // namespace sg

#endif // SG_CODEGEN_ANALYSIS_MEMORYACCESSES_H
