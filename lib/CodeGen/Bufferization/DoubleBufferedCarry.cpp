//===- DoubleBufferedCarry.cpp - A carry that gets two buffers ------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DoubleBufferedCarry.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-double-buffer-loops"

using namespace mlir;
using namespace sg;

std::optional<unsigned> DoubleBufferedCarry::getMovingStages() const {
  unsigned moving = 0;
  for (auto [s, each] : llvm::enumerate(next))
    if (!each.allocations.empty()) {
      if (each.mayBeCarry)
        return std::nullopt;
      moving |= 1u << s;
    }
  return moving;
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// Whether `size` is the one that the carry itself has in dimension `dim`, as
/// the loop does not change it.
static bool isOfCarry(Value size, int64_t dim, const CarryingLoop &loop,
                      CarryPositions positions) {
  auto asked = size.getDefiningOp<memref::DimOp>();
  if (!asked || asked.getConstantIndex() != dim)
    return false;
  Value of = skipCasts(asked.getSource());
  return llvm::any_of(llvm::zip(loop.stages(), positions), [&](auto place) {
    auto [stage, i] = place;
    return of == stage.arguments()[i];
  });
}

/// Whether `size` can be computed in front of the loop, be it that the loop has
/// no iteration.
static bool isKnownInFront(Value size, memref::AllocOp allocation,
                           const CarryingLoop &loop) {
  if (!loop.isDefinedInFront(size))
    return false;
  return isa<scf::ForOp>(loop.get()) ||
         loop.stages().front().contains(allocation) ||
         size.getDefiningOp<memref::DimOp>();
}

static SmallVector<int64_t> getDynamicDims(MemRefType type) {
  return llvm::filter_to_vector(llvm::seq(type.getRank()), [&](int64_t dim) {
    return type.isDynamicDim(dim);
  });
}

/// Whether the sizes of what is allocated are known in front of the loop, and
/// are the same for all.
static bool areSizesKnown(const DoubleBufferedCarry &carry,
                          const CarryingLoop &loop) {
  memref::AllocOp front = carry.front();
  SmallVector<int64_t> dims = getDynamicDims(front.getType());
  return llvm::all_of(carry.allocations, [&](memref::AllocOp allocation) {
    if (allocation.getType() != front.getType())
      return false;
    return llvm::all_of(
        llvm::zip(dims, allocation.getDynamicSizes(), front.getDynamicSizes()),
        [&](auto each) {
          auto [dim, size, first] = each;
          if (isOfCarry(size, dim, loop, carry.positions))
            return isOfCarry(first, dim, loop, carry.positions);
          return size == first && isKnownInFront(size, allocation, loop);
        });
  });
}

/// Whether a carry begins with memory like that which it is given later.
static bool isLike(Value init, const DoubleBufferedCarry &carry,
                   const CarryingLoop &loop) {
  memref::AllocOp allocation = carry.front();
  if (init.getType() != allocation.getType())
    return false;
  auto first = init.getDefiningOp<memref::AllocOp>();
  for (auto [k, dim] : llvm::enumerate(getDynamicDims(allocation.getType()))) {
    Value size = allocation.getDynamicSizes()[k];
    if (!isOfCarry(size, dim, loop, carry.positions) &&
        (!first || first.getDynamicSizes()[k] != size))
      return false;
  }
  return true;
}

Value DoubleBufferedCarry::allocateInFront(OpBuilder &b,
                                           const CarryingLoop &loop) const {
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(loop.get());
  memref::AllocOp allocation = front();
  Location loc = allocation.getLoc();
  Value init = loop.init(positions.front()).get();
  SmallVector<Value> sizes;
  for (auto [dim, size] : llvm::zip(getDynamicDims(allocation.getType()),
                                    allocation.getDynamicSizes())) {
    if (isOfCarry(size, dim, loop, positions)) {
      sizes.push_back(memref::DimOp::create(b, loc, init, dim));
      continue;
    }
    sizes.push_back(size);
    if (auto counted = dyn_cast<scf::ForOp>(loop.get())) {
      auto less = counted.getUnsignedCmp() ? arith::CmpIPredicate::ult
                                           : arith::CmpIPredicate::slt;
      Value runs = arith::CmpIOp::create(b, loc, less, counted.getLowerBound(),
                                         counted.getUpperBound());
      Value zero = arith::ConstantIndexOp::create(b, loc, 0);
      sizes.back() = arith::SelectOp::create(b, loc, runs, size, zero);
    }
  }
  return memref::AllocOp::create(b, loc, allocation.getType(), sizes,
                                 allocation.getAlignmentAttr());
}

//===----------------------------------------------------------------------===//
// What a carry becomes
//===----------------------------------------------------------------------===//

/// Whether memory of the one type can be used as that of the other, which may
/// say less about its layout.
static bool fits(MemRefType from, Type to) {
  auto target = dyn_cast<MemRefType>(to);
  return target && from.getShape() == target.getShape() &&
         memref::CastOp::areCastCompatible(from, target);
}

/// Whether `value`, in this stage, is handed on nowhere but there.
static bool isHandedOnOnlyAt(unsigned i, Value value,
                             const CarryingLoop &loop) {
  FailureOr<Uses> uses = Uses::of(value, loop);
  return succeeded(uses) && uses->areHandedOnOnlyAt(i);
}

/// Says why a carry does not get two buffers.
static std::nullopt_t leave(const CarryingLoop &loop, CarryPositions positions,
                            StringRef why) {
  LDBG() << "not double-buffered, " << why << ": loop-carried buffer "
         << positions.front() << " of " << loop->getName() << " at "
         << loop->getLoc();
  return std::nullopt;
}

std::optional<DoubleBufferedCarry>
DoubleBufferedCarry::match(const CarryingLoop &loop, CarryPositions positions) {
  DoubleBufferedCarry carry;
  carry.positions.assign(positions.begin(), positions.end());
  for (auto [s, stage] : llvm::enumerate(loop.stages())) {
    Value argument = stage.arguments()[positions[s]];
    unsigned place = getNextPosition(positions, s);
    FailureOr<NextValue> next = getNext(stage.handedOn(place), argument, stage);
    // What is exchanged now is free in the next iteration: nothing else may
    // hand it on.
    FailureOr<Uses> uses = Uses::of(argument, loop);
    if (failed(next))
      return leave(loop, positions,
                   "what is yielded is neither a new allocation nor itself");
    if (failed(uses) || !uses->areHandedOnOnlyAt(place) ||
        (!next->mayBeCarry && !uses->handedOn.empty()))
      return leave(loop, positions, "it may be yielded elsewhere");
    for (memref::AllocOp allocation : next->allocations)
      if (!isHandedOnOnlyAt(place, allocation, loop))
        return leave(loop, positions,
                     "the new allocation may be yielded elsewhere");
    llvm::append_range(carry.allocations, next->allocations);
    carry.next.push_back(std::move(*next));
  }
  if (carry.allocations.empty())
    return leave(loop, positions, "no iteration allocates");
  if (!areSizesKnown(carry, loop))
    return leave(loop, positions, "its size is not known in front of the loop");
  MemRefType type = carry.front().getType();
  for (auto [stage, i] : llvm::zip(loop.stages(), positions))
    if (!fits(type, stage.arguments()[i].getType()))
      return leave(loop, positions, "the new allocation has another layout");
  OpOperand &init = loop.init(positions.front());
  carry.isTakenOver = sg::isTakenOver(init.get(), loop, init) &&
                      isLike(skipCasts(init.get()), carry, loop);
  return carry;
}
