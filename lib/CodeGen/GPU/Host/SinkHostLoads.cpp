//===- SinkHostLoads.cpp - Sinks loads of the host ------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SinkHostLoads.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-place-on-device"

using namespace mlir;

/// Maximum number of elements of memory whose deallocation may be delayed.
static constexpr int64_t kMaxElements = 64;

using Aliases = llvm::SmallSetVector<Value, 8>;

/// Returns all aliases of `alloc`. Returns an empty set if an alias has a user
/// other than launches, loads, casts, memref.dim and deallocations.
static Aliases findAliases(memref::AllocOp alloc) {
  Aliases aliases;
  aliases.insert(alloc);
  for (size_t next = 0; next < aliases.size(); ++next)
    for (Operation *user : aliases[next].getUsers())
      if (isa<memref::CastOp, memref::ExtractStridedMetadataOp,
              memref::ReinterpretCastOp>(user)) {
        for (Value result : user->getResults())
          if (isa<BaseMemRefType>(result.getType()))
            aliases.insert(result);
      } else if (!isa<gpu::LaunchFuncOp, memref::LoadOp, memref::DeallocOp,
                      memref::DimOp>(user)) {
        return {};
      }
  return aliases;
}

/// Returns the load and the pure ops that depend on the load, in program order.
/// Sets `firstUser` to the first user of these ops that is impure or has
/// regions, or to the terminator.
static SmallVector<Operation *> findDependents(memref::LoadOp load,
                                               Operation *&firstUser) {
  Block *block = load->getBlock();
  SmallVector<Operation *> ops{load};
  llvm::SmallPtrSet<Operation *, 8> dependent{load};
  firstUser = block->getTerminator();
  for (Operation &op :
       llvm::make_range(std::next(load->getIterator()),
                        block->getTerminator()->getIterator())) {
    bool needsValue = false;
    op.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        needsValue |= dependent.contains(operand.getDefiningOp());
    });
    if (!needsValue)
      continue;
    if (!isPure(&op) || op.getNumRegions() != 0) {
      firstUser = &op;
      break;
    }
    ops.push_back(&op);
    dependent.insert(&op);
  }
  return ops;
}

/// Returns true if the kernel only loads from the memory of the operand.
static bool isOnlyRead(OpOperand &operand) {
  auto launch = cast<gpu::LaunchFuncOp>(operand.getOwner());
  auto kernel = SymbolTable::lookupNearestSymbolFrom<gpu::GPUFuncOp>(
      launch, launch.getKernelAttr());
  if (!kernel)
    return false;
  unsigned index =
      operand.getOperandNumber() -
      launch.getKernelOperandsMutable().begin()->getOperandNumber();
  SmallVector<Value> memory{kernel.getArgument(index)};
  while (!memory.empty())
    for (Operation *user : memory.pop_back_val().getUsers())
      if (isa<memref::CastOp, memref::ExtractStridedMetadataOp,
              memref::ReinterpretCastOp>(user))
        llvm::copy_if(
            user->getResults(), std::back_inserter(memory),
            [](Value result) { return isa<BaseMemRefType>(result.getType()); });
      else if (!isa<memref::LoadOp>(user))
        return false;
  return true;
}

/// Returns true if `op` contains a launch that may write to the memory, or a
/// deallocation of the memory.
static bool mayChange(Operation &op, const Aliases &aliases) {
  bool changes = false;
  op.walk([&](Operation *inner) {
    bool isLaunch = isa<gpu::LaunchFuncOp>(inner);
    if (isLaunch || isa<memref::DeallocOp>(inner))
      changes |= llvm::any_of(inner->getOpOperands(), [&](OpOperand &operand) {
        return aliases.contains(operand.get()) &&
               !(isLaunch && isOnlyRead(operand));
      });
  });
  return changes;
}

void sg::sinkLoad(memref::LoadOp load) {
  Value root = load.getMemRef();
  while (auto cast = root.getDefiningOp<memref::CastOp>())
    root = cast.getSource();
  auto alloc = root.getDefiningOp<memref::AllocOp>();
  auto reject = [&](StringRef why) {
    LDBG() << "not sunk, " << why << ": " << load->getName() << " at "
           << load.getLoc();
  };
  if (!alloc || alloc->getBlock() != load->getBlock())
    return reject("its memory is not allocated in its block");
  Aliases aliases = findAliases(alloc);
  if (aliases.empty())
    return reject("its memory has users other than launches and loads");
  Operation *firstUser = nullptr;
  SmallVector<Operation *> sunkOps = findDependents(load, firstUser);
  bool isSmall = alloc.getType().hasStaticShape() &&
                 alloc.getType().getNumElements() <= kMaxElements;
  memref::DeallocOp delayed;
  bool passesLaunch = false;
  Operation *target = firstUser;
  for (Operation &op : llvm::make_range(std::next(load->getIterator()),
                                        firstUser->getIterator())) {
    if (mayChange(op, aliases)) {
      delayed = isSmall && !delayed ? dyn_cast<memref::DeallocOp>(op)
                                    : memref::DeallocOp();
      if (!delayed) {
        target = &op;
        break;
      }
    }
    op.walk([&](gpu::LaunchFuncOp) { passesLaunch = true; });
  }
  if (!passesLaunch)
    return reject(
        target == firstUser
            ? "no launch comes before its value is needed"
            : "no launch comes before its memory is written or freed");
  LDBG() << "sunk up to " << target->getName() << " at " << target->getLoc()
         << ": " << load->getName() << " at " << load.getLoc();
  for (Operation *sunkOp : sunkOps)
    if (sunkOp->isBeforeInBlock(target))
      sunkOp->moveBefore(target);
  if (delayed)
    delayed->moveAfter(load);
}
