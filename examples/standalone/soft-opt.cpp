//===- soft-opt.cpp - mlir-opt with sg and the dialect soft ---------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Soft.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "sg/AD/Register.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllPasses();
  sg::registerAD(registry);
  sg::registerADPasses();
  registry.insert<soft::SoftDialect>();
  mlir::registerPass(soft::createSoftToMath);
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "soft optimizer driver\n", registry));
}
