//===- DeviceProgram.cpp - Pipeline for GPU programs ----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceProgram.h"
#include "Stages.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

/// Alignment of device memory in bytes. cuMemAllocAsync aligns to at least 16
/// (CUDA C++ Programming Guide, "Device Memory Accesses").
static constexpr unsigned kAlignment = 16;

void sg::buildDeviceProgram(OpPassManager &pm, Device device,
                            const MapContractionsOptions &contractions,
                            const MapToKernelsOptions &kernels,
                            ArrayRef<int64_t> donated, bool checks) {
  buildExpandPipeline(pm);
  // Outline the program's own kernels, which bufferization does not support.
  pm.addPass(createGpuKernelOutliningPass());
  pm.addNestedPass<gpu::GPUModuleOp>(sg::createExpandSubgroupReductions());
  buildFusion(pm, checks);
  pm.addNestedPass<func::FuncOp>(sg::createCarryScalars());
  pm.addPass(sg::createCanonicalize());
  ExportFunctionsOptions exportOptions;
  exportOptions.donated.assign(donated.begin(), donated.end());
  exportOptions.device = device;
  buildBufferization(pm, exportOptions, checks);
  beginStage(pm, PipelineStage::Kernels);
  // Expand reshapes, which read their sizes from a memref.
  pm.addNestedPass<func::FuncOp>(memref::createExpandOpsPass());
  pm.addPass(sg::createScalarizeVectorAccesses());
  MapContractionsOptions alignedContractions = contractions;
  alignedContractions.alignment = kAlignment;
  pm.addPass(sg::createMapContractions(alignedContractions));
  MapToKernelsOptions alignedKernels = kernels;
  alignedKernels.alignment = kAlignment;
  pm.addPass(sg::createMapToKernels(alignedKernels));
  pm.addPass(sg::createSinkScalarsIntoKernels());
  pm.addPass(createCSEPass());
  pm.addPass(createGpuLaunchSinkIndexComputationsPass());
  pm.addPass(createGpuKernelOutliningPass());
  pm.addPass(sg::createFlattenKernelArguments());
  // Must precede memory planning: sinking a load extends the live range of its
  // memory.
  pm.addPass(sg::createPlaceOnDevice());
  StaticMemoryPlanningOptions memory;
  memory.isKept = true;
  pm.addPass(sg::createStaticMemoryPlanning(memory));
  pm.addPass(sg::createCaptureLaunchGraphs());
}

void sg::registerDevicePipelines() {
  PassPipelineRegistration<LowerToNVVMOptions>(
      "sg-lower-to-nvvm",
      "Compile a program with derivative requests to the LLVM dialect, with "
      "kernels for NVIDIA GPUs",
      buildLowerToNVVMPipeline);
  PassPipelineRegistration<LowerToEmulatedOptions>(
      "sg-lower-to-emulated",
      "Compile a program as for NVIDIA GPUs, with kernels that the host "
      "executes",
      buildLowerToEmulatedPipeline);
}
