//===- DirectionalResults.h - What is found of an argument -----*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TOOLS_SG_RUN_DIRECTIONALRESULTS_H
#define SG_TOOLS_SG_RUN_DIRECTIONALRESULTS_H

#include "Differences.h"

namespace sg::run {

const DirectionalResult *findWorst(llvm::ArrayRef<DirectionalResult> answers);

/// Prints what is found along some directions in an argument of that type.
void printAnswers(unsigned argument, mlir::Type type,
                  llvm::ArrayRef<DirectionalResult> answers,
                  llvm::ArrayRef<Doubles> directions, Precision precision);

} // namespace sg::run

#endif // SG_TOOLS_SG_RUN_DIRECTIONALRESULTS_H
