//===- Passes.h - Differentiation passes ------------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TRANSFORMS_PASSES_H
#define SG_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir::func {
class FuncOp;
} // namespace mlir::func

namespace sg::grad {

/// What --grad-request-derivative asks for.
enum class RequestMode { ValueAndGrad, VJP, JVP, Split };

/// The form of a gradient report.
enum class ReportFormat { Text, JSON, DOT };

struct DerivativeRecord;

/// Replaces all requests in `module`, as --grad-expand-derivatives does; with
/// `strict` as if each had that attribute. On success `record` tells what was
/// done.
llvm::LogicalResult expandDerivatives(mlir::Operation *module,
                                      bool strict = false,
                                      DerivativeRecord *record = nullptr);

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "sg/Transforms/Passes.h.inc"

} // namespace sg::grad

#endif // SG_TRANSFORMS_PASSES_H
