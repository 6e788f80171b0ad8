//===- Passes.td - From linalg towards native code ---------*- tablegen -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_PASSES
#define SG_CODEGEN_PASSES

include "sg/CodeGen/BufferPasses.td"
include "sg/CodeGen/BufferizationPasses.td"
include "sg/CodeGen/CheckPasses.td"
include "sg/CodeGen/DevicePasses.td"
include "sg/CodeGen/KernelPasses.td"
include "sg/CodeGen/LoopPasses.td"
include "sg/CodeGen/MemoryPasses.td"
include "sg/CodeGen/TensorPasses.td"
include "sg/CodeGen/ThreadPasses.td"

#endif // SG_CODEGEN_PASSES
