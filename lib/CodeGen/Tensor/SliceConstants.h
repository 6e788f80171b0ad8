//===- SliceConstants.h - Constant operands of slices -----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_TENSOR_SLICECONSTANTS_H
#define SG_LIB_CODEGEN_TENSOR_SLICECONSTANTS_H

#include "mlir/IR/PatternMatch.h"

namespace sg {

/// Adds patterns that make constant offsets, sizes and strides static in
/// tensor.extract_slice, tensor.insert_slice, tensor.parallel_insert_slice and
/// memref.subview. An op that drops dimensions still drops the same dimensions.
void populateSlicePatterns(mlir::RewritePatternSet &patterns);

} // namespace sg

#endif // SG_LIB_CODEGEN_TENSOR_SLICECONSTANTS_H
