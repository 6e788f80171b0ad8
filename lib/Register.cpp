//===- Register.cpp - Everything in one place -----------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Register.h"
#include "CodeGen/LaunchEffects.h"
#include "CodeGen/Passes.h"
#include "Conversion/Passes.h"
#include "Dialect/Grad/IR/Grad.h"
#include "Pipelines/Pipelines.h"
#include "Rules/Rules.h"
#include "Transforms/Passes.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"

void sg::registerAllDialects(mlir::DialectRegistry &registry) {
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  // Kernels are translated by a pass.
  mlir::registerAllGPUToLLVMIRTranslations(registry);
  registerLaunchEffects(registry);
  registry.insert<grad::GradDialect>();
  rules::registerAllRules(registry);
}

void sg::registerAllPasses() {
  mlir::registerAllPasses();
  grad::registerSGTransformsPasses();
  grad::registerSGConversionPasses();
  registerSGCodeGenPasses();
  registerPipelines();
}
