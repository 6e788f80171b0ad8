//===- sg-test-reduce.cpp - sg-reduce with extensions for tests -----------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReduceGreedily.h"
#include "ReduceMain.h"
#include "TestPasses.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "sg/Register.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  sg::registerAll(registry);
  sg::reduce::registerReduceGreedily();
  sg::test::registerWave(registry);
  mlir::MLIRContext context(registry);
  return sg::reduce::runReduceMain(argc, argv, context);
}
