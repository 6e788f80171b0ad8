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

/// Returns true if the op that owns `use` neither leaks the address nor returns
/// an alias of the memory.
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
  LiveRange range{nullptr, nullptr};
  SmallVector<Value> aliases{alloc.getResult()};
  for (size_t next = 0; next < aliases.size(); ++next)
    for (OpOperand &use : aliases[next].getUses()) {
      Operation *user = use.getOwner();
      if (isa<memref::DeallocOp>(user))
        continue;
      bool isView = isa<ViewLikeOpInterface>(user);
      Operation *topLevelUser = alloc->getBlock()->findAncestorOpInBlock(*user);
      if (!topLevelUser || (!isView && !cannotEscape(use)))
        return std::nullopt;
      if (isView)
        llvm::append_range(aliases, user->getResults());
      if (!range.first || topLevelUser->isBeforeInBlock(range.first))
        range.first = topLevelUser;
      if (!range.last || range.last->isBeforeInBlock(topLevelUser))
        range.last = topLevelUser;
    }
  return range.first ? std::optional(range) : std::nullopt;
}

void sg::shrinkLiveRange(memref::AllocOp alloc, memref::DeallocOp dealloc) {
  std::optional<LiveRange> range = findLiveRange(alloc);
  if (!range)
    return;
  alloc->moveBefore(range->first);
  if (dealloc && dealloc->getBlock() == alloc->getBlock())
    dealloc->moveAfter(range->last);
}
