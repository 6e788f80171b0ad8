//===- CastFolds.h - Casts and the ops beside them --------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_CASTFOLDS_H
#define SG_LIB_CODEGEN_CASTFOLDS_H

#include "mlir/IR/PatternMatch.h"

namespace sg {

/// Replaces those of upstream's patterns for casts that make ops which are not
/// valid, by patterns that make valid ones.
void guardCastFolds(mlir::RewritePatternSet &patterns);

} // namespace sg

#endif // SG_LIB_CODEGEN_CASTFOLDS_H
