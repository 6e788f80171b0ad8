//===- LoopInvariants.cpp - Invariants of loops ---------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/StructuredOps/LoopInvariants.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "sg/StructuredOps/EnclosedRegions.h"
#include "sg/StructuredOps/Speculation.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace sg;

/// Unlike getUsedValuesDefinedAbove, supports ops of an unfinished backward
/// half, which still use values of another function.
SmallVector<Value> sg::externalOperands(Operation *op) {
  llvm::SetVector<Value> values;
  EnclosedRegions regions(op);
  op->walk<WalkOrder::PreOrder>([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (!regions.define(operand))
        values.insert(operand);
  });
  return values.takeVector();
}

bool LoopInvariants::isInside(Value value) {
  return loop->isAncestor(value.getParentRegion()->getParentOp());
}

bool LoopInvariants::contains(Value value) {
  if (!isInside(value))
    return true;
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  auto known = invariant.find(op);
  if (known != invariant.end())
    return known->second;
  bool result =
      isMemoryEffectFree(op) && canSpeculate(op) &&
      llvm::all_of(externalOperands(op), [&](Value v) { return contains(v); });
  invariant[op] = result;
  return result;
}

Value LoopInvariants::hoist(Value value) {
  if (!isInside(value) || copies.contains(value))
    return copies.lookupOrDefault(value);
  Operation *op = value.getDefiningOp();
  for (Value operand : externalOperands(op))
    hoist(operand);
  // Clone with a copy of the map, to keep values of nested regions out of
  // `copies`: a second clone would omit block arguments that `copies` maps.
  IRMapping map(copies);
  Operation *copy = OpBuilder(loop).clone(*op, map);
  copies.map(op->getResults(), copy->getResults());
  return copies.lookup(value);
}
