//===- InlinedClones.cpp - Functions with their calls inlined -------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InlinedClones.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "sg/Analysis/Activity.h"

using namespace mlir;
using namespace sg::grad;

InlinedClones::InlinedClones(ModuleOp module) : copy(module.clone()) {
  SmallVector<func::FuncOp> functions, copied;
  module.walk([&](func::FuncOp function) { functions.push_back(function); });
  copy->walk([&](func::FuncOp function) { copied.push_back(function); });
  for (auto [function, cloned] : llvm::zip_equal(functions, copied)) {
    copies[function] = cloned;
    addOrigins(function, cloned);
  }
}

void InlinedClones::addOrigins(Operation *op, Operation *copied) {
  SmallVector<Operation *> originals;
  op->walk<WalkOrder::PreOrder>([&](Operation *inner) {
    Operation *known = origins.lookup(inner);
    originals.push_back(known ? known : inner);
  });
  size_t next = 0;
  copied->walk<WalkOrder::PreOrder>(
      [&](Operation *inner) { origins[inner] = originals[next++]; });
}

void InlinedClones::expand(func::CallOp call,
                           SmallVectorImpl<Operation *> &callers) {
  constexpr unsigned maxExpanded = 256;
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      call, call.getCalleeAttr());
  if (!callee || callee.isExternal() || hasCustomRule(callee) ||
      !callee.getBody().hasOneBlock() ||
      !isa<func::ReturnOp>(callee.getBody().front().getTerminator()) ||
      llvm::is_contained(callers, callee.getOperation()) ||
      ++numExpanded > maxExpanded)
    return;
  OpBuilder b(call);
  IRMapping mapping;
  mapping.map(callee.getArguments(), call.getOperands());
  SmallVector<func::CallOp> inner;
  Block &body = callee.getBody().front();
  for (Operation &op : body.without_terminator()) {
    Operation *copied = b.clone(op, mapping);
    addOrigins(&op, copied);
    copied->walk([&](func::CallOp found) { inner.push_back(found); });
  }
  for (auto [result, returned] :
       llvm::zip_equal(call.getResults(), body.getTerminator()->getOperands()))
    result.replaceAllUsesWith(mapping.lookupOrDefault(returned));
  call.erase();
  callers.push_back(callee);
  for (func::CallOp found : inner)
    expand(found, callers);
  callers.pop_back();
}

func::FuncOp InlinedClones::flatten(func::FuncOp function) {
  func::FuncOp &known = inlined[function];
  if (known)
    return known;
  func::FuncOp cloned = copies.lookup(function);
  // Append the clone: lookup of their common name must find the original.
  auto clone = cast<func::FuncOp>(cloned->clone());
  cloned->getBlock()->push_back(clone);
  addOrigins(cloned, clone);
  numExpanded = 0;
  SmallVector<func::CallOp> calls;
  clone.walk([&](func::CallOp call) { calls.push_back(call); });
  SmallVector<Operation *> callers{cloned};
  for (func::CallOp call : calls)
    expand(call, callers);
  return known = clone;
}
