//===- LowerToEmulated.cpp - Compile to programs for an emulated GPU ------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceProgram.h"
#include "Stages.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

void sg::buildLowerToEmulatedPipeline(OpPassManager &pm,
                                      const LowerToEmulatedOptions &options) {
  MapContractionsOptions contractions;
  contractions.tf32 = options.tf32;
  MapToKernelsOptions kernels;
  kernels.atomics = options.atomics;
  buildDeviceProgram(pm, Device::Emulated, contractions, kernels,
                     options.donated, options.checks);
  EmulateKernelsOptions emulation;
  emulation.isChecked = options.checkKernels;
  if (options.checkKernels)
    pm.addNestedPass<gpu::GPUModuleOp>(createCheckIndices());
  pm.addPass(createEmulateKernels(emulation));
  buildLoops(pm, /*vectorBits=*/0);
  buildConversionToLLVM(pm, /*onDevice=*/true);
}
