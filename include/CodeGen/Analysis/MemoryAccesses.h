//===- MemoryAccesses.h - Memory that ops read and write -------*- C++ -*--===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Used to reorder ops in a bufferized program. Two ops may be swapped unless
// one writes memory that the other accesses.
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_ANALYSIS_MEMORYACCESSES_H
#define SG_CODEGEN_ANALYSIS_MEMORYACCESSES_H

#include "mlir/IR/Operation.h"

namespace mlir::func {
class CallOp;
} // namespace mlir::func

namespace sg {

/// Returns the allocation, argument or global from which `memref` is derived by
/// views and casts, following them as far as possible.
mlir::Value getMemory(mlir::Value memref);

/// Returns true if the memrefs may share an element within one iteration of the
/// loops that contain both.
bool mayShareMemory(mlir::Value a, mlir::Value b);

/// The memory that an op accesses, including ops in its regions.
class MemoryAccesses {
public:
  explicit MemoryAccesses(mlir::Operation *op);
  /// Collects the accesses of the ops in the regions.
  explicit MemoryAccesses(llvm::MutableArrayRef<mlir::Region> regions);

  /// Returns true if the ops must not be reordered.
  bool conflictWith(const MemoryAccesses &other) const;
  /// Returns true if `memref` may be read or written.
  bool mayAccess(mlir::Value memref) const;

private:
  void add(mlir::Operation *op);
  void addCall(mlir::func::CallOp call);

  /// True if there is an effect other than reading or writing a known memref.
  bool isUnknown = false;
  /// True if a function is called. It may access its operands, and memory known
  /// outside of the caller.
  bool hasCalls = false;
  /// True if the program may leave the ops early, by a call or a failed
  /// assertion.
  bool mayEnd = false;
  llvm::SmallVector<mlir::Value> read, written;
};

} // namespace sg

#endif // SG_CODEGEN_ANALYSIS_MEMORYACCESSES_H
