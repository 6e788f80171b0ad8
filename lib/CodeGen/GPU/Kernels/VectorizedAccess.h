//===- VectorizedAccess.h - What is next to each other --------------*- C++
//-*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In which order a thread of a kernel of elementwise ops has neighbouring
// elements of all operands, and how many of them it can access at once.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_GPU_KERNELS_VECTORIZEDACCESS_H
#define SG_LIB_CODEGEN_GPU_KERNELS_VECTORIZEDACCESS_H

#include "sg/CodeGen/Analysis/FusionGroups.h"
#include <vector>

namespace sg {

/// How threads access an operand.
struct WideAccess {
  explicit WideAccess(mlir::OpOperand &operand) : operand(&operand) {}

  mlir::OpOperand *operand;
  /// Whether neighbouring iterations have neighbouring elements; if not, they
  /// have the same one.
  bool isPacked = false;

  mlir::Type getElement() const;
  int64_t getBytes() const;
  /// Whether elements are accessed as vectors.
  bool isVector() const;
};

/// An op whose inner loops are one.
struct WideOp {
  mlir::linalg::LinalgOp op;
  llvm::SmallVector<unsigned> outer, collapsed;
  /// Of all operands.
  llvm::SmallVector<WideAccess> accesses;
};

/// The ops of `group` with as many loops as possible collapsed, the same in all
/// of them. None if they are not elementwise, or neighbouring elements of one
/// operand are not neighbours in another.
std::vector<WideOp> findWideOps(const FusionGroup &group);

/// How many elements a thread of `ops` can access at once where memory begins
/// at a multiple of `alignment` bytes: 1, if it is not worth it.
int64_t chooseWidth(llvm::MutableArrayRef<WideOp> ops, unsigned alignment);

/// The dimensions of `type` from `first` on as one.
llvm::SmallVector<mlir::ReassociationIndices>
collapseFrom(mlir::MemRefType type, int64_t first);

} // namespace sg

#endif // SG_LIB_CODEGEN_GPU_KERNELS_VECTORIZEDACCESS_H
