//===- ExpandConstants.h - Static sizes of expand_shape ---------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_TENSOR_EXPANDCONSTANTS_H
#define SG_LIB_CODEGEN_TENSOR_EXPANDCONSTANTS_H

#include "mlir/IR/PatternMatch.h"

namespace sg {

/// Adds a pattern that makes constant sizes of tensor.expand_shape static.
/// Upstream's pattern `ConvertToStaticExpandShape` crashes if a size is static
/// in `static_output_shape` but dynamic in the type. Upstream's composition of
/// reshapes creates such ops from constants (22.1.8).
void populateExpandShapeConstantPatterns(mlir::RewritePatternSet &patterns);

} // namespace sg

#endif // SG_LIB_CODEGEN_TENSOR_EXPANDCONSTANTS_H
