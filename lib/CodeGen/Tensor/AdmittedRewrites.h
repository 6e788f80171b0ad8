//===- AdmittedRewrites.h - Canonicalization with evidence ------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Canonicalization patterns and folds of LLVM 22.1.8 change what some programs
// compute. A rewrite of upstream is therefore admitted only if random programs
// to which it applies compute the same before and after it
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
  /// "canonicalize" for the method of an op, "fold" for its fold.
  llvm::StringLiteral name;
  /// Ops for which the rewrite is right, or null for all ops.
  RewriteGuard guard = nullptr;
};

/// Returns all admitted rewrites, sorted by op.
llvm::ArrayRef<AdmittedRewrite> getAdmittedRewrites();

/// Returns true if rewrites of 'dialect' need to be admitted: those of
/// upstream, not those of a user's dialect.
bool needsAdmission(llvm::StringRef dialect);

/// Returns the name of 'pattern' as in AdmittedRewrite.
llvm::StringRef getRewriteName(const mlir::Pattern &pattern);

/// Erases the patterns that are not admitted, and guards the others.
void restrictToAdmitted(mlir::RewritePatternSet &patterns);

/// Adds a pattern that folds ops as the greedy driver does, before other
/// patterns: ops whose fold is admitted or, if 'all' is true, all ops. The
/// driver's own folding must be disabled.
void populateFoldPattern(mlir::RewritePatternSet &patterns, bool all);

} // namespace sg

#endif // SG_LIB_CODEGEN_TENSOR_ADMITTEDREWRITES_H
