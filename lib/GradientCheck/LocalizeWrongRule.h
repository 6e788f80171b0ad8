//===- LocalizeWrongRule.h - Which op has a wrong derivative ----*- C++ -*-===//
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

/// How a search is made.
struct SearchOptions {
  const Options &options;
  Precision precision;
  TimeLimit limit;
};

/// Finds the first op of the function whose results have a wrong derivative in
/// that direction. `module` has the function, or, if that is a derivative, the
/// function `primal` that it is of.
Localization localizeWrongRule(mlir::OwningOpRef<mlir::ModuleOp> module,
                               const Failure &failure, llvm::StringRef primal,
                               const SearchOptions &search);

} // namespace sg::gradcheck

#endif // SG_LIB_GRADIENTCHECK_LOCALIZEWRONGRULE_H
