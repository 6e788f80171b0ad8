//===- PrivatizeAllocs.cpp - Memory of loop iterations --------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrivatizeAllocs.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace sg;

/// Maximum number of elements of temporary memory per thread or block.
static constexpr int64_t kMaxTemporaryElements = 1024;

/// Returns true if the op of `use` overwrites the memory without reading it.
static bool overwritesAll(OpOperand &use) {
  Operation *op = use.getOwner();
  auto type = dyn_cast<MemRefType>(use.get().getType());
  if (isa<memref::StoreOp>(op))
    return type.hasStaticShape() && type.getNumElements() == 1;
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  return structured && structured.isDpsInit(&use) &&
         !structured.payloadUsesValueFromOperand(&use) &&
         structured.getMatchingIndexingMap(&use).isPermutation();
}

/// Returns true if only `loop` uses the memory, and each iteration overwrites
/// the memory before any other use.
static bool belongsToIteration(memref::AllocOp memory, scf::ForOp loop) {
  Operation *firstOp = nullptr;
  SmallVector<OpOperand *> firstOpUses;
  for (OpOperand &use : memory->getUses()) {
    Operation *ancestor =
        loop.getBody()->findAncestorOpInBlock(*use.getOwner());
    if (!ancestor && isa<memref::DeallocOp>(use.getOwner()))
      continue;
    if (!ancestor)
      return false;
    if (!firstOp || ancestor->isBeforeInBlock(firstOp)) {
      firstOp = ancestor;
      firstOpUses.clear();
    }
    if (ancestor == firstOp)
      firstOpUses.push_back(&use);
  }
  return firstOpUses.size() == 1 &&
         firstOpUses.front()->getOwner() == firstOp &&
         overwritesAll(*firstOpUses.front());
}

SmallVector<memref::AllocOp> sg::findTemporaries(Operation *loop) {
  SmallVector<memref::AllocOp> temporaries;
  loop->walk([&](memref::AllocOp memory) { temporaries.push_back(memory); });
  auto forLoop = dyn_cast<scf::ForOp>(loop);
  if (!forLoop)
    return temporaries;
  SetVector<Value> used;
  getUsedValuesDefinedAbove(loop->getRegions(), used);
  for (Value value : used) {
    auto memory = value.getDefiningOp<memref::AllocOp>();
    if (!memory || !belongsToIteration(memory, forLoop))
      continue;
    temporaries.push_back(memory);
    if (!areSmall(temporaries))
      temporaries.pop_back();
  }
  return temporaries;
}

bool sg::areSmall(ArrayRef<memref::AllocOp> temporaries) {
  int64_t elements = 0;
  return llvm::all_of(temporaries, [&](memref::AllocOp memory) {
    if (!memory.getType().hasStaticShape())
      return false;
    elements += memory.getType().getNumElements();
    return elements <= kMaxTemporaryElements;
  });
}

bool sg::canBeSharedMemory(ArrayRef<memref::AllocOp> temporaries) {
  return llvm::all_of(temporaries, [](memref::AllocOp memory) {
    return llvm::all_of(memory->getUsers(), [](Operation *user) {
      return isa<memref::LoadOp, memref::StoreOp, memref::DeallocOp,
                 linalg::LinalgOp>(user);
    });
  });
}

static void eraseDeallocations(memref::AllocOp memory) {
  for (Operation *user : llvm::make_early_inc_range(memory->getUsers()))
    if (isa<memref::DeallocOp>(user))
      user->erase();
}

void sg::sinkTemporaries(Operation *loop,
                         ArrayRef<memref::AllocOp> temporaries) {
  for (memref::AllocOp memory : temporaries) {
    if (loop->isAncestor(memory))
      continue;
    eraseDeallocations(memory);
    Block *body = cast<scf::ForOp>(loop).getBody();
    memory->moveBefore(body, body->begin());
  }
}

void sg::privatizeAllocs(gpu::LaunchOp launch, bool useSharedMemory) {
  launch.walk([&](memref::AllocOp memory) {
    MemRefType type = memory.getType();
    Value replacement;
    if (useSharedMemory) {
      auto space = gpu::AddressSpaceAttr::get(
          type.getContext(), gpu::GPUDialect::getWorkgroupAddressSpace());
      replacement = launch.addWorkgroupAttribution(
          MemRefType::get(type.getShape(), type.getElementType(),
                          MemRefLayoutAttrInterface(), space),
          memory.getLoc());
    } else {
      OpBuilder b(launch.getBody());
      replacement = memref::AllocaOp::create(b, memory.getLoc(), type);
    }
    eraseDeallocations(memory);
    memory.replaceAllUsesWith(replacement);
    memory.erase();
  });
}
