//===- CallExactMath.cpp - Calls of expm1 and log1p -----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/DialectConversion.h"
#include "sg/CodeGen/Math/Passes.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-call-exact-math"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_CALLEXACTMATH
#include "sg/CodeGen/Math/Passes.h.inc"
} // namespace sg

/// Returns true if the C library has functions for the element type of `type`.
static bool hasFunction(Type type) {
  Type element = type;
  if (auto vector = dyn_cast<VectorType>(type))
    element = vector.getElementType();
  return element.isF32() || element.isF64();
}

namespace {
struct CallExactMath : sg::impl::CallExactMathBase<CallExactMath> {
  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      if (!isa<math::ExpM1Op, math::Log1pOp>(op))
        return;
      Type type = op->getResult(0).getType();
      LDBG() << (hasFunction(type) ? "called: "
                                   : "left alone, the C library has no such "
                                     "function of its type: ")
             << op->getName() << " of " << type << " at " << op->getLoc();
    });
    ConversionTarget target(getContext());
    target.addLegalDialect<arith::ArithDialect, func::FuncDialect,
                           LLVM::LLVMDialect, math::MathDialect,
                           vector::VectorDialect>();
    target.addDynamicallyLegalOp<math::ExpM1Op, math::Log1pOp>(
        [](Operation *op) { return !hasFunction(op->getResult(0).getType()); });
    RewritePatternSet patterns(&getContext());
    populateMathToLibmConversionPatterns(patterns);
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
