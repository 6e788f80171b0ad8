//===- DerivativePass.td - Differentiation passes ----------*- tablegen -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TRANSFORMS_DERIVATIVEPASS
#define SG_TRANSFORMS_DERIVATIVEPASS

include "mlir/Pass/PassBase.td"

class Grad_DerivativePass<string argument>
    : Pass<argument, "::mlir::ModuleOp"> {
  // The grad dialect loads the dialects of derivatives as dependencies.
  let dependentDialects = ["::sg::grad::GradDialect"];
}

#endif // SG_TRANSFORMS_DERIVATIVEPASS
