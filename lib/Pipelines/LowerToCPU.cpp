//===- LowerToCPU.cpp - From requests to native code ----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Stages.h"
#include "mlir/Pass/PassRegistry.h"

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
      "From a program with requests for derivatives to the LLVM dialect, with "
      "a native entry point for each public function",
      buildLowerToCPUPipeline);
  PassPipelineRegistration<LowerToNVVMOptions>(
      "sg-lower-to-nvvm",
      "From a program with requests for derivatives to the LLVM dialect, with "
      "kernels for NVIDIA GPUs",
      buildLowerToNVVMPipeline);
  PassPipelineRegistration<LowerToEmulatedOptions>(
      "sg-lower-to-emulated",
      "The same as for NVIDIA GPUs, with kernels that the host executes",
      buildLowerToEmulatedPipeline);
}
