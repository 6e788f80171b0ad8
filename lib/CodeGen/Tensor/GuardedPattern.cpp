//===- GuardedPattern.cpp - Upstream patterns with a guard ----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GuardedPattern.h"

using namespace mlir;

namespace {
class GuardedPattern final : public RewritePattern {
public:
  GuardedPattern(RewritePattern &pattern, OperationName root)
      : RewritePattern(root.getStringRef(), pattern.getBenefit(),
                       pattern.getContext()) {}
  GuardedPattern(RewritePattern &pattern, TypeID interface)
      : RewritePattern(MatchInterfaceOpTypeTag(), interface,
                       pattern.getBenefit(), pattern.getContext()) {}
  GuardedPattern(RewritePattern &pattern)
      : RewritePattern(MatchAnyOpTypeTag(), pattern.getBenefit(),
                       pattern.getContext()) {}

  void setPattern(std::unique_ptr<RewritePattern> newPattern,
                  sg::RewriteGuard newGuard) {
    pattern = std::move(newPattern);
    guard = newGuard;
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
  std::unique_ptr<GuardedPattern> guarded;
  if (std::optional<OperationName> root = pattern->getRootKind())
    guarded = std::make_unique<GuardedPattern>(*pattern, *root);
  else if (std::optional<TypeID> interface = pattern->getRootInterfaceID())
    guarded = std::make_unique<GuardedPattern>(*pattern, *interface);
  else
    guarded = std::make_unique<GuardedPattern>(*pattern);
  guarded->setPattern(std::move(pattern), guard);
  return guarded;
}
