//===- Passes.h - Distribution of loops to threads --------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_CPU_THREADING_PASSES_H
#define SG_CODEGEN_CPU_THREADING_PASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace sg {

/// Maximum number of threads for which code can be compiled: more than any
/// machine has processors. At run time, the system may provide fewer threads.
inline constexpr unsigned kMaxThreads = 4096;

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "sg/CodeGen/CPU/Threading/Passes.h.inc"

} // namespace sg

#endif // SG_CODEGEN_CPU_THREADING_PASSES_H
