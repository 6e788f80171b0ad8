//===- EliminateEmptyTensors.cpp - Values computed in place ---------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EliminateEmptyTensors.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sg/CodeGen/Analysis/SameShape.h"
#include "sg/CodeGen/Bufferization/Passes.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-eliminate-empty-tensors"

using namespace mlir;
using namespace mlir::bufferization;

namespace sg {
#define GEN_PASS_DEF_ELIMINATEEMPTYTENSORS
#include "sg/CodeGen/Bufferization/Passes.h.inc"
} // namespace sg

/// Returns true if an op after 'op' reads the value that 'op' materializes, or
/// an alias of the value.
static bool isReadLater(MaterializeInDestinationOp op,
                        const OneShotAnalysisState &state) {
  bool isRead = false;
  state.applyOnAliases(op.getSource(), [&](Value alias) {
    for (OpOperand &use : alias.getUses()) {
      Operation *user = op->getBlock()->findAncestorOpInBlock(*use.getOwner());
      isRead |= user && op->isBeforeInBlock(user) &&
                !state.bufferizesToAliasOnly(use) &&
                state.bufferizesToMemoryRead(use);
    }
  });
  return isRead;
}

/// Returns the slice of the destination of 'op' that can replace 'empty', or
/// null if the replacement may change the program.
static Value getDestination(RewriterBase &rewriter,
                            SubsetInsertionOpInterface op,
                            tensor::EmptyOp empty, Operation *user,
                            const OneShotAnalysisState &state) {
  auto keep = [&](StringRef reason) {
    LDBG() << "not eliminated, " << reason << " at " << op.getLoc() << ": "
           << empty->getName() << " at " << empty.getLoc();
    return Value();
  };
  auto materialize = dyn_cast<MaterializeInDestinationOp>(*op);
  if (materialize && isReadLater(materialize, state))
    return keep("read after it materializes");
  // Upstream compares only types and follows tensor.reshape (22.1.8).
  if (!sg::haveSameShape(empty, op.getSourceOperand().get()))
    return keep("its shape may differ from the inserted value's");
  return buildSubsetExtraction(rewriter, op, empty, user);
}

LogicalResult sg::eliminateEmptyTensors(func::FuncOp function) {
  if (function.isExternal())
    return success();
  OneShotBufferizationOptions options;
  options.allowReturnAllocsFromLoops = true;
  OneShotAnalysisState state(function, options);
  if (failed(analyzeOp(function, state)))
    return failure();
  IRRewriter rewriter(function.getContext());
  return mlir::bufferization::eliminateEmptyTensors(
      rewriter, function, state,
      [&](RewriterBase &rewriter, SubsetInsertionOpInterface op,
          tensor::EmptyOp empty, Operation *user) {
        return getDestination(rewriter, op, empty, user, state);
      });
}

namespace {
struct EliminateEmptyTensors
    : sg::impl::EliminateEmptyTensorsBase<EliminateEmptyTensors> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (failed(sg::eliminateEmptyTensors(function)))
        return signalPassFailure();
  }
};
} // namespace
