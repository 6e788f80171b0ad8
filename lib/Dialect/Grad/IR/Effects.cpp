//===- Effects.cpp - What may run again, or not at all --------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Grad/IR/Effects.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

/// Whether `op` itself writes nothing; what it calls is added to `callees`.
static bool writesNothing(Operation *op,
                          llvm::SetVector<Operation *> &callees) {
  if (isa<cf::AssertOp>(op) || op->hasTrait<OpTrait::IsTerminator>())
    return true;
  if (auto call = dyn_cast<CallOpInterface>(op)) {
    auto name = dyn_cast<SymbolRefAttr>(call.getCallableForCallee());
    if (!name)
      return false;
    auto callee =
        SymbolTable::lookupNearestSymbolFrom<FunctionOpInterface>(op, name);
    if (!callee || callee.isExternal())
      return false;
    callees.insert(callee);
    return true;
  }
  if (auto effects = dyn_cast<MemoryEffectOpInterface>(op))
    return !effects.hasEffect<MemoryEffects::Write>() &&
           !effects.hasEffect<MemoryEffects::Free>();
  // The ops inside count.
  return op->hasTrait<OpTrait::HasRecursiveMemoryEffects>();
}

bool sg::grad::isRepeatable(Operation *op) {
  llvm::SetVector<Operation *> callees;
  auto check = [&](Operation *inner) {
    return writesNothing(inner, callees) ? WalkResult::advance()
                                         : WalkResult::interrupt();
  };
  if (op->walk(check).wasInterrupted())
    return false;
  for (size_t next = 0; next < callees.size(); ++next)
    for (Region &region : callees[next]->getRegions())
      if (region.walk(check).wasInterrupted())
        return false;
  return true;
}
