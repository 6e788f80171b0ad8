//===- LocalizeWrongRule.h - Find the op with a wrong rule ------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_GRADIENTCHECK_LOCALIZEWRONGRULE_H
#define SG_LIB_GRADIENTCHECK_LOCALIZEWRONGRULE_H

#include "CheckedFunction.h"

namespace sg::gradcheck {

/// A direction in which a derivative is wrong.
struct Failure {
  CheckedFunction *function = nullptr;
  unsigned argument = 0;
  Doubles direction = {};
};

struct SearchOptions {
  const Options &options;
  Precision precision;
  TimeLimit limit;
};

/// Finds the first op whose results have a wrong derivative in the direction of
/// `failure`. `module` contains the function of `failure` or, if this function
/// is a derivative, its primal function, named `primal`.
Localization localizeWrongRule(mlir::OwningOpRef<mlir::ModuleOp> module,
                               const Failure &failure, llvm::StringRef primal,
                               const SearchOptions &search);

} // namespace sg::gradcheck

#endif // SG_LIB_GRADIENTCHECK_LOCALIZEWRONGRULE_H
