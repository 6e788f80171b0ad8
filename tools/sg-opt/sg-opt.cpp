//===- sg-opt.cpp - mlir-opt with the grad dialect ------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/Passes.h"
#include "Dialect/Grad/IR/Grad.h"
#include "Rules/Rules.h"
#include "Transforms/Passes.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllPasses();
  registry.insert<sg::grad::GradDialect>();
  sg::rules::registerAllRules(registry);
  sg::grad::registerSGTransformsPasses();
  sg::grad::registerSGConversionPasses();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "sg optimizer driver\n", registry));
}
