//===- LowerToCPU.cpp - Compile to native code ----------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Stages.h"
#include "mlir/Pass/PassRegistry.h"
#if SG_ENABLE_CUDA
#include "DeviceProgram.h"
#endif

using namespace mlir;

void sg::buildLowerToCPUPipeline(OpPassManager &pm,
                                 const LowerToCPUOptions &options) {
  buildExpandPipeline(pm);
  buildFusion(pm, options.checks);
  ExportFunctionsOptions exportOptions;
  exportOptions.donated.assign(options.donated.begin(), options.donated.end());
  buildBufferization(pm, exportOptions, options.checks);
  DistributeToThreadsOptions sharing;
  sharing.threads = options.threads;
  sharing.leastWork = options.leastWork;
  buildLoops(pm, options.vectorBits, sharing);
  buildConversionToLLVM(pm, /*onDevice=*/false);
}

void sg::registerPipelines() {
  PassPipelineRegistration<LowerToCPUOptions>(
      "sg-lower-to-cpu",
      "Compile a program with derivative requests to the LLVM dialect, with "
      "a native entry point for each public function",
      buildLowerToCPUPipeline);
#if SG_ENABLE_CUDA
  registerDevicePipelines();
#endif
}
