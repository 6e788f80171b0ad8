//===- SharedLoops.h - Loops that threads can share -------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads can share the iterations of a loop if no iteration writes an element
// that another iteration accesses. A sufficient condition is that each written
// memref has a dimension with the same index in all accesses. This index is the
// induction variable plus a value that is invariant in the nest. Threads can
// share an inner loop even if each thread must execute the outer loop.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_GPU_KERNELS_SHAREDLOOPS_H
#define SG_LIB_CODEGEN_GPU_KERNELS_SHAREDLOOPS_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace sg {

/// Expands an `scf.forall` to scf.for loops that are marked as independent.
void expandForall(mlir::scf::ForallOp op);

/// Erases the marks of independent loops.
void eraseIndependentAttrs(mlir::Operation *root);

/// An addition to an element in memory.
struct Addition {
  mlir::memref::LoadOp load;
  mlir::Operation *sum;
  mlir::memref::StoreOp store;
};

struct SharedLoops {
  /// The loops of a nest that threads can share, outermost first. All writes of
  /// the nest are in the innermost of these loops.
  llvm::SmallVector<mlir::scf::ForOp> loops;
  /// Additions that must be atomic if the loops are shared.
  llvm::SmallVector<Addition> additions;
  /// The other loops, each with the reason why threads cannot share the loop.
  llvm::SmallVector<std::pair<mlir::scf::ForOp, llvm::StringRef>> rejectedLoops;
};

/// Analyzes `root` and the loops in `root`. If `anyOrder` is true, floats may
/// be added in any order.
SharedLoops findSharedLoops(mlir::Operation *root, bool anyOrder);

/// Replaces the addition by a memref.atomic_rmw.
void makeAtomic(const Addition &addition);

} // namespace sg

#endif // SG_LIB_CODEGEN_GPU_KERNELS_SHAREDLOOPS_H
