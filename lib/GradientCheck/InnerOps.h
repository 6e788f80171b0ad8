//===- InnerOps.h - Find a wrong op in a region -----------------*- C++ -*-===//
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

/// The result of checking the ops in a loop, a branch or a structured op.
struct InnerOps {
  /// The first op whose derivative is wrong for operands that occur in the
  /// program. Null if there is none.
  mlir::Operation *wrong = nullptr;
  DirectionalResult result;
  /// Text of the operands of `wrong`. Empty if an operand has many elements.
  std::string operands;
  /// An active op that cannot be checked alone or is not executed, or null.
  mlir::Operation *uncheckedOp = nullptr;
  size_t numChecked = 0;
};

/// Checks the ops in `outer` one by one, nested ops before their parents. Runs
/// the function that contains `outer` with `arguments`. The module must contain
/// all callees and no requests. Returns std::nullopt on failure.
std::optional<InnerOps> findWrongInnerOp(mlir::Operation *outer,
                                         const grad::Activity &activity,
                                         llvm::ArrayRef<Array> arguments,
                                         const SearchOptions &search);

} // namespace sg::gradcheck

#endif // SG_LIB_GRADIENTCHECK_INNEROPS_H
