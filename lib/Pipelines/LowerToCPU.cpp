//===- LowerToCPU.cpp - From requests to native code ----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Stages.h"
#include "mlir/Conversion/ControlFlowToSCF/ControlFlowToSCF.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

/// What a GPU would execute, by functions of the host.
static void buildEmulation(OpPassManager &pm,
                           const sg::LowerToCPUOptions &options) {
  pm.addPass(createGpuKernelOutliningPass());
  sg::EmulateKernelsOptions emulation;
  emulation.isChecked = options.checkKernels;
  if (options.checkKernels)
    pm.addNestedPass<gpu::GPUModuleOp>(sg::createCheckIndices());
  pm.addPass(sg::createEmulateKernels(emulation));
  // A reduction of a block has branches in it; bufferization wants none.
  pm.addNestedPass<func::FuncOp>(createLiftControlFlowToSCFPass());
}

void sg::buildLowerToCPUPipeline(OpPassManager &pm,
                                 const LowerToCPUOptions &options) {
  buildExpandPipeline(pm);
  // The program's own kernels, of which bufferization knows nothing.
  if (options.emulateKernels)
    buildEmulation(pm, options);
  buildFusion(pm, options.checks, options.emulateKernels);
  ExportFunctionsOptions exportOptions;
  exportOptions.donated.assign(options.donated.begin(), options.donated.end());
  buildBufferization(pm, exportOptions, options.checks);
  if (options.emulateKernels) {
    buildKernels(pm);
    // As for a GPU. Loops of the host need not: allocating costs little there,
    // and AddressSanitizer sees what is allocated by itself.
    pm.addPass(createPlanMemory());
    buildEmulation(pm, options);
  }
  buildLoops(pm, options.vectorBits);
  buildConversionToLLVM(pm, /*onDevice=*/false);
}

void sg::registerPipelines() {
  PassPipelineRegistration<LowerToCPUOptions>(
      "sg-lower-to-cpu",
      "From a program with requests for derivatives to the LLVM dialect, with "
      "a "
      "native entry point for each public function",
      buildLowerToCPUPipeline);
  PassPipelineRegistration<LowerToNVVMOptions>(
      "sg-lower-to-nvvm",
      "From a program with requests for derivatives to the LLVM dialect, with "
      "kernels for NVIDIA GPUs",
      buildLowerToNVVMPipeline);
}
