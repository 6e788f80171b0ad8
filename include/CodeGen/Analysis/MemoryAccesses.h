//===- MemoryAccesses.h - Which memory ops read and write -------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For ops that change places in a bufferized program: two of them may, unless
// one writes what the other one accesses.
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_ANALYSIS_MEMORYACCESSES_H
#define SG_CODEGEN_ANALYSIS_MEMORYACCESSES_H

#include "mlir/IR/Operation.h"

namespace mlir::func {
class CallOp;
} // namespace mlir::func

namespace sg {

/// What `memref` is part of: the allocation, argument or global behind views
/// and casts, as far as it can be seen.
mlir::Value getMemory(mlir::Value memref);

/// Whether the memrefs may have an element in common, in one round of the loops
/// that both are in.
bool mayShareMemory(mlir::Value a, mlir::Value b);

/// What an op accesses, ops in its regions included.
class MemoryAccesses {
public:
  explicit MemoryAccesses(mlir::Operation *op);
  /// What the ops in the regions access.
  explicit MemoryAccesses(llvm::MutableArrayRef<mlir::Region> regions);

  /// Whether the ops have to stay in this order.
  bool conflictWith(const MemoryAccesses &other) const;
  /// Whether `memref` may be read or written.
  bool mayAccess(mlir::Value memref) const;

private:
  void add(mlir::Operation *op);
  void addCall(mlir::func::CallOp call);

  /// Whether an effect is not that of reading or writing a known memref.
  bool isUnknown = false;
  /// Whether a function is called, which accesses what it is given, and what is
  /// known elsewhere.
  bool hasCalls = false;
  /// Whether the program may go on elsewhere, by a call or a failed assertion.
  bool mayEnd = false;
  llvm::SmallVector<mlir::Value> read, written;
};

} // namespace sg

#endif // SG_CODEGEN_ANALYSIS_MEMORYACCESSES_H
