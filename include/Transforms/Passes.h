//===- Passes.h - Differentiation passes ------------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TRANSFORMS_PASSES_H
#define SG_TRANSFORMS_PASSES_H

#include "mlir/IR/Builders.h"
#include "mlir/Pass/Pass.h"

#include "sg/Transforms/RequestMode.h.inc"

namespace mlir::func {
class FuncOp;
} // namespace mlir::func

namespace sg::grad {

struct DerivativeStats;

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "sg/Transforms/Passes.h.inc"

/// Expands all requests in `roots` (modules or functions) and in the functions
/// that they reach. Equivalent to --grad-expand-derivatives with `options`. On
/// success, writes the statistics to `record`. Notifies `listener` of the
/// requests that are replaced.
llvm::LogicalResult
expandDerivatives(llvm::ArrayRef<mlir::Operation *> roots,
                  const ExpandDerivativesOptions &options = {},
                  DerivativeStats *record = nullptr,
                  mlir::OpBuilder::Listener *listener = nullptr);

} // namespace sg::grad

#endif // SG_TRANSFORMS_PASSES_H
