//===- ExpandDerivatives.cpp - Pass that expands all requests -------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Transforms/CustomRuleFunctions.h"
#include "sg/Transforms/Passes.h"
#include "sg/Transforms/RequestExpander.h"
#include "sg/Transforms/StatsObserver.h"

using namespace mlir;
using namespace sg::grad;

namespace sg::grad {
#define GEN_PASS_DEF_EXPANDDERIVATIVES
#include "sg/Transforms/Passes.h.inc"
} // namespace sg::grad

LogicalResult sg::grad::expandDerivatives(
    ArrayRef<Operation *> roots, const ExpandDerivativesOptions &options,
    DerivativeStats *record, OpBuilder::Listener *listener) {
  if (roots.empty())
    return success();
  DerivativeStats stats;
  StatsObserver observer(stats);
  RequestExpander expander(roots.front()->getContext(), options, listener,
                           record ? &observer : nullptr);
  SmallVector<Operation *> functions;
  for (Operation *root : roots)
    root->walk<WalkOrder::PreOrder>(
        [&](FunctionOpInterface function) { functions.push_back(function); });
  for (Operation *function : functions)
    if (failed(expander.expandReachable(function)))
      return failure();
  // Also check custom rules that no request reaches.
  for (Operation *function : functions)
    if (hasCustomRule(function) &&
        failed(checkCustomRule(cast<func::FuncOp>(function))))
      return failure();
  // Expand requests outside of functions.
  for (Operation *root : roots)
    if (failed(expander.expandReachable(root)))
      return failure();
  if (record)
    *record = std::move(stats);
  return success();
}

namespace {
struct ExpandDerivatives
    : sg::grad::impl::ExpandDerivativesBase<ExpandDerivatives> {
  using ExpandDerivativesBase::ExpandDerivativesBase;
  void runOnOperation() override {
    DerivativeStats record;
    ExpandDerivativesOptions options{strict, strongZero};
    if (failed(expandDerivatives({getOperation()}, options, &record)))
      return signalPassFailure();
    emitRemarks(&getContext(), record);
  }
};
} // namespace
