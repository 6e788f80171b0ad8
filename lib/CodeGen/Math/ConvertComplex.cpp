//===- ConvertComplex.cpp - Complex arithmetic on real numbers ------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ComplexFunctions.h"
#include "mlir/Conversion/ComplexToStandard/ComplexToStandard.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Transforms/DialectConversion.h"
#include "sg/CodeGen/Math/Passes.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-convert-complex"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_CONVERTCOMPLEX
#include "sg/CodeGen/Math/Passes.h.inc"
} // namespace sg

namespace {
struct ConvertComplex : sg::impl::ConvertComplexBase<ConvertComplex> {
  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      if (isa_and_present<complex::ComplexDialect>(op->getDialect()))
        LDBG() << "found: " << op->getName() << " at " << op->getLoc();
    });
    sg::correctComplexFunctions(getOperation());
    RewritePatternSet patterns(&getContext());
    populateComplexToStandardConversionPatterns(patterns);
    ConversionTarget target(getContext());
    target.addLegalDialect<arith::ArithDialect, math::MathDialect>();
    target.addLegalOp<complex::CreateOp, complex::ImOp, complex::ReOp>();
    target.addDynamicallyLegalDialect<complex::ComplexDialect>(
        [](Operation *op) -> std::optional<bool> {
          if (sg::isInNamedOp(op))
            return true;
          return std::nullopt;
        });
    ConversionConfig config;
    // Some folds of complex ops are wrong (see the description of the pass).
    config.foldingMode = DialectConversionFoldingMode::Never;
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns), config)))
      signalPassFailure();
  }
};
} // namespace
