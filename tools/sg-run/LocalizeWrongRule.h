//===- LocalizeWrongRule.h - Which op has a wrong derivative -----------*- C++
//-*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TOOLS_SG_RUN_LOCALIZEWRONGRULE_H
#define SG_TOOLS_SG_RUN_LOCALIZEWRONGRULE_H

#include "CheckedFunction.h"

namespace sg::run {

/// A direction in which a derivative is wrong.
struct Failure {
  CheckedFunction *function = nullptr;
  unsigned argument = 0;
  Doubles direction;
};

/// Finds the first op of the function whose results have a wrong derivative in
/// that direction, and prints an error there. `module` has the function, and
/// perhaps requests.
void narrowDown(const Options &options,
                mlir::OwningOpRef<mlir::ModuleOp> module,
                const Failure &failure, Precision precision);

} // namespace sg::run

#endif // SG_TOOLS_SG_RUN_LOCALIZEWRONGRULE_H
