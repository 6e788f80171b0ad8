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

/// Largest size in elements of memory whose deallocation a load may delay.
static constexpr int64_t kMaxElements = 64;

using Memory = llvm::SmallSetVector<Value, 8>;

/// Returns all aliases of `alloc`. Returns an empty set if an alias has a user
/// other than launches, loads, casts, sizes and deallocations.
static Memory findMemory(memref::AllocOp alloc) {
  Memory memory;
  memory.insert(alloc);
  for (size_t next = 0; next < memory.size(); ++next)
    for (Operation *user : memory[next].getUsers())
      if (isa<memref::CastOp, memref::ExtractStridedMetadataOp,
              memref::ReinterpretCastOp>(user)) {
        for (Value result : user->getResults())
          if (isa<BaseMemRefType>(result.getType()))
            memory.insert(result);
      } else if (!isa<gpu::LaunchFuncOp, memref::LoadOp, memref::DeallocOp,
                      memref::DimOp>(user)) {
        return {};
      }
  return memory;
}

/// Returns the load and the pure ops that depend on the load, in program order.
/// Sets `user` to the first other op that needs the value of a returned op.
static SmallVector<Operation *> findValues(memref::LoadOp load,
                                           Operation *&user) {
  Block *block = load->getBlock();
  SmallVector<Operation *> values{load};
  llvm::SmallPtrSet<Operation *, 8> known{load};
  user = block->getTerminator();
  for (Operation &op :
       llvm::make_range(std::next(load->getIterator()),
                        block->getTerminator()->getIterator())) {
    bool needsValue = false;
    op.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        needsValue |= known.contains(operand.getDefiningOp());
    });
    if (!needsValue)
      continue;
    if (!isPure(&op) || op.getNumRegions() != 0) {
      user = &op;
      break;
    }
    values.push_back(&op);
    known.insert(&op);
  }
  return values;
}

/// Returns true if the kernel only loads from the argument passed by `operand`.
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

/// Returns true if `op` contains a deallocation of `memory`, or a launch that
/// may write to `memory`.
static bool mayChange(Operation &op, const Memory &memory) {
  bool isChange = false;
  op.walk([&](Operation *inner) {
    bool isLaunch = isa<gpu::LaunchFuncOp>(inner);
    if (isLaunch || isa<memref::DeallocOp>(inner))
      isChange |= llvm::any_of(inner->getOpOperands(), [&](OpOperand &operand) {
        return memory.contains(operand.get()) &&
               !(isLaunch && isOnlyRead(operand));
      });
  });
  return isChange;
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
  Memory memory = findMemory(alloc);
  if (memory.empty())
    return reject("its memory has users other than launches and loads");
  Operation *user = nullptr;
  SmallVector<Operation *> values = findValues(load, user);
  bool isSmall = alloc.getType().hasStaticShape() &&
                 alloc.getType().getNumElements() <= kMaxElements;
  memref::DeallocOp end;
  bool passesLaunch = false;
  Operation *place = user;
  for (Operation &op :
       llvm::make_range(std::next(load->getIterator()), user->getIterator())) {
    if (mayChange(op, memory)) {
      end = isSmall && !end ? dyn_cast<memref::DeallocOp>(op)
                            : memref::DeallocOp();
      if (!end) {
        place = &op;
        break;
      }
    }
    op.walk([&](gpu::LaunchFuncOp) { passesLaunch = true; });
  }
  if (!passesLaunch)
    return reject(
        place == user
            ? "no launch comes before its value is needed"
            : "no launch comes before its memory is written or freed");
  LDBG() << "sunk up to " << place->getName() << " at " << place->getLoc()
         << ": " << load->getName() << " at " << load.getLoc();
  for (Operation *value : values)
    if (value->isBeforeInBlock(place))
      value->moveBefore(place);
  if (end)
    end->moveAfter(load);
}
