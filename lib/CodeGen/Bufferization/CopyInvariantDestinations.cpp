//===- CopyInvariantDestinations.cpp - Copies for insertions in loops -----===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Interfaces/SubsetOpInterface.h"
#include "sg/CodeGen/Bufferization/Passes.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-copy-invariant-destinations"

using namespace mlir;
using namespace mlir::bufferization;

namespace sg {
#define GEN_PASS_DEF_COPYINVARIANTDESTINATIONS
#include "sg/CodeGen/Bufferization/Passes.h.inc"
} // namespace sg

/// Returns true if the destination, or a part of its contents, is defined
/// outside of the innermost loop around the insertion.
static bool isInvariant(OpOperand &destination, AnalysisState &state) {
  const BufferizationOptions &options = state.getOptions();
  Region *loop =
      state.getEnclosingRepetitiveRegion(destination.getOwner(), options);
  return loop &&
         llvm::any_of(state.findDefinitions(&destination), [&](Value v) {
           return state.getEnclosingRepetitiveRegion(v, options) != loop;
         });
}

namespace {
struct CopyInvariantDestinations
    : sg::impl::CopyInvariantDestinationsBase<CopyInvariantDestinations> {
  void runOnOperation() override {
    BufferizationOptions options;
    AnalysisState state(options);
    SmallVector<OpOperand *> invariant;
    getOperation().walk([&](SubsetInsertionOpInterface insertion) {
      OpOperand &destination = insertion.getDestinationOperand();
      // All threads of an scf.forall insert into the same tensor.
      if (isa<RankedTensorType>(destination.get().getType()) &&
          !isa<InParallelOpInterface>(insertion->getParentOp()) &&
          isInvariant(destination, state))
        invariant.push_back(&destination);
    });
    for (OpOperand *destination : invariant) {
      LDBG() << "destination copied, it is defined outside of the loop: "
             << destination->getOwner()->getName() << " at "
             << destination->getOwner()->getLoc();
      OpBuilder b(destination->getOwner());
      destination->set(AllocTensorOp::create(
          b, destination->getOwner()->getLoc(),
          cast<RankedTensorType>(destination->get().getType()),
          /*dynamicSizes=*/ValueRange(), /*copy=*/destination->get()));
    }
  }
};
} // namespace
