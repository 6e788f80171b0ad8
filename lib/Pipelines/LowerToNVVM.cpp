//===- LowerToNVVM.cpp - Compile to programs for NVIDIA GPUs --------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceProgram.h"
#include "Stages.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/ComplexToLLVM/ComplexToLLVM.h"
#include "mlir/Conversion/GPUToNVVM/GPUToNVVMPass.h"
#include "mlir/Conversion/NVGPUToNVVM/NVGPUToNVVM.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "sg/CodeGen/GPU/Host/Toolkit.h"

using namespace mlir;

static StringRef stringify(sg::DeviceFormat format) {
  switch (format) {
  case sg::DeviceFormat::ISA:
    return "isa";
  case sg::DeviceFormat::Bin:
    return "bin";
  case sg::DeviceFormat::Fatbin:
    return "fatbin";
  }
  return "";
}

/// Returns true if a chip has an instruction that multiplies 16x16 by 16x8
/// elements of f16 and bf16 (PTX ISA, "mma").
static bool hasTensorCores(StringRef chip) {
  unsigned version = 0;
  chip.consume_front("sm_");
  return !chip.consumeInteger(10, version) && version >= 80;
}

/// Adds passes that compile kernels to an image that the driver loads.
static void buildKernelImage(OpPassManager &pm,
                             const sg::LowerToNVVMOptions &options) {
  OpPassManager &kernels = pm.nest<gpu::GPUModuleOp>();
  kernels.addPass(sg::createConvertComplex());
  // Compute half-precision math in f32, as on the host.
  kernels.addPass(sg::createExpandMathOps());
  math::MathExtendToSupportedTypesOptions extend;
  extend.extraTypeStrs = {"f32", "f64"};
  extend.targetTypeStr = "f32";
  kernels.addPass(math::createMathExtendToSupportedTypes(extend));
  sg::ExpandBF16Options bf16;
  bf16.hasInstruction = true;
  kernels.addPass(sg::createExpandBF16(bf16));
  // Without a toolkit, expand all math functions of libdevice. Otherwise,
  // expand only the functions that libdevice lacks.
  std::string toolkit = sg::findToolkit(options.toolkit);
  sg::ApproximateMathOptions approximate;
  approximate.besideLibrary = !toolkit.empty();
  kernels.addPass(sg::createApproximateMath(approximate));
  kernels.addPass(createConvertNVGPUToNVVMPass());
  kernels.addPass(createLowerAffinePass());
  kernels.addPass(memref::createExpandStridedMetadataPass());
  kernels.addPass(createLowerAffinePass());
  kernels.addPass(sg::createCanonicalize());
  kernels.addPass(createCSEPass());
  kernels.addPass(sg::createNarrowIndexSwitch());
  kernels.addPass(createSCFToControlFlowPass());
  ConvertGpuOpsToNVVMOpsOptions convert;
  convert.indexBitwidth = 64;
  convert.useBarePtrCallConv = true;
  kernels.addPass(createConvertGpuOpsToNVVMOps(convert));
  kernels.addPass(createConvertComplexToLLVMPass());
  kernels.addPass(sg::createConvertRemainingToLLVM());
  kernels.addPass(sg::createCanonicalize());
  kernels.addPass(createCSEPass());
  kernels.addPass(createReconcileUnrealizedCastsPass());
  kernels.addPass(sg::createFreezePoison());

  sg::TargetNVVMOptions target;
  target.chip = options.chip;
  target.features = options.features;
  target.toolkit = options.toolkit;
  target.fastMath = options.fastMath;
  target.needsAssembler = options.format != sg::DeviceFormat::ISA;
  pm.addPass(sg::createTargetNVVM(target));
  sg::CompileKernelsOptions compile;
  compile.toolkit = toolkit;
  compile.format = stringify(options.format).str();
  pm.addPass(sg::createCompileKernels(compile));
}

void sg::buildLowerToNVVMPipeline(OpPassManager &pm,
                                  const LowerToNVVMOptions &options) {
  MapContractionsOptions contractions;
  contractions.tensorCores = hasTensorCores(options.chip);
  contractions.tf32 = options.tf32;
  MapToKernelsOptions kernels;
  kernels.atomics = options.atomics;
  buildDeviceProgram(pm, Device::Cuda, contractions, kernels, options.donated,
                     options.checks);
  buildKernelImage(pm, options);
  pm.addPass(createLowerLaunches());
  buildLoops(pm, /*vectorBits=*/0);
  buildConversionToLLVM(pm, /*onDevice=*/true);
}
