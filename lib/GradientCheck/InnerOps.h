//===- InnerOps.h - Which op in another is wrong ----------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_GRADIENTCHECK_INNEROPS_H
#define SG_LIB_GRADIENTCHECK_INNEROPS_H

#include "LocalizeWrongRule.h"
#include "sg/Analysis/Activity.h"

namespace sg::gradcheck {

/// What is found of the ops in a loop, a branch or a structured op.
struct InnerOps {
  /// The first whose derivative is wrong by itself, with operands that it was
  /// run with; null if none is.
  mlir::Operation *wrong = nullptr;
  DirectionalResult result;
  /// Those operands, for people; empty if they are long.
  std::string operands;
  /// One through which a derivative flows and that cannot be checked by itself,
  /// or was not run; null if there is none.
  mlir::Operation *unknown = nullptr;
  size_t numChecked = 0;
};

/// Checks the ops in `outer` one by one, an op after those in it. `outer` is in
/// a function that needs nothing but its module, which has no requests, and is
/// run with `arguments`. Nothing is found if that does not work.
std::optional<InnerOps> findInnerOp(mlir::Operation *outer,
                                    const grad::Activity &activity,
                                    llvm::ArrayRef<Array> arguments,
                                    const SearchOptions &search);

} // namespace sg::gradcheck

#endif // SG_LIB_GRADIENTCHECK_INNEROPS_H
