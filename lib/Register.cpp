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
#include "sg/AD/Register.h"
#include "sg/CodeGen/Passes.h"
#include "sg/Config.h"
#include "sg/Conversion/FrontendDialects.h"
#include "sg/Diagnostics/Passes.h"
#include "sg/Dialect/Runtime/IR/Runtime.h"
#include "sg/Freeze/Passes.h"
#include "sg/Pipelines/Pipelines.h"
#include "sg/TransformOps/GradTransformOps.h"
#if SG_ENABLE_CUDA
#include "sg/CodeGen/GPU/Host/LaunchEffects.h"
#endif

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
#if SG_ENABLE_CUDA
  registerLaunchEffects(registry);
#endif
  registry.insert<runtime::RuntimeDialect>();
  registerFrontendDialects(registry);
  registerAD(registry);
  grad::registerGradTransformOps(registry);
}

void sg::registerOwnPasses() {
  registerADPasses();
  grad::registerSGDiagnosticsPasses();
  grad::registerSGFreezePasses();
  registerSGCodeGenPasses();
  registerPipelines();
}
