//===- AdmittedRewrites.h - Tested upstream rewrites ------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some canonicalization patterns and folds of LLVM 22.1.8 change results. An
// upstream rewrite is therefore admitted only if random programs compute the
// same values before and after the rewrite (test/Fuzz/rewrites.py,
// docs/UpstreamFaults.md).
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_TENSOR_ADMITTEDREWRITES_H
#define SG_LIB_CODEGEN_TENSOR_ADMITTEDREWRITES_H

#include "GuardedPattern.h"

namespace sg {

/// An upstream pattern, or the fold of an upstream op.
struct AdmittedRewrite {
  /// Name of the op that the pattern matches, "*" for any op.
  llvm::StringLiteral op;
  /// Name of the pattern without namespaces and template arguments.
  /// "canonicalize" names the canonicalize method of an op, and "fold" its
  /// fold.
  llvm::StringLiteral name;
  /// Returns true if the rewrite of the op is correct. Null if the rewrite is
  /// correct for all ops.
  RewriteGuard guard = nullptr;
};

/// Returns all admitted rewrites, sorted by op.
llvm::ArrayRef<AdmittedRewrite> getAdmittedRewrites();

/// Returns true if 'dialect' is an upstream dialect, whose rewrites must be
/// admitted.
bool needsAdmission(llvm::StringRef dialect);

/// Returns the name of 'pattern', in the form of AdmittedRewrite::name.
llvm::StringRef getRewriteName(const mlir::Pattern &pattern);

/// Erases the upstream patterns that are not admitted, and adds the guards of
/// admitted patterns.
void restrictToAdmitted(mlir::RewritePatternSet &patterns);

/// Adds a pattern that folds ops like the greedy driver, before other patterns
/// apply. If 'admitAll' is false, only admitted folds apply. The caller must
/// disable the driver's folding.
void populateFoldPattern(mlir::RewritePatternSet &patterns, bool admitAll);

} // namespace sg

#endif // SG_LIB_CODEGEN_TENSOR_ADMITTEDREWRITES_H
