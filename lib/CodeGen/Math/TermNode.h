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

/// An op, a constant, a leaf, a parameter, a branch or a loop.
struct TermNode {
  mlir::Type type; ///< Of each result of an op.
  std::string op = {};
  llvm::SmallVector<Term, 3> operands = {};
  mlir::NamedAttrList attributes = {};
  unsigned count = 1;
  mlir::TypedAttr constant = {};
  mlir::Value leaf = {};
  /// Of a branch: its operands are the condition, the values without it, one
  /// for each result, and the inputs of the body. Of a loop: the initial value,
  /// and further inputs of the body and of the condition for another round.
  llvm::SmallVector<Term, 0> parameters = {};
  llvm::SmallVector<Term, 0> body = {};
  llvm::SmallVector<Term, 0> condition = {}; ///< None, or that of a loop.
};

} // namespace sg::approximate

#endif // SG_LIB_CODEGEN_MATH_TERMNODE_H
