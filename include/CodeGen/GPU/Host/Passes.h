//===- Passes.h - Host passes for kernels -----------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_GPU_HOST_PASSES_H
#define SG_CODEGEN_GPU_HOST_PASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace sg {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "sg/CodeGen/GPU/Host/Passes.h.inc"

} // namespace sg

#endif // SG_CODEGEN_GPU_HOST_PASSES_H
