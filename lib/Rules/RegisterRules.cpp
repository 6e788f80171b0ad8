//===- RegisterRules.cpp - All derivative rules ---------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Rules/Rules.h"

void sg::rules::registerAllRules(mlir::DialectRegistry &registry) {
  registerArithRules(registry);
  registerFuncRules(registry);
  registerGradRules(registry);
  registerLinalgRules(registry);
  registerMathRules(registry);
  registerSCFRules(registry);
  registerTensorRules(registry);
  registerVectorRules(registry);
}
