//===- Passes.h - From linalg towards native code ---------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_PASSES_H
#define SG_CODEGEN_PASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"
#include "sg/CodeGen/Device.h"
#include "sg/CodeGen/PipelineStage.h"

namespace sg {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "sg/CodeGen/Passes.h.inc"

} // namespace sg

#endif // SG_CODEGEN_PASSES_H
