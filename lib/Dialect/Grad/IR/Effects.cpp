//===- Effects.cpp - Whether code may run more than once ------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Grad/IR/Effects.h"
#include "Dialect/Grad/IR/Grad.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace sg::grad;

/// What an op does itself, not what the ops in it do.
enum class Effect { None, Stop, Other };

static Effect effectOf(Operation *op) {
  if (isa<cf::AssertOp>(op))
    return Effect::Stop;
  if (auto effects = dyn_cast<MemoryEffectOpInterface>(op)) {
    SmallVector<MemoryEffects::EffectInstance> instances;
    effects.getEffects(instances);
    bool isHarmless = llvm::all_of(instances, [](const auto &instance) {
      return isa<MemoryEffects::Read, MemoryEffects::Allocate>(
          instance.getEffect());
    });
    return isHarmless ? Effect::None : Effect::Other;
  }
  if (op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
      op->hasTrait<OpTrait::IsTerminator>())
    return Effect::None;
  // As in Activity: an op that declares its flow does nothing but compute.
  return isa<DifferentiableOpInterface>(op) ? Effect::None : Effect::Other;
}

/// The first op with such an effect under `root` or under what that calls.
static Operation *findFirst(Operation *root, bool (*isMeant)(Effect)) {
  llvm::SetVector<Operation *> roots;
  roots.insert(root);
  Operation *found = nullptr;
  for (size_t next = 0; next < roots.size() && !found; ++next)
    roots[next]->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<FunctionOpInterface>(op))
        return WalkResult::advance(); // a root
      Effect effect = Effect::None;
      auto call = dyn_cast<CallOpInterface>(op);
      if (!call) {
        effect = effectOf(op);
      } else {
        auto name = dyn_cast<SymbolRefAttr>(call.getCallableForCallee());
        auto callee =
            name ? SymbolTable::lookupNearestSymbolFrom<FunctionOpInterface>(
                       op, name)
                 : FunctionOpInterface();
        if (callee && !callee.isExternal())
          roots.insert(callee);
        else if (callee && (callee->hasAttr(kCustomVJPAttr) ||
                            callee->hasAttr(kCustomJVPAttr)))
          effect = Effect::Stop; // a rule tells that it is a function
        else
          effect = Effect::Other;
      }
      if (!isMeant(effect))
        return WalkResult::advance();
      found = op;
      return WalkResult::interrupt();
    });
  return found;
}

Operation *sg::grad::findEffect(Operation *root) {
  return findFirst(root, [](Effect effect) { return effect == Effect::Other; });
}

bool sg::grad::mayStop(Operation *root) {
  return findFirst(root, [](Effect effect) { return effect != Effect::None; });
}
