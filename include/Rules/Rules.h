//===- Rules.h - Derivative rules of upstream dialects ----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_RULES_RULES_H
#define SG_RULES_RULES_H

#include "mlir/IR/DialectRegistry.h"

namespace sg::rules {

/// Each function registers the rules of one dialect, to be attached when the
/// dialect is loaded. registerAD (sg/AD/Register.h) calls all these functions.
void registerArithRules(mlir::DialectRegistry &registry);
void registerFuncRules(mlir::DialectRegistry &registry);
void registerGradRules(mlir::DialectRegistry &registry);
void registerLinalgRules(mlir::DialectRegistry &registry);
void registerMathRules(mlir::DialectRegistry &registry);
void registerSCFRules(mlir::DialectRegistry &registry);
void registerTensorRules(mlir::DialectRegistry &registry);
void registerVectorRules(mlir::DialectRegistry &registry);

} // namespace sg::rules

#endif // SG_RULES_RULES_H
