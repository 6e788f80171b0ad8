//===- AllocLiveness.cpp - Lifetimes of allocations -----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/CodeGen/Analysis/AllocLiveness.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace sg;

/// Returns true if no result of `op` may alias the memory of `use`, and `op`
/// does not let the address escape.
static bool cannotEscape(OpOperand &use) {
  Operation *op = use.getOwner();
  auto store = dyn_cast<memref::StoreOp>(op);
  return !op->hasTrait<OpTrait::IsTerminator>() &&
         !isa<memref::ExtractAlignedPointerAsIndexOp>(op) &&
         !(store && store.getValueToStore() == use.get()) &&
         llvm::all_of(op->getResultTypes(), [](Type type) {
           return type.isIntOrIndexOrFloat() || isa<VectorType>(type);
         });
}

std::optional<LiveRange> sg::findLiveRange(memref::AllocOp alloc) {
  LiveRange life{nullptr, nullptr};
  SmallVector<Value> known{alloc.getResult()};
  for (size_t next = 0; next < known.size(); ++next)
    for (OpOperand &use : known[next].getUses()) {
      Operation *user = use.getOwner();
      if (isa<memref::DeallocOp>(user))
        continue;
      bool isView = isa<ViewLikeOpInterface>(user);
      Operation *here = alloc->getBlock()->findAncestorOpInBlock(*user);
      if (!here || (!isView && !cannotEscape(use)))
        return std::nullopt;
      if (isView)
        llvm::append_range(known, user->getResults());
      if (!life.first || here->isBeforeInBlock(life.first))
        life.first = here;
      if (!life.last || life.last->isBeforeInBlock(here))
        life.last = here;
    }
  return life.first ? std::optional(life) : std::nullopt;
}

void sg::shrinkLiveRange(memref::AllocOp alloc, memref::DeallocOp dealloc) {
  std::optional<LiveRange> life = findLiveRange(alloc);
  if (!life)
    return;
  alloc->moveBefore(life->first);
  if (dealloc && dealloc->getBlock() == alloc->getBlock())
    dealloc->moveAfter(life->last);
}
