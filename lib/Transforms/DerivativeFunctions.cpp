//===- DerivativeFunctions.cpp - Creation of derivative functions ---------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DerivativeFunctions.h"
#include "sg/Dialect/Grad/IR/Grad.h"
#include "sg/StructuredOps/DeadCode.h"
#include "sg/Transforms/DerivativeLocations.h"

using namespace mlir;
using namespace sg;
using namespace sg::grad;

/// Inserts `function` after `after` under a unique name.
static void insertAfter(func::FuncOp function, func::FuncOp after) {
  // Do not build a SymbolTable, which would read every name of the module.
  Operation *table = SymbolTable::getNearestSymbolTable(after);
  unsigned counter = 0;
  auto isTaken = [&](StringRef name) {
    return SymbolTable::lookupSymbolIn(table, name) != nullptr;
  };
  if (isTaken(function.getName()))
    function.setName(SymbolTable::generateSymbolName<32>(function.getName(),
                                                         isTaken, counter));
  after->getBlock()->getOperations().insert(std::next(Block::iterator(after)),
                                            function);
}

func::FuncOp sg::grad::createFunction(func::FuncOp after, const Twine &name,
                                      Location location) {
  auto type = FunctionType::get(after.getContext(), {}, {});
  auto function = func::FuncOp::create(location, name.str(), type);
  function.setPrivate();
  function.setNoInline(after.getNoInline());
  function.addEntryBlock();
  insertAfter(function, after);
  return function;
}

func::FuncOp sg::grad::cloneFunction(func::FuncOp function, StringRef suffix) {
  auto clone = func::FuncOp::create(function.getLoc(),
                                    (function.getName() + suffix).str(),
                                    function.getFunctionType());
  clone.setPrivate();
  clone.setNoInline(function.getNoInline());
  // At higher order, a recomputed function's derivative is recomputed, too.
  if (function->hasAttr(kCheckpointAttr)) {
    clone.setNoInline(true);
    clone->setAttr(kCheckpointAttr, UnitAttr::get(function.getContext()));
  }
  IRMapping map;
  function.getBody().cloneInto(&clone.getBody(), map);
  insertAfter(clone, function);
  clone.getBody().walk(
      [](Operation *op) { op->setLoc(withRole(op->getLoc(), Role::Primal)); });
  return clone;
}

func::FuncOp sg::grad::createCaller(func::FuncOp function, StringRef suffix) {
  Location loc = withRole(function.getLoc(), Role::Primal);
  func::FuncOp caller =
      createFunction(function, function.getName() + suffix, function.getLoc());
  Block &body = caller.getBody().front();
  for (Type type : function.getArgumentTypes())
    body.addArgument(type, loc);
  OpBuilder b = OpBuilder::atBlockBegin(&body);
  auto call = func::CallOp::create(b, loc, function, body.getArguments());
  func::ReturnOp::create(b, loc, call.getResults());
  caller.setFunctionType(function.getFunctionType());
  return caller;
}

void sg::grad::updateFunctionType(func::FuncOp function) {
  Block &block = function.getBody().front();
  function.setFunctionType(
      FunctionType::get(function.getContext(), block.getArgumentTypes(),
                        block.getTerminator()->getOperandTypes()));
}

void sg::grad::finishDerivative(func::FuncOp function) {
  updateFunctionType(function);
  eraseDeadCodeAndCarries(function.getBody());
}

SmallVector<unsigned> sg::grad::eraseUnreadArguments(func::FuncOp function,
                                                     unsigned count) {
  Block &body = function.getBody().front();
  BitVector unread(body.getNumArguments());
  SmallVector<unsigned> read;
  for (unsigned i = 0; i < count; ++i)
    if (body.getArgument(i).use_empty())
      unread.set(i);
    else
      read.push_back(i);
  body.eraseArguments(unread);
  updateFunctionType(function);
  return read;
}
