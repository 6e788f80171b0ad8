//===- AdmittedRewrites.h - Canonicalization with evidence ------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Canonicalization patterns and folds of LLVM 22.1.8 change the results of some
// programs. A rewrite of upstream is therefore admitted only if random programs
// to which it applies compute the same values before and after it
// (test/Fuzz/rewrites.py, docs/UpstreamFaults.md).
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_TENSOR_ADMITTEDREWRITES_H
#define SG_LIB_CODEGEN_TENSOR_ADMITTEDREWRITES_H

#include "GuardedPattern.h"

namespace sg {

/// A rewrite of upstream: a pattern or the fold of an op.
struct AdmittedRewrite {
  /// Name of the op that the pattern matches, "*" for any op.
  llvm::StringLiteral op;
  /// Name of the pattern without namespaces and template arguments,
  /// "canonicalize" for the canonicalize method of an op, or "fold" for the
  /// fold of an op.
  llvm::StringLiteral name;
  /// A predicate that is true for the ops for which the rewrite is correct.
  /// Null if it is correct for all ops.
  RewriteGuard guard = nullptr;
};

/// Returns all admitted rewrites, sorted by op.
llvm::ArrayRef<AdmittedRewrite> getAdmittedRewrites();

/// Returns true if rewrites of 'dialect' must be admitted because it is a
/// dialect of upstream.
bool needsAdmission(llvm::StringRef dialect);

/// Returns the name of 'pattern', in the form of AdmittedRewrite::name.
llvm::StringRef getRewriteName(const mlir::Pattern &pattern);

/// Erases the patterns that are not admitted. Restricts admitted patterns to
/// their guards.
void restrictToAdmitted(mlir::RewritePatternSet &patterns);

/// Adds a pattern that folds ops like the greedy driver, before other patterns
/// apply. If 'all' is false, only admitted folds apply. The driver's own
/// folding must be disabled.
void populateFoldPattern(mlir::RewritePatternSet &patterns, bool all);

} // namespace sg

#endif // SG_LIB_CODEGEN_TENSOR_ADMITTEDREWRITES_H
