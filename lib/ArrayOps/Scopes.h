//===- Scopes.h - The function and region being built -----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_ARRAYOPS_SCOPES_H
#define SG_LIB_ARRAYOPS_SCOPES_H

#include "sg/ArrayOps/ArrayBuilder.h"
#include "llvm/ADT/DenseMap.h"

namespace sg::array {

/// A region that has begun and not ended.
struct ArrayBuilder::RegionScope {
  enum class Kind { Then, Else, For, WhileCondition, WhileBody, Checkpoint };

  Kind kind;
  /// The op that has the region. It is replaced if its result types become
  /// known only at the end.
  mlir::Operation *op;
  mlir::OpBuilder::InsertPoint outer;
  /// Types of the carry of a loop.
  llvm::SmallVector<ArrayType> carry;
  /// Results of the first branch.
  Arrays thenResults;
};

/// A function that has begun and not ended.
struct ArrayBuilder::FunctionScope {
  mlir::func::FuncOp op;
  mlir::OpBuilder::InsertPoint outer;
  std::unique_ptr<Function> function;
  /// Maps values of enclosing functions to arguments.
  llvm::DenseMap<mlir::Value, mlir::Value> captures;
  /// Values of symbols. They are valid in the region that contains them.
  llvm::DenseMap<unsigned, mlir::Value> symbolValues;
  std::vector<RegionScope> regions;

  mlir::Block &getEntry() { return op.getBody().front(); }
};

} // namespace sg::array

#endif // SG_LIB_ARRAYOPS_SCOPES_H
