//===- Effects.cpp - Effects that prevent recomputation -------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/StructuredOps/Effects.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "sg/Dialect/Grad/IR/Grad.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace sg;
using namespace sg::grad;

/// The effect of an op, without the effects of its nested ops.
enum class Effect { None, Abort, Other };

static Effect effectOf(Operation *op) {
  if (isa<cf::AssertOp>(op))
    return Effect::Abort;
  if (auto effects = dyn_cast<MemoryEffectOpInterface>(op)) {
    SmallVector<MemoryEffects::EffectInstance> instances;
    effects.getEffects(instances);
    bool onlyReadsOrAllocates =
        llvm::all_of(instances, [](const auto &instance) {
          return isa<MemoryEffects::Read, MemoryEffects::Allocate>(
              instance.getEffect());
        });
    return onlyReadsOrAllocates ? Effect::None : Effect::Other;
  }
  if (op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
      op->hasTrait<OpTrait::IsTerminator>())
    return Effect::None;
  // As in FlowGraph.cpp, an op that declares its flow has no effects.
  return isa<DifferentiableOpInterface>(op) ? Effect::None : Effect::Other;
}

/// Returns the first op in `root` or its transitive callees whose effect
/// satisfies `isWanted`.
static Operation *findFirst(Operation *root, bool (*isWanted)(Effect)) {
  llvm::SetVector<Operation *> roots;
  roots.insert(root);
  Operation *found = nullptr;
  for (size_t next = 0; next < roots.size() && !found; ++next)
    roots[next]->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<FunctionOpInterface>(op))
        return WalkResult::advance(); // a separate root
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
          effect = Effect::Abort; // functions with a custom rule only compute
        else
          effect = Effect::Other;
      }
      if (!isWanted(effect))
        return WalkResult::advance();
      found = op;
      return WalkResult::interrupt();
    });
  return found;
}

Operation *sg::findSideEffect(Operation *root) {
  return findFirst(root, [](Effect effect) { return effect == Effect::Other; });
}

bool sg::mayAbort(Operation *root) {
  return findFirst(root, [](Effect effect) { return effect != Effect::None; });
}

/// Returns true if an op inside `root` allocates `memory`.
static bool isLocal(Value memory, Operation *root) {
  while (auto view = memory.getDefiningOp<ViewLikeOpInterface>())
    memory = view.getViewSource();
  auto effects = memory.getDefiningOp<MemoryEffectOpInterface>();
  return effects && root->isProperAncestor(effects) &&
         effects.getEffectOnValue<MemoryEffects::Allocate>(memory);
}

/// Returns true if `op` in `root` is repeatable, without its nested ops. Adds
/// the callee of a call to `callees`, to be checked separately.
static bool isRepeatable(Operation *op, Operation *root,
                         llvm::SetVector<Operation *> &callees) {
  if (isa<cf::AssertOp>(op) || op->hasTrait<OpTrait::IsTerminator>())
    return true;
  if (auto call = dyn_cast<CallOpInterface>(op)) {
    auto name = dyn_cast<SymbolRefAttr>(call.getCallableForCallee());
    if (!name)
      return false;
    auto callee =
        SymbolTable::lookupNearestSymbolFrom<FunctionOpInterface>(op, name);
    if (!callee)
      return false;
    if (callee.isExternal())
      return callee->hasAttr(sg::grad::kCustomVJPAttr) ||
             callee->hasAttr(sg::grad::kCustomJVPAttr);
    callees.insert(callee);
    return true;
  }
  if (auto interface = dyn_cast<MemoryEffectOpInterface>(op)) {
    SmallVector<MemoryEffects::EffectInstance> effects;
    interface.getEffects(effects);
    return llvm::all_of(effects, [&](MemoryEffects::EffectInstance &effect) {
      return isa<MemoryEffects::Allocate>(effect.getEffect()) ||
             (effect.getValue() && isLocal(effect.getValue(), root));
    });
  }
  auto writer = dyn_cast<DestinationStyleOpInterface>(op);
  return op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
         isa<sg::grad::DifferentiableOpInterface>(op) ||
         (writer && writer.hasPureTensorSemantics());
}

Operation *sg::findNonRepeatableOp(Operation *root) {
  llvm::SetVector<Operation *> reached;
  reached.insert(root);
  Operation *found = nullptr;
  for (size_t next = 0; next < reached.size() && !found; ++next)
    for (Region &region : reached[next]->getRegions())
      region.walk<WalkOrder::PreOrder>([&](Operation *op) {
        if (!isRepeatable(op, reached[next], reached))
          found = op;
        return found ? WalkResult::interrupt() : WalkResult::advance();
      });
  return found;
}
