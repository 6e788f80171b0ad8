//===- AdmittedRewrites.cpp - Tested upstream rewrites --------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AdmittedRewrites.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-canonicalize"

using namespace mlir;
using namespace sg;

bool sg::needsAdmission(StringRef dialect) {
  return llvm::StringSwitch<bool>(dialect)
      .Cases({"affine", "arith", "bufferization", "builtin", "cf", "complex",
              "func", "gpu", "index", "linalg", "llvm", "math", "memref",
              "nvvm", "scf", "shape", "tensor", "ub", "vector"},
             true)
      .Default(false);
}

StringRef sg::getRewriteName(const Pattern &pattern) {
  StringRef name = pattern.getDebugName();
  name = name.take_until([](char c) { return c == '<'; });
  size_t colon = name.rfind(':');
  if (colon != StringRef::npos)
    name = name.drop_front(colon + 1);
  return name.empty() ? StringRef("canonicalize") : name;
}

namespace {
/// Maps the op and name of a rewrite to its entry in the table.
class AdmittedRewriteMap {
public:
  AdmittedRewriteMap() {
    for (const AdmittedRewrite &rewrite : getAdmittedRewrites())
      rewrites[getKey(rewrite.op, rewrite.name)] = &rewrite;
  }

  /// Returns the rewrite, or null if it is not admitted.
  const AdmittedRewrite *lookup(StringRef op, StringRef name) const {
    return rewrites.lookup(getKey(op, name));
  }

private:
  static std::string getKey(StringRef op, StringRef name) {
    return (op + " " + name).str();
  }

  llvm::StringMap<const AdmittedRewrite *> rewrites;
};
} // namespace

void sg::restrictToAdmitted(RewritePatternSet &patterns) {
  AdmittedRewriteMap admitted;
  for (std::unique_ptr<RewritePattern> &pattern :
       patterns.getNativePatterns()) {
    std::optional<OperationName> root = pattern->getRootKind();
    if (root && !needsAdmission(root->getDialectNamespace()))
      continue;
    StringRef op = root ? root->getStringRef() : StringRef("*");
    const AdmittedRewrite *rewrite =
        admitted.lookup(op, getRewriteName(*pattern));
    if (!rewrite) {
      LDBG() << "not admitted: " << op << " " << getRewriteName(*pattern);
      pattern.reset();
    } else if (rewrite->guard) {
      pattern = guardPattern(std::move(pattern), rewrite->guard);
    }
  }
  llvm::erase(patterns.getNativePatterns(), nullptr);
}

namespace {
struct FoldOp final : RewritePattern {
  /// The benefit is greater than the benefit of all other patterns.
  FoldOp(MLIRContext *context, bool admitAll)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/60000, context) {
    AdmittedRewriteMap admitted;
    for (RegisteredOperationName op : context->getRegisteredOperations()) {
      const AdmittedRewrite *rewrite =
          admitted.lookup(op.getStringRef(), "fold");
      if (admitAll || rewrite || !needsAdmission(op.getDialectNamespace()))
        guards[op] = rewrite ? rewrite->guard : nullptr;
    }
  }

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    // A constant would fold to itself endlessly.
    if (op->hasTrait<OpTrait::ConstantLike>())
      return failure();
    auto admitted = guards.find(op->getName());
    if (admitted == guards.end())
      return rewriter.notifyMatchFailure(op, "the fold is not admitted");
    if (admitted->second && !admitted->second(op))
      return rewriter.notifyMatchFailure(
          op, "upstream's fold is wrong for this op");
    OperationName name = op->getName();
    SmallVector<OpFoldResult> folded;
    rewriter.startOpModification(op);
    if (failed(op->fold(folded))) {
      rewriter.cancelOpModification(op);
      return failure();
    }
    if (folded.empty()) {
      rewriter.finalizeOpModification(op);
      LDBG() << "applied: " << name << " fold";
      return success();
    }
    rewriter.cancelOpModification(op);
    FailureOr<SmallVector<Value>> values = materialize(op, folded, rewriter);
    if (failed(values))
      return rewriter.notifyMatchFailure(op,
                                         "no constant op has the folded value");
    rewriter.replaceOp(op, *values);
    LDBG() << "applied: " << name << " fold";
    return success();
  }

private:
  /// Returns the values of 'folded', with a new constant for each attribute. If
  /// an attribute has no constant op, erases the new constants and fails.
  static FailureOr<SmallVector<Value>>
  materialize(Operation *op, ArrayRef<OpFoldResult> folded,
              PatternRewriter &rewriter) {
    SmallVector<Value> values;
    SmallVector<Operation *> constants;
    for (auto [result, type] : llvm::zip_equal(folded, op->getResultTypes())) {
      if (auto value = dyn_cast<Value>(result)) {
        values.push_back(value);
        continue;
      }
      Operation *constant = op->getDialect()->materializeConstant(
          rewriter, cast<Attribute>(result), type, op->getLoc());
      if (!constant) {
        for (Operation *created : constants)
          rewriter.eraseOp(created);
        return failure();
      }
      constants.push_back(constant);
      values.push_back(constant->getResult(0));
    }
    return values;
  }

  llvm::DenseMap<OperationName, RewriteGuard> guards;
};
} // namespace

void sg::populateFoldPattern(RewritePatternSet &patterns, bool admitAll) {
  patterns.add<FoldOp>(patterns.getContext(), admitAll);
}
