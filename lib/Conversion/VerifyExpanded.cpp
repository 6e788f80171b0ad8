//===- VerifyExpanded.cpp - Check that no grad op is left -----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Conversion/Passes.h"
#include "sg/Dialect/Grad/IR/Grad.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "grad-verify-expanded"

using namespace mlir;
using namespace sg::grad;

namespace sg::grad {
#define GEN_PASS_DEF_VERIFYEXPANDED
#include "sg/Conversion/Passes.h.inc"
} // namespace sg::grad

namespace {
struct VerifyExpanded : sg::grad::impl::VerifyExpandedBase<VerifyExpanded> {
  void runOnOperation() override {
    bool isClean = true;
    getOperation()->walk([&](Operation *op) {
      if (isa<DerivativeRequestOpInterface>(op)) {
        isClean = false;
        op->emitOpError() << "is left; --grad-expand-derivatives removes it";
      } else if (isa_and_present<GradDialect>(op->getDialect())) {
        isClean = false;
        op->emitOpError() << "is left; --grad-erase-stop-gradient removes it";
      }
      for (NamedAttribute attribute : op->getDiscardableAttrs())
        if (isa_and_present<GradDialect>(attribute.getNameDialect())) {
          isClean = false;
          op->emitOpError() << "has '" << attribute.getName().getValue()
                            << "' left; --grad-erase-stop-gradient removes it";
        }
    });
    markAllAnalysesPreserved();
    if (isClean)
      LDBG() << "nothing of the grad dialect is left";
    else
      signalPassFailure();
  }
};
} // namespace
