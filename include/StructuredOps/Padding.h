//===- Padding.h - Padding sizes and their validity -------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_STRUCTUREDOPS_PADDING_H
#define SG_STRUCTUREDOPS_PADDING_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace sg {

/// Returns true if a constant padding size of `op` is negative. Upstream's
/// verifier accepts such an invalid op.
inline bool hasNegativePadding(mlir::tensor::PadOp op) {
  auto isNegative = [](int64_t size) {
    return mlir::ShapedType::isStatic(size) && size < 0;
  };
  return llvm::any_of(op.getStaticLow(), isNegative) ||
         llvm::any_of(op.getStaticHigh(), isNegative);
}

/// Returns the padding sizes. Only the op's static sizes become attributes.
/// (PadOp::getMixedLowPad also folds constant operands, but returns a
/// non-integer attribute for ub.poison.)
inline llvm::SmallVector<mlir::OpFoldResult>
getLowPadding(mlir::tensor::PadOp op) {
  return mlir::getMixedValues(op.getStaticLow(), op.getLow(), op.getContext());
}
inline llvm::SmallVector<mlir::OpFoldResult>
getHighPadding(mlir::tensor::PadOp op) {
  return mlir::getMixedValues(op.getStaticHigh(), op.getHigh(),
                              op.getContext());
}

} // namespace sg

#endif // SG_STRUCTUREDOPS_PADDING_H
