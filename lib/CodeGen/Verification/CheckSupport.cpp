//===- CheckSupport.cpp - Errors at ops that are not supported ------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "sg/CodeGen/Verification/Passes.h"
#include "sg/StructuredOps/Padding.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-check-support"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_CHECKSUPPORT
#include "sg/CodeGen/Verification/Passes.h.inc"
} // namespace sg

/// LLVM's code rounds to the nearest, whatever it is told.
static LogicalResult checkRounding(arith::ArithRoundingModeInterface op) {
  arith::RoundingModeAttr rounding = op.getRoundingModeAttr();
  if (!rounding)
    return success();
  if (rounding.getValue() != arith::RoundingMode::to_nearest_even)
    return op->emitOpError()
           << "is rounded " << arith::stringifyRoundingMode(rounding.getValue())
           << ", for which there is no native code; leave the rounding out, "
              "which rounds to the nearest";
  LDBG() << "rounds to the nearest without being told to: " << op->getName()
         << " at " << op->getLoc();
  op->removeAttr(op.getRoundingModeAttrName());
  return success();
}

/// Upstream compares and exchanges what has to be of integers.
static LogicalResult checkAtomic(memref::GenericAtomicRMWOp op) {
  if (op.getType().isInteger())
    return success();
  return op.emitOpError() << "is of " << op.getType()
                          << ", for which there is no native code; use "
                             "memref.atomic_rmw, or memory of integers and "
                             "arith.bitcast";
}

/// The padding is a number of elements that are added. Upstream's expansion of
/// a negative one makes a slice at a negative offset.
static LogicalResult checkPadding(tensor::PadOp op) {
  if (!sg::hasNegativePadding(op))
    return success();
  return op.emitOpError()
         << "has a negative padding; crop with tensor.extract_slice";
}

/// No pass knows such an op, and no dialect could lower it.
static LogicalResult reportUnknown(Operation *op) {
  InFlightDiagnostic error =
      op->emitOpError() << "is unknown: its dialect is not registered here";
  error.attachNote(op->getLoc())
      << "run the passes that lower '" << op->getName().getDialectNamespace()
      << "' before the pipeline, in a tool that knows the dialect";
  return error;
}

namespace {
struct CheckSupport : sg::impl::CheckSupportBase<CheckSupport> {
  void runOnOperation() override {
    WalkResult result = getOperation()->walk([](Operation *op) {
      if (auto rounded = dyn_cast<arith::ArithRoundingModeInterface>(op))
        return WalkResult(checkRounding(rounded));
      if (auto atomic = dyn_cast<memref::GenericAtomicRMWOp>(op))
        return WalkResult(checkAtomic(atomic));
      if (auto pad = dyn_cast<tensor::PadOp>(op))
        return WalkResult(checkPadding(pad));
      if (!op->isRegistered())
        return WalkResult(reportUnknown(op));
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
