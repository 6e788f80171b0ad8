//===- AddedFunctions.cpp - Functions added by a transform ----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AddedFunctions.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace sg::grad;

AddedFunctions::AddedFunctions(Operation *program) : program(program) {
  program->walk([&](func::FuncOp function) { before.insert(function); });
}

SmallVector<func::FuncOp> AddedFunctions::find() const {
  SmallVector<func::FuncOp> added;
  program->walk<WalkOrder::PreOrder>([&](func::FuncOp function) {
    if (!before.contains(function))
      added.push_back(function);
  });
  return added;
}

void AddedFunctions::eraseUncalled() const {
  SmallVector<func::FuncOp> added = find();
  llvm::SmallSetVector<Operation *, 8> called;
  auto visit = [&](Operation *root) {
    root->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op != root && isa<func::FuncOp>(op) && !before.contains(op))
        return WalkResult::skip();
      if (auto call = dyn_cast<func::CallOp>(op))
        if (Operation *callee = SymbolTable::lookupNearestSymbolFrom(
                call, call.getCalleeAttr());
            callee && !before.contains(callee))
          called.insert(callee);
      return WalkResult::advance();
    });
  };
  visit(program);
  for (size_t next = 0; next < called.size(); ++next)
    visit(called[next]);
  for (func::FuncOp function : added)
    if (!called.contains(function))
      function.erase();
}
