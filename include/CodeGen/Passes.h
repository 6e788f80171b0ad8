//===- Passes.h - All passes of CodeGen -------------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The passes of all CodeGen libraries.
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_PASSES_H
#define SG_CODEGEN_PASSES_H

#include "sg/CodeGen/ABI/Passes.h"
#include "sg/CodeGen/Bufferization/Passes.h"
#include "sg/CodeGen/CPU/Fusion/Passes.h"
#include "sg/CodeGen/CPU/Threading/Passes.h"
#include "sg/CodeGen/CPU/Tiling/Passes.h"
#include "sg/CodeGen/Math/Passes.h"
#include "sg/CodeGen/Tensor/Passes.h"
#include "sg/CodeGen/Verification/Passes.h"
#include "sg/Config.h"
#if SG_ENABLE_CUDA
#include "sg/CodeGen/GPU/Emulation/Passes.h"
#include "sg/CodeGen/GPU/Host/Passes.h"
#include "sg/CodeGen/GPU/Kernels/Passes.h"
#endif

namespace sg {

inline void registerSGCodeGenPasses() {
  registerSGCodeGenTensorPasses();
  registerSGCodeGenBufferizationPasses();
  registerSGCodeGenABIPasses();
  registerSGCodeGenCPUTilingPasses();
  registerSGCodeGenCPUFusionPasses();
  registerSGCodeGenCPUThreadingPasses();
  registerSGCodeGenMathPasses();
  registerSGCodeGenVerificationPasses();
#if SG_ENABLE_CUDA
  registerSGCodeGenGPUKernelsPasses();
  registerSGCodeGenGPUHostPasses();
  registerSGCodeGenGPUEmulationPasses();
#endif
}

} // namespace sg

#endif // SG_CODEGEN_PASSES_H
