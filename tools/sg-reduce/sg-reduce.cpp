//===- sg-reduce.cpp - The mlir-reduce of this project --------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReduceGreedily.h"
#include "ReduceMain.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "sg/Register.h"
#include "sg/Support/ToolVersion.h"

int main(int argc, char **argv) {
  sg::announceVersion();
  mlir::DialectRegistry registry;
  sg::registerAll(registry);
  sg::reduce::registerReduceGreedily();
  mlir::MLIRContext context(registry);
  return sg::reduce::runReduceMain(argc, argv, context);
}
