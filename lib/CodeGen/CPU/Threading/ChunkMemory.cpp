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

  FailureOr<OpFoldResult> findUpperBound(OpFoldResult size);
  int64_t countBytes(memref::AllocOp alloc);
  std::optional<LiveRange> findChunkRange(memref::AllocOp alloc);
  bool areLiveTogether(memref::AllocOp a, memref::AllocOp b);
  SmallVector<Slot> assignSlots(ArrayRef<Memory> memories);
  void allocateSlot(const Slot &slot);
  void replaceByView(memref::AllocOp alloc, Value flat, Value bytesPerChunk);

  scf::ParallelOp loop;
  ImplicitLocOpBuilder b;
};
} // namespace

/// Returns an upper bound of `size` that is available before the loop.
FailureOr<OpFoldResult> ChunkMemory::findUpperBound(OpFoldResult size) {
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
std::optional<LiveRange> ChunkMemory::findChunkRange(memref::AllocOp alloc) {
  Operation *ancestor = loop.getBody()->findAncestorOpInBlock(*alloc);
  return ancestor == alloc ? findLiveRange(alloc)
                           : LiveRange{ancestor, ancestor};
}

bool ChunkMemory::areLiveTogether(memref::AllocOp a, memref::AllocOp b) {
  std::optional<LiveRange> rangeA = findChunkRange(a),
                           rangeB = findChunkRange(b);
  return !rangeA || !rangeB ||
         !(rangeA->last->isBeforeInBlock(rangeB->first) ||
           rangeB->last->isBeforeInBlock(rangeA->first));
}

/// Assigns buffers to slots, in order of decreasing size. A buffer of static
/// size joins the first slot in which no buffer is live at the same time.
SmallVector<ChunkMemory::Slot>
ChunkMemory::assignSlots(ArrayRef<Memory> memories) {
  SmallVector<std::pair<int64_t, size_t>> sizesAndIndices;
  for (auto [i, memory] : llvm::enumerate(memories))
    sizesAndIndices.push_back({-countBytes(memory.alloc), i});
  llvm::sort(sizesAndIndices);
  SmallVector<Slot> slots;
  for (const auto &[bytes, i] : sizesAndIndices) {
    const Memory &memory = memories[i];
    bool isStatic = bytes != 0;
    auto *freeSlot = llvm::find_if(slots, [&](const Slot &slot) {
      return isStatic && llvm::none_of(slot, [&](const Memory &other) {
               return areLiveTogether(memory.alloc, other.alloc);
             });
    });
    if (freeSlot == slots.end())
      freeSlot = &slots.emplace_back();
    freeSlot->push_back(memory);
  }
  return slots;
}

/// Replaces the allocation by a view of the chunk's `bytesPerChunk` bytes of
/// `flat`.
void ChunkMemory::replaceByView(memref::AllocOp alloc, Value flat,
                                Value bytesPerChunk) {
  b.setLoc(alloc.getLoc());
  b.setInsertionPoint(alloc);
  Value offset =
      arith::MulIOp::create(b, loop.getInductionVars().front(), bytesPerChunk);
  Value chunkView = memref::ViewOp::create(b, alloc.getType(), flat, offset,
                                           alloc.getDynamicSizes());
  for (Operation *user : llvm::make_early_inc_range(alloc->getUsers()))
    if (isa<memref::DeallocOp>(user))
      user->erase();
  alloc.replaceAllUsesWith(chunkView);
  alloc.erase();
}

/// Allocates the memory of all chunks. The type has one dimension per factor of
/// the size, because the check for too large allocations needs each factor.
void ChunkMemory::allocateSlot(const Slot &slot) {
  const Memory &largest = slot.front();
  memref::AllocOp alloc = largest.alloc;
  MemRefType type = alloc.getType();
  b.setLoc(alloc.getLoc());
  b.setInsertionPoint(loop);
  SmallVector<OpFoldResult> sizeFactors{
      getAsOpFoldResult(loop.getUpperBound().front())};
  if (type.hasStaticShape()) {
    sizeFactors.push_back(b.getIndexAttr(countBytes(alloc)));
  } else {
    sizeFactors.append(largest.upperBounds);
    sizeFactors.push_back(b.getIndexAttr(
        DataLayout::closest(loop).getTypeSize(type.getElementType())));
  }
  SmallVector<int64_t> shape;
  SmallVector<Value> sizes;
  dispatchIndexOpFoldResults(sizeFactors, sizes, shape);
  Value bytesPerChunk = arith::ConstantIndexOp::create(b, 1);
  for (OpFoldResult size : ArrayRef(sizeFactors).drop_front()) {
    Value factor = getValueOrCreateConstantIndexOp(b, b.getLoc(), size);
    bytesPerChunk = b.createOrFold<arith::MulIOp>(bytesPerChunk, factor);
  }
  Value allChunks =
      memref::AllocOp::create(b, MemRefType::get(shape, b.getI8Type()), sizes,
                              b.getI64IntegerAttr(kCacheLineBytes));
  ReassociationIndices allDims =
      llvm::to_vector(llvm::seq<int64_t>(0, sizeFactors.size()));
  Value flat = memref::CollapseShapeOp::create(b, allChunks, allDims);
  b.setInsertionPointAfter(loop);
  memref::DeallocOp::create(b, allChunks);
  for (const Memory &memory : slot)
    replaceByView(memory.alloc, flat, bytesPerChunk);
}

LogicalResult ChunkMemory::run() {
  SmallVector<Memory> memories;
  WalkResult walk = loop.getBody()->walk([&](memref::AllocOp alloc) {
    Memory memory{alloc, {}};
    for (OpFoldResult size : alloc.getMixedSizes()) {
      FailureOr<OpFoldResult> bound = findUpperBound(size);
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
    allocateSlot(slot);
  return success();
}

LogicalResult sg::hoistChunkMemory(scf::ParallelOp loop) {
  return ChunkMemory(loop).run();
}
