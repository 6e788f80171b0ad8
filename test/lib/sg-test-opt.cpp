//===- sg-test-opt.cpp - sg-opt with extensions for tests -----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestPasses.h"
#include "mlir/IR/DialectRegistry.h"
#include "sg/Pipelines/OptMain.h"
#include "sg/Register.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  sg::registerAll(registry);
  sg::test::registerAnalysisPasses();
  sg::test::registerGoWrongPass();
  sg::test::registerWave(registry);
  sg::test::registerWavePasses();
  return sg::runOptMain(argc, argv, "sg test driver\n", registry);
}
