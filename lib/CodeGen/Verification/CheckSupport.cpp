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

/// Number of ops with regions that may nest. Conversions, also upstream's, take
/// cubic time and more for nested loops: 100 loops take a
/// second, 400 more than 30 s.
static constexpr unsigned kMostNested = 100;

/// Number of elements that a vector may have. LLVM splits vectors into those of
/// the processor and takes quadratic time and more to schedule them: 2 s for
/// the sum of the squares of 2,048 elements, 7 s for 4,096, and no end within
/// 60 s for the derivative of a sine of 3,200.
static constexpr int64_t kMostElements = 1 << 11;

/// `depths` has the ops around `op`.
static LogicalResult checkDepth(Operation *op,
                                llvm::DenseMap<Operation *, unsigned> &depths) {
  if (op->getNumRegions() == 0)
    return success();
  unsigned depth = depths.lookup(op->getParentOp()) + 1;
  depths[op] = depth;
  if (depth <= kMostNested)
    return success();
  InFlightDiagnostic error = op->emitOpError()
                             << "is nested in " << kMostNested
                             << " others: this is the limit of native code";
  error.attachNote(op->getLoc())
      << "move the op into a function, and call the function here";
  return error;
}

static LogicalResult checkVectors(Operation *op) {
  for (Type type : op->getResultTypes())
    if (auto vector = dyn_cast<VectorType>(type);
        vector && vector.getNumElements() > kMostElements) {
      InFlightDiagnostic error =
          op->emitOpError()
          << "makes a vector of " << vector.getNumElements()
          << " elements: the limit of native code is " << kMostElements;
      error.attachNote(op->getLoc())
          << "use a tensor, or a loop over shorter vectors";
      return error;
    }
  return success();
}

namespace {
struct CheckSupport : sg::impl::CheckSupportBase<CheckSupport> {
  void runOnOperation() override {
    llvm::DenseMap<Operation *, unsigned> depths;
    auto check = [&](Operation *op) {
      if (failed(checkDepth(op, depths)) || failed(checkVectors(op)))
        return WalkResult::interrupt();
      if (auto rounded = dyn_cast<arith::ArithRoundingModeInterface>(op))
        return WalkResult(checkRounding(rounded));
      if (auto atomic = dyn_cast<memref::GenericAtomicRMWOp>(op))
        return WalkResult(checkAtomic(atomic));
      if (auto pad = dyn_cast<tensor::PadOp>(op))
        return WalkResult(checkPadding(pad));
      if (!op->isRegistered())
        return WalkResult(reportUnknown(op));
      return WalkResult::advance();
    };
    if (getOperation()->walk<WalkOrder::PreOrder>(check).wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
