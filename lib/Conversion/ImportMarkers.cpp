//===- ImportMarkers.cpp - Import of stops from frontends -----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"
#include "sg/Conversion/Passes.h"
#include "sg/Dialect/Grad/IR/Grad.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "grad-import-markers"

using namespace mlir;
using namespace sg::grad;

namespace sg::grad {
#define GEN_PASS_DEF_IMPORTMARKERS
#include "sg/Conversion/Passes.h.inc"
} // namespace sg::grad

static constexpr StringLiteral markerName = "sg.stop_gradient";

/// Returns true if `name` names a stop marker: @sg.stop_gradient, optionally
/// followed by `.` and a suffix. Each operand type needs a separate function.
static bool isMarkerName(StringRef name) {
  return name.consume_front(markerName) &&
         (name.empty() || name.front() == '.');
}

/// Returns true if `op` is a barrier of a dialect that is not loaded.
static bool isBarrier(Operation *op) {
  StringRef name = op->getName().getStringRef();
  return name == "stablehlo.optimization_barrier" ||
         name == "util.optimization_barrier";
}

static LogicalResult replaceByStops(Operation *marker) {
  if (marker->getOperandTypes() != marker->getResultTypes() ||
      marker->getNumRegions() != 0 || marker->getNumSuccessors() != 0)
    return marker->emitOpError()
           << "marks a stop, so its results must have the types of its "
              "operands, and it has no regions";
  LDBG() << "replaced by stops: " << marker->getName() << " at "
         << marker->getLoc();
  IRRewriter rewriter(marker);
  SmallVector<Value> stopped;
  for (Value operand : marker->getOperands())
    stopped.push_back(StopGradientOp::create(rewriter, marker->getLoc(),
                                             operand, /*name=*/StringAttr()));
  rewriter.replaceOp(marker, stopped);
  return success();
}

namespace {
struct ImportMarkers : sg::grad::impl::ImportMarkersBase<ImportMarkers> {
  void runOnOperation() override {
    if (failed(importBarriers()) || failed(importCalls()))
      signalPassFailure();
  }

private:
  LogicalResult importBarriers() {
    return failure(getOperation()
                       ->walk([](Operation *op) {
                         return isBarrier(op) ? WalkResult(replaceByStops(op))
                                              : WalkResult::advance();
                       })
                       .wasInterrupted());
  }

  LogicalResult importCalls() {
    for (auto marker :
         llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>())) {
      if (!isMarkerName(marker.getName())) {
        if (marker.getName().contains("stop_gradient"))
          LDBG() << "not a marker: '@" << marker.getName()
                 << "'; markers are '@sg.stop_gradient' and "
                    "'@sg.stop_gradient.SUFFIX'; at "
                 << marker.getLoc();
        continue;
      }
      if (!marker.isExternal())
        return marker.emitOpError()
               << "has the name of a stop marker, but also a body: rename it";
      auto uses = SymbolTable::getSymbolUses(marker, getOperation());
      // The symbol uses of an op of an unknown dialect are unknown.
      if (!uses)
        return marker.emitOpError() << "marks stops, but an op of an "
                                       "unregistered dialect may refer to it";
      // Use a set, since a call may also name the function in an attribute.
      llvm::SetVector<Operation *> users;
      for (SymbolTable::SymbolUse use : *uses)
        users.insert(use.getUser());
      for (Operation *user : users) {
        if (!isa<func::CallOp>(user))
          return user->emitOpError()
                 << "refers to the stop marker '" << marker.getName()
                 << "'; only calls can become stops";
        if (failed(replaceByStops(user)))
          return failure();
      }
      marker.erase();
    }
    return success();
  }
};
} // namespace
