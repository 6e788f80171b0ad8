//===- VectorizedAccess.h - Vector accesses of threads ----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses the vector width and the collapsed loops of an elementwise kernel. A
// thread then accesses contiguous elements of an operand, or one element.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_GPU_KERNELS_VECTORIZEDACCESS_H
#define SG_LIB_CODEGEN_GPU_KERNELS_VECTORIZEDACCESS_H

#include "sg/CodeGen/Analysis/FusionGroups.h"
#include <vector>

namespace sg {

/// The access of a thread to an operand.
struct WideAccess {
  explicit WideAccess(mlir::OpOperand &operand) : operand(&operand) {}

  mlir::OpOperand *operand;
  /// True if iterations access contiguous elements, false if the same element.
  bool isContiguous = false;

  mlir::Type getElement() const;
  int64_t getElementBytes() const;
  /// Returns true if elements are accessed as vectors.
  bool isVector() const;
};

/// An op whose inner loops are collapsed into one loop.
struct WideOp {
  mlir::linalg::LinalgOp op;
  llvm::SmallVector<unsigned> outerLoops, collapsedLoops;
  /// The accesses to all operands.
  llvm::SmallVector<WideAccess> accesses;
};

/// Collapses the largest possible number of inner loops. Returns an empty
/// vector if an op of `group` is not elementwise or no loop can be collapsed.
std::vector<WideOp> findWideOps(const FusionGroup &group);

/// Returns the vector width for memory aligned to `alignment` bytes, or 1 if
/// vectors do not pay off.
int64_t chooseWidth(llvm::MutableArrayRef<WideOp> ops, unsigned alignment);

/// Returns the reassociation that collapses the dimensions from `first` on.
llvm::SmallVector<mlir::ReassociationIndices>
collapseFrom(mlir::MemRefType type, int64_t first);

} // namespace sg

#endif // SG_LIB_CODEGEN_GPU_KERNELS_VECTORIZEDACCESS_H
