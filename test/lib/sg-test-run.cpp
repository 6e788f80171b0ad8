//===- sg-test-run.cpp - sg-run with extensions for tests -----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestPasses.h"
#include "Tool.h"
#include "mlir/Pass/Pass.h"

static void buildLowering(mlir::OpPassManager &pm) {
  // For native code the dialect contributes its lowering to the pipeline. For
  // the reference, which has a separate lowering, this is the only pass.
  if (pm.empty())
    pm.addPass(sg::test::createLowerWave(/*isNative=*/false));
}

int main(int argc, char **argv) {
  sg::run::Extension wave = {sg::test::registerWave, buildLowering};
  return sg::run::runTool(argc, argv, &wave);
}
