//===- CheckSupport.cpp - Report unsupported ops --------------------------===//
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

/// Rejects rounding modes other than to-nearest, which native code would
/// ignore.
static LogicalResult checkRounding(arith::ArithRoundingModeInterface op) {
  arith::RoundingModeAttr rounding = op.getRoundingModeAttr();
  if (!rounding)
    return success();
  if (rounding.getValue() != arith::RoundingMode::to_nearest_even)
    return op->emitOpError()
           << "is rounded " << arith::stringifyRoundingMode(rounding.getValue())
           << ", for which there is no native code; leave the rounding out, "
              "which rounds to the nearest";
  LDBG() << "default rounding mode removed: " << op->getName() << " at "
         << op->getLoc();
  op->removeAttr(op.getRoundingModeAttrName());
  return success();
}

/// Rejects element types other than integers: upstream lowers the op to a
/// compare-and-exchange of integers.
static LogicalResult checkAtomic(memref::GenericAtomicRMWOp op) {
  if (op.getType().isInteger())
    return success();
  return op.emitOpError() << "is of " << op.getType()
                          << ", for which there is no native code; use "
                             "memref.atomic_rmw, or memory of integers and "
                             "arith.bitcast";
}

/// Rejects negative constant padding, for which upstream's expansion would
/// create a slice at a negative offset.
static LogicalResult checkPadding(tensor::PadOp op) {
  if (!sg::hasNegativePadding(op))
    return success();
  return op.emitOpError()
         << "has a negative padding; crop with tensor.extract_slice";
}

/// Reports an op of an unregistered dialect, which no pass can lower.
static LogicalResult reportUnregistered(Operation *op) {
  InFlightDiagnostic error =
      op->emitOpError() << "is unknown: its dialect is not registered here";
  error.attachNote(op->getLoc())
      << "run the passes that lower '" << op->getName().getDialectNamespace()
      << "' before the pipeline, in a tool that knows the dialect";
  return error;
}

/// Largest nesting depth of ops with regions. Conversions, including
/// upstream's, take at least cubic time in the depth: 1 s for 100 nested loops,
/// more than 30 s for 400.
static constexpr unsigned kMaxLoweredNesting = 100;

/// Largest number of elements of a vector. LLVM splits an op on a vector into
/// ops on registers, and schedules these in at least quadratic time: 2 s for
/// the sum of the squares of 2,048 elements, 7 s for 4,096, and more than 60 s
/// for the derivative of a sine of 3,200.
static constexpr int64_t kMaxElements = 1 << 11;

/// Rejects ops that are nested too deeply. `depths` contains the depths of the
/// enclosing ops.
static LogicalResult checkDepth(Operation *op,
                                llvm::DenseMap<Operation *, unsigned> &depths) {
  if (op->getNumRegions() == 0)
    return success();
  unsigned depth = depths.lookup(op->getParentOp()) + 1;
  depths[op] = depth;
  if (depth <= kMaxLoweredNesting)
    return success();
  InFlightDiagnostic error = op->emitOpError()
                             << "is nested in " << kMaxLoweredNesting
                             << " others: this is the limit of native code";
  error.attachNote(op->getLoc())
      << "move the op into a function, and call the function here";
  return error;
}

static LogicalResult checkVectors(Operation *op) {
  for (Type type : op->getResultTypes())
    if (auto vector = dyn_cast<VectorType>(type);
        vector && vector.getNumElements() > kMaxElements) {
      InFlightDiagnostic error =
          op->emitOpError()
          << "creates a vector of " << vector.getNumElements()
          << " elements: the limit of native code is " << kMaxElements;
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
        return WalkResult(reportUnregistered(op));
      return WalkResult::advance();
    };
    if (getOperation()->walk<WalkOrder::PreOrder>(check).wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
