//===- ResolvedRequest.cpp - A resolved request for a derivative ----------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Transforms/ResolvedRequest.h"
#include "sg/Dialect/Grad/IR/PositionSets.h"

using namespace mlir;
using namespace sg::grad;

llvm::BitVector ResolvedRequest::getVaried() const {
  return toPositionSet(func::FuncOp(function).getNumArguments(), wrt);
}

llvm::BitVector ResolvedRequest::getUseful() const {
  return toPositionSet(func::FuncOp(function).getNumResults(), of);
}

ResolvedRequest sg::grad::getRequest(DerivativeRequestOpInterface op) {
  auto function = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      op, op.getCalleeAttr());
  ResolvedRequest request{
      function,
      RequestMode::VJP,
      getDifferentiatedArguments(function.getArgumentTypes(), op.getWrt()),
      getDifferentiablePositions(function.getResultTypes()),
      op.getStrict(),
      op.getStrongZero()};
  if (isa<JVPOp>(op))
    request.mode = RequestMode::JVP;
  if (isa<ValueAndGradOp>(op)) {
    request.mode = RequestMode::ValueAndGrad;
    request.of = {0};
  }
  return request;
}
