//===- ImportTensorOps.cpp - Import of tensor ops of frontends ------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FrontendOp.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "sg/Conversion/Passes.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "grad-import-tensor-ops"

using namespace mlir;
using namespace sg;

namespace sg::grad {
#define GEN_PASS_DEF_IMPORTTENSOROPS
#include "sg/Conversion/Passes.h.inc"
} // namespace sg::grad

static Lowered lower(Operation *op, OpBuilder &builder) {
  StringRef name = op->getName().stripDialect();
  if (name == "scan")
    return lowerScan(op, builder);
  if (name == "scatter")
    return lowerScatter(op, builder);
  if (name == "sort")
    return lowerSort(op, builder);
  if (name == "topk")
    return lowerTopK(op, builder);
  return op->emitOpError() << "is not supported; supported ops of this "
                              "dialect: scan, scatter, sort, topk";
}

namespace {
struct ImportTensorOps : sg::grad::impl::ImportTensorOpsBase<ImportTensorOps> {
  void runOnOperation() override {
    // Lower inner ops first: lowering an op clones its body.
    auto result = getOperation()->walk([](Operation *op) -> WalkResult {
      if (!FrontendOp::isFrontendOp(op))
        return WalkResult::advance();
      LDBG() << "lowered: " << op->getName() << " at " << op->getLoc();
      IRRewriter rewriter(op);
      Lowered results = lower(op, rewriter);
      if (failed(results))
        return WalkResult::interrupt();
      rewriter.replaceOp(op, *results);
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
