//===- ApproximateMath.cpp - Functions without a library ------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_APPROXIMATEMATH
#include "CodeGen/Passes.h.inc"
} // namespace sg

namespace {
struct ApproximateMath : sg::impl::ApproximateMathBase<ApproximateMath> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateMathPolynomialApproximationPatterns(patterns);
    // It fails only where it does not settle.
    (void)applyPatternsGreedily(getOperation(), std::move(patterns));
  }
};
} // namespace
