//===- PartMemory.cpp - Private memory of chunks --------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartMemory.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Transforms.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "sg/CodeGen/Analysis/AllocLiveness.h"

using namespace mlir;
using namespace sg;

/// Bytes of a cache line. Chunks write to different cache lines.
static constexpr int64_t kCacheLineBytes = 64;

namespace {
class PartMemory {
public:
  explicit PartMemory(scf::ParallelOp loop)
      : loop(loop), b(loop.getLoc(), loop) {}

  LogicalResult run();

private:
  /// An allocation of a chunk, and upper bounds of its dimensions.
  struct Memory {
    memref::AllocOp alloc;
    SmallVector<OpFoldResult> most;
  };

  /// Allocations that share memory because their lifetimes do not overlap. The
  /// largest is the first.
  using Place = SmallVector<Memory>;

  FailureOr<OpFoldResult> findBound(OpFoldResult size);
  int64_t countBytes(memref::AllocOp alloc);
  std::optional<MemoryLife> findLifeInPart(memref::AllocOp alloc);
  bool liveTogether(memref::AllocOp a, memref::AllocOp b);
  SmallVector<Place> findPlaces(ArrayRef<Memory> memories);
  void allocate(const Place &place);
  void view(memref::AllocOp alloc, Value flat, Value inPart);

  scf::ParallelOp loop;
  ImplicitLocOpBuilder b;
};
} // namespace

/// Returns an upper bound of `size` that is available before the loop.
FailureOr<OpFoldResult> PartMemory::findBound(OpFoldResult size) {
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

/// Returns the size in bytes, or 0 if it is dynamic.
int64_t PartMemory::countBytes(memref::AllocOp alloc) {
  MemRefType type = alloc.getType();
  if (!type.hasStaticShape())
    return 0;
  return llvm::alignTo(
      type.getNumElements() *
          DataLayout::closest(loop).getTypeSize(type.getElementType()),
      kCacheLineBytes);
}

/// Returns the first and last op of the loop's body between which the buffer is
/// live.
std::optional<MemoryLife> PartMemory::findLifeInPart(memref::AllocOp alloc) {
  Operation *around = loop.getBody()->findAncestorOpInBlock(*alloc);
  return around == alloc ? findLife(alloc) : MemoryLife{around, around};
}

bool PartMemory::liveTogether(memref::AllocOp a, memref::AllocOp b) {
  std::optional<MemoryLife> ofA = findLifeInPart(a), ofB = findLifeInPart(b);
  return !ofA || !ofB ||
         !(ofA->last->isBeforeInBlock(ofB->first) ||
           ofB->last->isBeforeInBlock(ofA->first));
}

/// Assigns buffers to shared memory, in order of decreasing size. Each buffer
/// of static size joins the first set whose buffers are never live at the same
/// time.
SmallVector<PartMemory::Place>
PartMemory::findPlaces(ArrayRef<Memory> memories) {
  SmallVector<std::pair<int64_t, size_t>> order;
  for (auto [i, memory] : llvm::enumerate(memories))
    order.push_back({-countBytes(memory.alloc), i});
  llvm::sort(order);
  SmallVector<Place> places;
  for (const auto &[bytes, i] : order) {
    const Memory &memory = memories[i];
    bool isKnown = bytes != 0;
    auto *found = llvm::find_if(places, [&](const Place &place) {
      return isKnown && llvm::none_of(place, [&](const Memory &other) {
               return liveTogether(memory.alloc, other.alloc);
             });
    });
    if (found == places.end())
      found = &places.emplace_back();
    found->push_back(memory);
  }
  return places;
}

/// Replaces the allocation by a view of the chunk's own part of `flat`, which
/// holds `inPart` bytes per chunk.
void PartMemory::view(memref::AllocOp alloc, Value flat, Value inPart) {
  b.setLoc(alloc.getLoc());
  b.setInsertionPoint(alloc);
  Value shift =
      arith::MulIOp::create(b, loop.getInductionVars().front(), inPart);
  Value own = memref::ViewOp::create(b, alloc.getType(), flat, shift,
                                     alloc.getDynamicSizes());
  for (Operation *user : llvm::make_early_inc_range(alloc->getUsers()))
    if (isa<memref::DeallocOp>(user))
      user->erase();
  alloc.replaceAllUsesWith(own);
  alloc.erase();
}

/// Allocates the memory of all chunks. Its type has one dimension per factor of
/// the size, so that the check for too large allocations sees each factor.
void PartMemory::allocate(const Place &place) {
  const Memory &largest = place.front();
  memref::AllocOp alloc = largest.alloc;
  MemRefType type = alloc.getType();
  b.setLoc(alloc.getLoc());
  b.setInsertionPoint(loop);
  SmallVector<OpFoldResult> mixed{
      getAsOpFoldResult(loop.getUpperBound().front())};
  if (type.hasStaticShape()) {
    mixed.push_back(b.getIndexAttr(countBytes(alloc)));
  } else {
    mixed.append(largest.most);
    mixed.push_back(b.getIndexAttr(
        DataLayout::closest(loop).getTypeSize(type.getElementType())));
  }
  SmallVector<int64_t> shape;
  SmallVector<Value> sizes;
  dispatchIndexOpFoldResults(mixed, sizes, shape);
  Value inPart = arith::ConstantIndexOp::create(b, 1);
  for (OpFoldResult size : ArrayRef(mixed).drop_front()) {
    Value factor = getValueOrCreateConstantIndexOp(b, b.getLoc(), size);
    inPart = b.createOrFold<arith::MulIOp>(inPart, factor);
  }
  Value all =
      memref::AllocOp::create(b, MemRefType::get(shape, b.getI8Type()), sizes,
                              b.getI64IntegerAttr(kCacheLineBytes));
  ReassociationIndices together =
      llvm::to_vector(llvm::seq<int64_t>(0, mixed.size()));
  Value flat = memref::CollapseShapeOp::create(b, all, together);
  b.setInsertionPointAfter(loop);
  memref::DeallocOp::create(b, all);
  for (const Memory &memory : place)
    view(memory.alloc, flat, inPart);
}

LogicalResult PartMemory::run() {
  SmallVector<Memory> memories;
  WalkResult walk = loop.getBody()->walk([&](memref::AllocOp alloc) {
    Memory memory{alloc, {}};
    for (OpFoldResult size : alloc.getMixedSizes()) {
      FailureOr<OpFoldResult> most = findBound(size);
      if (failed(most))
        return WalkResult::interrupt();
      memory.most.push_back(*most);
    }
    memories.push_back(memory);
    return WalkResult::advance();
  });
  if (walk.wasInterrupted())
    return failure();
  for (const Place &place : findPlaces(memories))
    allocate(place);
  return success();
}

LogicalResult sg::hoistPartMemory(scf::ParallelOp loop) {
  return PartMemory(loop).run();
}
