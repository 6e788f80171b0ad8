//===- Sections.h - The sections of the table -------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_ARRAYOPS_SECTIONS_H
#define SG_LIB_ARRAYOPS_SECTIONS_H

#include "sg/ArrayOps/ArrayOps.h"

namespace sg::array {

llvm::ArrayRef<ArrayOp> getCreationOperations();
llvm::ArrayRef<ArrayOp> getElementwiseOperations();
llvm::ArrayRef<ArrayOp> getComparisonOperations();
llvm::ArrayRef<ArrayOp> getShapeOperations();
llvm::ArrayRef<ArrayOp> getReductionOperations();
llvm::ArrayRef<ArrayOp> getProductOperations();
llvm::ArrayRef<ArrayOp> getDerivativeOperations();

/// Returns the sections in the order of the documentation.
llvm::SmallVector<llvm::ArrayRef<ArrayOp>> getSections();

} // namespace sg::array

#endif // SG_LIB_ARRAYOPS_SECTIONS_H
