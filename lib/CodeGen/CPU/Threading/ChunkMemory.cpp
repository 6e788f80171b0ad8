//===- ChunkMemory.cpp - Private memory of chunks -------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChunkMemory.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Transforms.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "sg/CodeGen/Analysis/AllocLiveness.h"

using namespace mlir;
using namespace sg;

/// Bytes of a cache line. Buffers of static size are padded to whole cache
/// lines, which avoids false sharing between chunks.
static constexpr int64_t kCacheLineBytes = 64;

namespace {
class ChunkMemory {
public:
  explicit ChunkMemory(scf::ParallelOp loop)
      : loop(loop), b(loop.getLoc(), loop) {}

  LogicalResult run();

private:
  struct Memory {
    memref::AllocOp alloc;
    SmallVector<OpFoldResult> upperBounds;
  };

  /// Allocations that share memory because their live ranges do not overlap, in
  /// order of decreasing size.
  using Slot = SmallVector<Memory>;

  FailureOr<OpFoldResult> findBound(OpFoldResult size);
  int64_t countBytes(memref::AllocOp alloc);
  std::optional<LiveRange> findLifeInChunk(memref::AllocOp alloc);
  bool areLiveTogether(memref::AllocOp a, memref::AllocOp b);
  SmallVector<Slot> assignSlots(ArrayRef<Memory> memories);
  void allocate(const Slot &slot);
  void view(memref::AllocOp alloc, Value flat, Value bytesPerChunk);

  scf::ParallelOp loop;
  ImplicitLocOpBuilder b;
};
} // namespace

/// Returns an upper bound of `size` that is available before the loop.
FailureOr<OpFoldResult> ChunkMemory::findBound(OpFoldResult size) {
  auto value = dyn_cast<Value>(size);
  if (!value || loop.isDefinedOutsideOfLoop(value))
    return size;
  return arith::reifyIndexValueBound(
      b, b.getLoc(), presburger::BoundType::UB, value,
      [&](Value known, std::optional<int64_t>, ValueBoundsConstraintSet &) {
        return loop.isDefinedOutsideOfLoop(known);
      },
      /*closedUB=*/true);
}

/// Returns the size in bytes, padded to whole cache lines, or 0 if the size is
/// dynamic.
int64_t ChunkMemory::countBytes(memref::AllocOp alloc) {
  MemRefType type = alloc.getType();
  if (!type.hasStaticShape())
    return 0;
  return llvm::alignTo(
      type.getNumElements() *
          DataLayout::closest(loop).getTypeSize(type.getElementType()),
      kCacheLineBytes);
}

/// Returns the live range of the buffer as ops of the loop's body.
std::optional<LiveRange> ChunkMemory::findLifeInChunk(memref::AllocOp alloc) {
  Operation *ancestor = loop.getBody()->findAncestorOpInBlock(*alloc);
  return ancestor == alloc ? findLiveRange(alloc)
                           : LiveRange{ancestor, ancestor};
}

bool ChunkMemory::areLiveTogether(memref::AllocOp a, memref::AllocOp b) {
  std::optional<LiveRange> ofA = findLifeInChunk(a), ofB = findLifeInChunk(b);
  return !ofA || !ofB ||
         !(ofA->last->isBeforeInBlock(ofB->first) ||
           ofB->last->isBeforeInBlock(ofA->first));
}

/// Assigns buffers to slots, in order of decreasing size. A buffer of static
/// size joins the first slot in which no buffer is live at the same time.
SmallVector<ChunkMemory::Slot>
ChunkMemory::assignSlots(ArrayRef<Memory> memories) {
  SmallVector<std::pair<int64_t, size_t>> order;
  for (auto [i, memory] : llvm::enumerate(memories))
    order.push_back({-countBytes(memory.alloc), i});
  llvm::sort(order);
  SmallVector<Slot> slots;
  for (const auto &[bytes, i] : order) {
    const Memory &memory = memories[i];
    bool isKnown = bytes != 0;
    auto *found = llvm::find_if(slots, [&](const Slot &slot) {
      return isKnown && llvm::none_of(slot, [&](const Memory &other) {
               return areLiveTogether(memory.alloc, other.alloc);
             });
    });
    if (found == slots.end())
      found = &slots.emplace_back();
    found->push_back(memory);
  }
  return slots;
}

/// Replaces the allocation by a view of the chunk's `bytesPerChunk` bytes of
/// `flat`.
void ChunkMemory::view(memref::AllocOp alloc, Value flat, Value bytesPerChunk) {
  b.setLoc(alloc.getLoc());
  b.setInsertionPoint(alloc);
  Value shift =
      arith::MulIOp::create(b, loop.getInductionVars().front(), bytesPerChunk);
  Value own = memref::ViewOp::create(b, alloc.getType(), flat, shift,
                                     alloc.getDynamicSizes());
  for (Operation *user : llvm::make_early_inc_range(alloc->getUsers()))
    if (isa<memref::DeallocOp>(user))
      user->erase();
  alloc.replaceAllUsesWith(own);
  alloc.erase();
}

/// Allocates the memory of all chunks. The type has one dimension per factor of
/// the size, because the check for too large allocations needs each factor.
void ChunkMemory::allocate(const Slot &slot) {
  const Memory &largest = slot.front();
  memref::AllocOp alloc = largest.alloc;
  MemRefType type = alloc.getType();
  b.setLoc(alloc.getLoc());
  b.setInsertionPoint(loop);
  SmallVector<OpFoldResult> mixed{
      getAsOpFoldResult(loop.getUpperBound().front())};
  if (type.hasStaticShape()) {
    mixed.push_back(b.getIndexAttr(countBytes(alloc)));
  } else {
    mixed.append(largest.upperBounds);
    mixed.push_back(b.getIndexAttr(
        DataLayout::closest(loop).getTypeSize(type.getElementType())));
  }
  SmallVector<int64_t> shape;
  SmallVector<Value> sizes;
  dispatchIndexOpFoldResults(mixed, sizes, shape);
  Value bytesPerChunk = arith::ConstantIndexOp::create(b, 1);
  for (OpFoldResult size : ArrayRef(mixed).drop_front()) {
    Value factor = getValueOrCreateConstantIndexOp(b, b.getLoc(), size);
    bytesPerChunk = b.createOrFold<arith::MulIOp>(bytesPerChunk, factor);
  }
  Value all =
      memref::AllocOp::create(b, MemRefType::get(shape, b.getI8Type()), sizes,
                              b.getI64IntegerAttr(kCacheLineBytes));
  ReassociationIndices together =
      llvm::to_vector(llvm::seq<int64_t>(0, mixed.size()));
  Value flat = memref::CollapseShapeOp::create(b, all, together);
  b.setInsertionPointAfter(loop);
  memref::DeallocOp::create(b, all);
  for (const Memory &memory : slot)
    view(memory.alloc, flat, bytesPerChunk);
}

LogicalResult ChunkMemory::run() {
  SmallVector<Memory> memories;
  WalkResult walk = loop.getBody()->walk([&](memref::AllocOp alloc) {
    Memory memory{alloc, {}};
    for (OpFoldResult size : alloc.getMixedSizes()) {
      FailureOr<OpFoldResult> bound = findBound(size);
      if (failed(bound))
        return WalkResult::interrupt();
      memory.upperBounds.push_back(*bound);
    }
    memories.push_back(memory);
    return WalkResult::advance();
  });
  if (walk.wasInterrupted())
    return failure();
  for (const Slot &slot : assignSlots(memories))
    allocate(slot);
  return success();
}

LogicalResult sg::hoistChunkMemory(scf::ParallelOp loop) {
  return ChunkMemory(loop).run();
}
