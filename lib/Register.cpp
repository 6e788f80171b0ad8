//===- Register.cpp - Everything in one place -----------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Register.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "sg/CodeGen/GPU/Host/LaunchEffects.h"
#include "sg/CodeGen/Passes.h"
#include "sg/Conversion/Passes.h"
#include "sg/Dialect/Grad/IR/Grad.h"
#include "sg/Pipelines/Pipelines.h"
#include "sg/Rules/Rules.h"
#include "sg/TransformOps/GradTransformOps.h"
#include "sg/Transforms/Passes.h"

void sg::registerAll(mlir::DialectRegistry &registry) {
  sg::registerAllDialects(registry);
  sg::registerAllPasses();
}

void sg::registerAllDialects(mlir::DialectRegistry &registry) {
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  // Kernels are translated by a pass.
  mlir::registerAllGPUToLLVMIRTranslations(registry);
  registerOwnDialects(registry);
}

void sg::registerAllPasses() {
  mlir::registerAllPasses();
  registerOwnPasses();
}

void sg::registerOwnDialects(mlir::DialectRegistry &registry) {
  registerLaunchEffects(registry);
  registry.insert<grad::GradDialect>();
  rules::registerAllRules(registry);
  grad::registerGradTransformOps(registry);
}

void sg::registerOwnPasses() {
  grad::registerSGTransformsPasses();
  grad::registerSGConversionPasses();
  registerSGCodeGenPasses();
  registerPipelines();
}
