//===- GuardedPattern.cpp - A pattern of upstream with a guard ------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GuardedPattern.h"

using namespace mlir;

namespace {
class Guarded final : public RewritePattern {
public:
  Guarded(RewritePattern &pattern, OperationName root)
      : RewritePattern(root.getStringRef(), pattern.getBenefit(),
                       pattern.getContext()) {}
  Guarded(RewritePattern &pattern, TypeID interface)
      : RewritePattern(MatchInterfaceOpTypeTag(), interface,
                       pattern.getBenefit(), pattern.getContext()) {}
  Guarded(RewritePattern &pattern)
      : RewritePattern(MatchAnyOpTypeTag(), pattern.getBenefit(),
                       pattern.getContext()) {}

  void take(std::unique_ptr<RewritePattern> inner, sg::RewriteGuard condition) {
    pattern = std::move(inner);
    guard = condition;
    setDebugName(pattern->getDebugName());
    setHasBoundedRewriteRecursion(pattern->hasBoundedRewriteRecursion());
  }

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (!guard(op))
      return rewriter.notifyMatchFailure(
          op, "upstream's rewrite is wrong for this op");
    return pattern->matchAndRewrite(op, rewriter);
  }

private:
  std::unique_ptr<RewritePattern> pattern;
  sg::RewriteGuard guard;
};
} // namespace

std::unique_ptr<RewritePattern>
sg::guardPattern(std::unique_ptr<RewritePattern> pattern, RewriteGuard guard) {
  std::unique_ptr<Guarded> guarded;
  if (std::optional<OperationName> root = pattern->getRootKind())
    guarded = std::make_unique<Guarded>(*pattern, *root);
  else if (std::optional<TypeID> interface = pattern->getRootInterfaceID())
    guarded = std::make_unique<Guarded>(*pattern, *interface);
  else
    guarded = std::make_unique<Guarded>(*pattern);
  guarded->take(std::move(pattern), guard);
  return guarded;
}
