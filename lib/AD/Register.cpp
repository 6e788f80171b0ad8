//===- Register.cpp - Registration of differentiation ---------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/AD/Register.h"
#include "sg/Conversion/Passes.h"
#include "sg/Dialect/Grad/IR/Grad.h"
#include "sg/Rules/Rules.h"
#include "sg/Transforms/Passes.h"

void sg::registerAD(mlir::DialectRegistry &registry) {
  registry.insert<grad::GradDialect>();
  rules::registerArithRules(registry);
  rules::registerFuncRules(registry);
  rules::registerGradRules(registry);
  rules::registerLinalgRules(registry);
  rules::registerMathRules(registry);
  rules::registerSCFRules(registry);
  rules::registerTensorRules(registry);
  rules::registerVectorRules(registry);
}

void sg::registerADPasses() {
  grad::registerSGTransformsPasses();
  grad::registerSGConversionPasses();
}
