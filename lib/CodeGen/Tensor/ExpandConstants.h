//===- ExpandConstants.h - Constant sizes of tensor.expand_shape *- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_TENSOR_EXPANDCONSTANTS_H
#define SG_LIB_CODEGEN_TENSOR_EXPANDCONSTANTS_H

#include "mlir/IR/PatternMatch.h"

namespace sg {

/// Puts a pattern that makes constant sizes of tensor.expand_shape static in
/// the place of upstream's, `ConvertToStaticExpandShape`. That one crashes if a
/// size is static in `static_output_shape` and not in the type, which is what
/// upstream's composition of reshapes makes of constants (22.1.8).
void populateExpandConstantPatterns(mlir::RewritePatternSet &patterns);

} // namespace sg

#endif // SG_LIB_CODEGEN_TENSOR_EXPANDCONSTANTS_H
