//===- TermNode.h - A node of an expression ---------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_MATH_TERMNODE_H
#define SG_LIB_CODEGEN_MATH_TERMNODE_H

#include "Terms.h"

namespace sg::approximate {

/// A node of an expression: an op, a constant, a leaf, a parameter, a branch or
/// a loop.
struct TermNode {
  mlir::Type type; ///< The type of each result.
  std::string op = {};
  llvm::SmallVector<Term, 3> operands = {};
  mlir::NamedAttrList attributes = {};
  unsigned numResults = 1; ///< Number of results.
  mlir::TypedAttr constant = {};
  mlir::Value leaf = {};
  /// The parameters of `body` and `condition`. The operands of a branch are the
  /// condition, the results if the condition is false, and the inputs of the
  /// body. The operands of a loop are the initial value and the loop-invariant
  /// inputs of the body and the condition.
  llvm::SmallVector<Term, 0> parameters = {};
  llvm::SmallVector<Term, 0> body = {};
  llvm::SmallVector<Term, 0> condition =
      {}; ///< Condition of a loop; otherwise empty.
};

} // namespace sg::approximate

#endif // SG_LIB_CODEGEN_MATH_TERMNODE_H
