//===- TensorRules.h - Parts of the rules of the tensor dialect -*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_RULES_TENSORRULES_H
#define SG_RULES_TENSORRULES_H

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace sg::rules {

/// Attaches the rules of cast, concat, from_elements, splat and reshapes.
void attachTensorShapeRules(mlir::MLIRContext *context);
/// Attaches the rules of extract, insert, slices of both kinds, and pad.
void attachTensorSliceRules(mlir::MLIRContext *context);

} // namespace sg::rules

#endif // SG_RULES_TENSORRULES_H
