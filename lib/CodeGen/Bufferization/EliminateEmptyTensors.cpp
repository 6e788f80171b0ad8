//===- EliminateEmptyTensors.cpp - Values computed where they are inserted ===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

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
/// an alias of it.
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

namespace {
struct EliminateEmptyTensors
    : sg::impl::EliminateEmptyTensorsBase<EliminateEmptyTensors> {
  void runOnOperation() override {
    OneShotBufferizationOptions options;
    options.allowReturnAllocsFromLoops = true;
    OneShotAnalysisState state(getOperation(), options);
    if (failed(analyzeOp(getOperation(), state)))
      return signalPassFailure();
    auto control = [&](RewriterBase &rewriter, SubsetInsertionOpInterface op,
                       tensor::EmptyOp empty, Operation *user) -> Value {
      auto keep = [&](StringRef why) {
        LDBG() << "not eliminated, " << why << " at " << op.getLoc() << ": "
               << empty->getName() << " at " << empty.getLoc();
        return Value();
      };
      auto materialize = dyn_cast<MaterializeInDestinationOp>(*op);
      if (materialize && isReadLater(materialize, state))
        return keep("read after it materializes");
      // Upstream compares types only, and follows tensor.reshape (22.1.8).
      if (!sg::haveSameShape(empty, op.getSourceOperand().get()))
        return keep("it may have another shape than the inserted value");
      return buildSubsetExtraction(rewriter, op, empty, user);
    };
    IRRewriter rewriter(&getContext());
    if (failed(eliminateEmptyTensors(rewriter, getOperation(), state, control)))
      signalPassFailure();
  }
};
} // namespace
