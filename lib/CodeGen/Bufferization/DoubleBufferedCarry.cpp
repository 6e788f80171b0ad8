//===- DoubleBufferedCarry.cpp - Double-buffered carries ------------------===//
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

std::optional<unsigned> DoubleBufferedCarry::getSwappingStages() const {
  unsigned stages = 0;
  for (auto [s, buffers] : llvm::enumerate(yielded))
    if (!buffers.allocations.empty()) {
      if (buffers.mayBeCarry)
        return std::nullopt;
      stages |= 1u << s;
    }
  return stages;
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// Returns true if `size` is the size of dimension `dim` of the loop-carried
/// memref. The loop does not change this size.
static bool isSizeOfCarry(Value size, int64_t dim, const CarryingLoop &loop,
                          CarryPositions positions) {
  auto dimOp = size.getDefiningOp<memref::DimOp>();
  if (!dimOp || dimOp.getConstantIndex() != dim)
    return false;
  Value source = skipCasts(dimOp.getSource());
  return llvm::any_of(llvm::zip(loop.stages(), positions),
                      [&](auto stageAndIndex) {
                        auto [stage, i] = stageAndIndex;
                        return source == stage.arguments()[i];
                      });
}

/// Returns true if `size` is available before the loop and valid even if the
/// loop has no iteration.
static bool isKnownBeforeLoop(Value size, memref::AllocOp allocation,
                              const CarryingLoop &loop) {
  if (!loop.isDefinedBefore(size))
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

/// Returns true if the sizes of all allocations are equal and known before the
/// loop.
static bool areSizesKnown(const DoubleBufferedCarry &carry,
                          const CarryingLoop &loop) {
  memref::AllocOp front = carry.front();
  SmallVector<int64_t> dims = getDynamicDims(front.getType());
  return llvm::all_of(carry.allocations, [&](memref::AllocOp allocation) {
    if (allocation.getType() != front.getType())
      return false;
    return llvm::all_of(
        llvm::zip(dims, allocation.getDynamicSizes(), front.getDynamicSizes()),
        [&](auto dimAndSizes) {
          auto [dim, size, first] = dimAndSizes;
          if (isSizeOfCarry(size, dim, loop, carry.positions))
            return isSizeOfCarry(first, dim, loop, carry.positions);
          return size == first && isKnownBeforeLoop(size, allocation, loop);
        });
  });
}

/// Returns true if the initial value `init` has the type and sizes of the
/// allocations.
static bool initHasSameSizes(Value init, const DoubleBufferedCarry &carry,
                             const CarryingLoop &loop) {
  memref::AllocOp allocation = carry.front();
  if (init.getType() != allocation.getType())
    return false;
  auto initAlloc = init.getDefiningOp<memref::AllocOp>();
  for (auto [k, dim] : llvm::enumerate(getDynamicDims(allocation.getType()))) {
    Value size = allocation.getDynamicSizes()[k];
    if (!isSizeOfCarry(size, dim, loop, carry.positions) &&
        (!initAlloc || initAlloc.getDynamicSizes()[k] != size))
      return false;
  }
  return true;
}

Value DoubleBufferedCarry::allocateBeforeLoop(OpBuilder &b,
                                              const CarryingLoop &loop) const {
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(loop.get());
  memref::AllocOp allocation = front();
  Location loc = allocation.getLoc();
  Value init = loop.init(positions.front()).get();
  SmallVector<Value> sizes;
  for (auto [dim, size] : llvm::zip(getDynamicDims(allocation.getType()),
                                    allocation.getDynamicSizes())) {
    if (isSizeOfCarry(size, dim, loop, positions)) {
      sizes.push_back(memref::DimOp::create(b, loc, init, dim));
      continue;
    }
    sizes.push_back(size);
    if (auto forLoop = dyn_cast<scf::ForOp>(loop.get())) {
      auto lessThan = forLoop.getUnsignedCmp() ? arith::CmpIPredicate::ult
                                               : arith::CmpIPredicate::slt;
      Value hasIterations = arith::CmpIOp::create(
          b, loc, lessThan, forLoop.getLowerBound(), forLoop.getUpperBound());
      Value zero = arith::ConstantIndexOp::create(b, loc, 0);
      sizes.back() = arith::SelectOp::create(b, loc, hasIterations, size, zero);
    }
  }
  return memref::AllocOp::create(b, loc, allocation.getType(), sizes,
                                 allocation.getAlignmentAttr());
}

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

/// Returns true if memory of type `from` can be cast to type `to`, which may
/// have a less specific layout.
static bool canCastTo(MemRefType from, Type to) {
  auto target = dyn_cast<MemRefType>(to);
  return target && from.getShape() == target.getShape() &&
         memref::CastOp::areCastCompatible(from, target);
}

/// Returns true if the stages yield `value` and its aliases only at index `i`.
static bool isYieldedOnlyAt(unsigned i, Value value, const CarryingLoop &loop) {
  FailureOr<Uses> uses = Uses::of(value, loop);
  return succeeded(uses) && uses->areYieldedOnlyAt(i);
}

static std::nullopt_t reject(const CarryingLoop &loop, CarryPositions positions,
                             StringRef reason) {
  LDBG() << "not double-buffered, " << reason << ": loop-carried buffer "
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
    unsigned position = getNextPosition(positions, s);
    FailureOr<YieldedBuffers> next =
        findYieldedBuffers(stage.getYieldedValue(position), argument, stage);
    // The next iteration overwrites the memory, so no other yielded value may
    // alias the memory.
    FailureOr<Uses> uses = Uses::of(argument, loop);
    if (failed(next))
      return reject(loop, positions,
                    "the yielded value is neither a new allocation nor the "
                    "carried buffer");
    if (failed(uses) || !uses->areYieldedOnlyAt(position) ||
        (!next->mayBeCarry && !uses->yieldPositions.empty()))
      return reject(loop, positions, "it may be yielded elsewhere");
    for (memref::AllocOp allocation : next->allocations)
      if (!isYieldedOnlyAt(position, allocation, loop))
        return reject(loop, positions,
                      "the new allocation may be yielded elsewhere");
    llvm::append_range(carry.allocations, next->allocations);
    carry.yielded.push_back(std::move(*next));
  }
  if (carry.allocations.empty())
    return reject(loop, positions, "no iteration allocates");
  if (!areSizesKnown(carry, loop))
    return reject(loop, positions, "its size is not known before the loop");
  MemRefType type = carry.front().getType();
  for (auto [stage, i] : llvm::zip(loop.stages(), positions))
    if (!canCastTo(type, stage.arguments()[i].getType()))
      return reject(loop, positions, "the new allocation has another layout");
  OpOperand &init = loop.init(positions.front());
  carry.mayOverwriteInit = isUsedOnlyByLoop(init.get(), loop, init) &&
                           initHasSameSizes(skipCasts(init.get()), carry, loop);
  return carry;
}
