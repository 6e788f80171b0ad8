//===- Sections.cpp - The sections of the table ---------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sections.h"

using namespace sg::array;

llvm::SmallVector<llvm::ArrayRef<ArrayOp>> sg::array::getSections() {
  return {getCreationOps(),     getElementwiseOps(), getComplexOps(),
          getFloatOps(),        getBitOps(),         getSpecialOps(),
          getActivationOps(),   getComparisonOps(),  getShapeOps(),
          getSliceOps(),        getGatherOps(),      getReductionOps(),
          getScanOps(),         getSearchOps(),      getSortOps(),
          getProductOps(),      getWindowOps(),      getRandomOps(),
          getDistributionOps(), getDerivativeOps()};
}
