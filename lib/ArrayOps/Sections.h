//===- Sections.h - The sections of the table -------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_ARRAYOPS_SECTIONS_H
#define SG_LIB_ARRAYOPS_SECTIONS_H

#include "sg/ArrayOps/ArrayOp.h"

namespace sg::array {

llvm::ArrayRef<ArrayOp> getCreationOps();
llvm::ArrayRef<ArrayOp> getElementwiseOps();
llvm::ArrayRef<ArrayOp> getComplexOps();
llvm::ArrayRef<ArrayOp> getFloatOps();
llvm::ArrayRef<ArrayOp> getBitOps();
llvm::ArrayRef<ArrayOp> getSpecialOps();
llvm::ArrayRef<ArrayOp> getActivationOps();
llvm::ArrayRef<ArrayOp> getComparisonOps();
llvm::ArrayRef<ArrayOp> getShapeOps();
llvm::ArrayRef<ArrayOp> getSliceOps();
llvm::ArrayRef<ArrayOp> getGatherOps();
llvm::ArrayRef<ArrayOp> getReductionOps();
llvm::ArrayRef<ArrayOp> getScanOps();
llvm::ArrayRef<ArrayOp> getSearchOps();
llvm::ArrayRef<ArrayOp> getSortOps();
llvm::ArrayRef<ArrayOp> getProductOps();
llvm::ArrayRef<ArrayOp> getWindowOps();
llvm::ArrayRef<ArrayOp> getRandomOps();
llvm::ArrayRef<ArrayOp> getDistributionOps();
llvm::ArrayRef<ArrayOp> getDerivativeOps();

/// Returns the sections in the order of the documentation.
llvm::SmallVector<llvm::ArrayRef<ArrayOp>> getSections();

} // namespace sg::array

#endif // SG_LIB_ARRAYOPS_SECTIONS_H
