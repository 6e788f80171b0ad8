//===- sg-opt.cpp - The mlir-opt of this project --------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/DialectRegistry.h"
#include "sg/Pipelines/OptMain.h"
#include "sg/Register.h"
#include "sg/Support/ToolVersion.h"

int main(int argc, char **argv) {
  sg::announceVersion();
  mlir::DialectRegistry registry;
  sg::registerAll(registry);
  return sg::runOptMain(argc, argv, "sg optimizer driver\n", registry);
}
