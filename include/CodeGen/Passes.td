//===- Passes.td - From linalg towards native code ---------*- tablegen -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_PASSES
#define SG_CODEGEN_PASSES

include "CodeGen/BufferPasses.td"
include "CodeGen/CheckPasses.td"
include "CodeGen/DevicePasses.td"
include "CodeGen/KernelPasses.td"
include "CodeGen/LoopPasses.td"
include "CodeGen/TensorPasses.td"
include "CodeGen/ThreadPasses.td"

#endif // SG_CODEGEN_PASSES
