//===- SoftmaxRule.h - Derivative rule of linalg.softmax --------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_RULES_SOFTMAXRULE_H
#define SG_RULES_SOFTMAXRULE_H

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace sg::rules {
void attachSoftmaxRule(mlir::MLIRContext *context);
} // namespace sg::rules

#endif // SG_RULES_SOFTMAXRULE_H
