//===- EraseStopGradient.cpp - Removal of the grad dialect ----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/PatternMatch.h"
#include "sg/Conversion/Passes.h"
#include "sg/Dialect/Grad/IR/Grad.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "grad-erase-stop-gradient"

using namespace mlir;
using namespace sg::grad;

namespace sg::grad {
#define GEN_PASS_DEF_ERASESTOPGRADIENT
#include "sg/Conversion/Passes.h.inc"
} // namespace sg::grad

static void inlineCheckpoint(CheckpointOp checkpoint) {
  LDBG() << "inlined: " << checkpoint->getName() << " at "
         << checkpoint.getLoc();
  IRRewriter rewriter(checkpoint);
  Block &body = checkpoint.getBody().front();
  Operation *yield = body.getTerminator();
  SmallVector<Value> results(yield->getOperands());
  rewriter.eraseOp(yield);
  rewriter.inlineBlockBefore(&body, checkpoint);
  rewriter.replaceOp(checkpoint, results);
}

namespace {
struct EraseStopGradient
    : sg::grad::impl::EraseStopGradientBase<EraseStopGradient> {
  void runOnOperation() override {
    WalkResult walk = getOperation()->walk([](Operation *op) {
      // The dialect of a discardable attribute is known only by its name.
      for (NamedAttribute attribute :
           llvm::to_vector(op->getDiscardableAttrs()))
        if (attribute.getNameDialect() &&
            isa<GradDialect>(attribute.getNameDialect())) {
          LDBG() << "removed: '" << attribute.getName().getValue() << "' of "
                 << op->getName() << " at " << op->getLoc();
          op->removeDiscardableAttr(attribute.getName());
        }
      if (isa<StopGradientOp, PreventGradientOp>(op)) {
        LDBG() << "erased: " << op->getName() << " at " << op->getLoc();
        op->replaceAllUsesWith(op->getOperands());
        op->erase();
      } else if (auto checkpoint = dyn_cast<CheckpointOp>(op)) {
        inlineCheckpoint(checkpoint);
      } else if (isa<DerivativeRequestOpInterface>(op)) {
        op->emitOpError() << "is left; run --grad-expand-derivatives before "
                             "--grad-erase-stop-gradient";
        return WalkResult::interrupt();
      }
      return WalkResult::advance();
    });
    if (walk.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
