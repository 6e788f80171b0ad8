//===- Passes.h - Passes on gradients ---------------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_DIAGNOSTICS_PASSES_H
#define SG_DIAGNOSTICS_PASSES_H

#include "mlir/Pass/Pass.h"

namespace sg::grad {

enum class ReportFormat { Text, JSON, DOT };

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "sg/Diagnostics/Passes.h.inc"

} // namespace sg::grad

#endif // SG_DIAGNOSTICS_PASSES_H
