//===- CheckPadding.cpp - Check that no padding is negative ---------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Asserter.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "sg/CodeGen/Verification/Passes.h"
#include "sg/StructuredOps/Padding.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-check-padding"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_CHECKPADDING
#include "sg/CodeGen/Verification/Passes.h.inc"
} // namespace sg

namespace {
struct CheckPadding : sg::impl::CheckPaddingBase<CheckPadding> {
  void runOnOperation() override {
    getOperation()->walk([](tensor::PadOp op) {
      sg::Asserter check(op);
      OpBuilder b(op);
      SmallVector<OpFoldResult> low = sg::getLowPadding(op);
      SmallVector<OpFoldResult> high = sg::getHighPadding(op);
      for (ArrayRef<OpFoldResult> padding : {ArrayRef(low), ArrayRef(high)})
        for (auto [dim, size] : llvm::enumerate(padding)) {
          if (std::optional<int64_t> constantSize = getConstantIntValue(size);
              constantSize && *constantSize >= 0)
            continue;
          LDBG() << "checked: the padding of dimension " << dim << " of "
                 << op->getName() << " at " << op.getLoc();
          Value value = getValueOrCreateConstantIndexOp(b, op.getLoc(), size);
          Value holds = check.compare(arith::CmpIPredicate::sge, value,
                                      check.constant(0));
          check.require(holds, "the padding of dimension " + Twine(dim) +
                                   " is negative");
        }
    });
  }
};
} // namespace
