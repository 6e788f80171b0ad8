//===- SharedLoops.h - Loops whose iterations threads share -----*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads can share the iterations of a loop if none of them writes what
// another one accesses. That is so where all accesses to what is written are at
// elements of their own: in one dimension of that memory the index is that of
// the iteration, or differs from it by what is the same for all. In a nest
// of loops an inner loop can be shared even where the outer one cannot: each
// thread then goes through the outer loop by itself, so that each element is
// written in the order of the program.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_GPU_KERNELS_SHAREDLOOPS_H
#define SG_LIB_CODEGEN_GPU_KERNELS_SHAREDLOOPS_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace sg {

/// Makes loops of an `scf.forall`, of which it is known that no iteration
/// writes what another one accesses.
void expandForall(mlir::scf::ForallOp op);

/// Forgets what was known of loops.
void eraseMarks(mlir::Operation *root);

/// An element that becomes the sum of what it was and something else.
struct Addition {
  mlir::memref::LoadOp load;
  mlir::Operation *sum;
  mlir::memref::StoreOp store;
};

struct SharedLoops {
  /// Those loops of a nest that threads can share, from the outside in. All
  /// that is written is written in the innermost of them.
  llvm::SmallVector<mlir::scf::ForOp> loops;
  /// What has to be atomic, then.
  llvm::SmallVector<Addition> additions;
  /// The other loops, and why they are not shared.
  llvm::SmallVector<std::pair<mlir::scf::ForOp, llvm::StringRef>> others;
};

/// Of `root` and the loops in it. With `anyOrder` floats may be added up in any
/// order.
SharedLoops findSharedLoops(mlir::Operation *root, bool anyOrder);

/// Adds by an atomic op.
void makeAtomic(const Addition &addition);

} // namespace sg

#endif // SG_LIB_CODEGEN_GPU_KERNELS_SHAREDLOOPS_H
