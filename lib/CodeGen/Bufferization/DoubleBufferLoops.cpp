//===- DoubleBufferLoops.cpp - Two buffers for a carried tensor -----------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bufferization assumes that a loop writes to the initial value of each
// loop-carried tensor. The memory of a loop-carried memref may therefore be
// overwritten after its last read in an iteration.
//
// The regions of an scf.while are two stages. For a loop-carried memref, each
// stage yields new memory or the argument of the stage.
//
//===----------------------------------------------------------------------===//

#include "DoubleBufferedCarry.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "sg/CodeGen/Bufferization/Passes.h"
#include "llvm/Support/DebugLog.h"
#include <map>

#define DEBUG_TYPE "sg-double-buffer-loops"

using namespace mlir;
using namespace sg;

namespace sg {
#define GEN_PASS_DEF_DOUBLEBUFFERLOOPS
#include "sg/CodeGen/Bufferization/Passes.h.inc"
} // namespace sg

//===----------------------------------------------------------------------===//
// Double buffering
//===----------------------------------------------------------------------===//

namespace {
/// Indices of two loop-carried booleans that select the buffer of a
/// loop-carried memref. `isSecond` selects the second buffer, `isInit` the
/// memory of the initial value.
struct BufferFlags {
  unsigned isSecond, isInit;
};
} // namespace

/// Creates the flags of all loop-carried memrefs and appends their initial
/// values to `inits`. Memrefs that always swap buffers in the same stages share
/// a flag.
static SmallVector<BufferFlags>
createFlags(ArrayRef<DoubleBufferedCarry> carries, Value trueValue,
            Value falseValue, SmallVectorImpl<Value> &inits) {
  std::map<std::pair<unsigned, bool>, unsigned> shared;
  auto addFlag = [&](const DoubleBufferedCarry &carry,
                     bool isInit) -> unsigned {
    unsigned index = inits.size();
    if (std::optional<unsigned> swappingStages = carry.getSwappingStages()) {
      auto [entry, isNew] =
          shared.try_emplace({*swappingStages, isInit}, index);
      if (!isNew)
        return entry->second;
    }
    inits.push_back(isInit ? trueValue : falseValue);
    return index;
  };
  SmallVector<BufferFlags> flags;
  for (const DoubleBufferedCarry &carry : carries) {
    unsigned isSecond = addFlag(carry, false);
    flags.push_back(
        {isSecond, carry.mayOverwriteInit ? isSecond : addFlag(carry, true)});
  }
  return flags;
}

static Value castTo(OpBuilder &b, Location loc, Type type, Value memory) {
  if (memory.getType() == type)
    return memory;
  return memref::CastOp::create(b, loc, type, memory);
}

namespace {
/// The two buffers that replace the allocations of one loop-carried memref. The
/// last `numFlags` loop-carried values of the loop are the flags.
class TwoBuffers {
public:
  TwoBuffers(RewriterBase &rewriter, const CarryingLoop &loop,
             const DoubleBufferedCarry &carry, BufferFlags flags,
             unsigned numFlags)
      : rewriter(rewriter), loop(loop), carry(carry), flags(flags),
        numFlags(numFlags), loc(loop->getLoc()),
        init(loop.init(carry.positions.front()).get()) {
    first = carry.mayOverwriteInit ? skipCasts(init)
                                   : carry.allocateBeforeLoop(rewriter, loop);
    second = carry.allocateBeforeLoop(rewriter, loop);
  }

  void replaceInStage(unsigned stageIndex) {
    const Stage &stage = loop.stages()[stageIndex];
    Value argument = stage.arguments()[carry.positions[stageIndex]];
    unsigned yieldIndex = getNextPosition(carry.positions, stageIndex);
    bool maySwap = !carry.yielded[stageIndex].allocations.empty();
    if (maySwap)
      updateFlags(stage, stage.getYieldedValue(yieldIndex), argument);
    // The flags replace the loop-carried memref: the loop now carries the
    // initial value unchanged.
    rewriter.setInsertionPoint(loop.get());
    stage.setYieldedValue(
        rewriter, yieldIndex,
        castTo(rewriter, loc, stage.getYieldOperand(yieldIndex).get().getType(),
               init));
    ValueRange values = stage.arguments().take_back(numFlags);
    rewriter.setInsertionPointToStart(stage.block);
    if (maySwap) {
      Value freeBuffer = arith::SelectOp::create(
          rewriter, loc, values[flags.isSecond], first, second);
      for (memref::AllocOp allocation : carry.yielded[stageIndex].allocations)
        rewriter.replaceOp(allocation, freeBuffer);
      rewriter.setInsertionPoint(freeBuffer.getDefiningOp());
    }
    rewriter.replaceAllUsesWith(
        argument, createCurrentBuffer(values, argument.getType()));
  }

  void replaceResult() {
    rewriter.setInsertionPointAfter(loop.get());
    Value result = loop->getResult(carry.positions.back());
    ValueRange values = loop->getResults().take_back(numFlags);
    rewriter.replaceAllUsesWith(result,
                                createCurrentBuffer(values, result.getType()));
  }

private:
  /// Emits a select of the buffer that holds the loop-carried memref.
  Value createCurrentBuffer(ValueRange values, Type type) {
    Value buffer = arith::SelectOp::create(
        rewriter, loc, values[flags.isSecond], second, first);
    buffer = castTo(rewriter, loc, type, buffer);
    if (carry.mayOverwriteInit)
      return buffer;
    Value initBuffer = castTo(rewriter, loc, type, init);
    return arith::SelectOp::create(rewriter, loc, values[flags.isInit],
                                   initBuffer, buffer);
  }

  /// Updates the flags for the next stage: the buffers swap if `yielded` is a
  /// new allocation.
  void updateFlags(const Stage &stage, Value yielded, Value argument) {
    Operation *end = stage.terminator();
    rewriter.setInsertionPoint(end);
    Value isNew =
        createIsNewAllocation(rewriter, loc, yielded, argument, stage);
    ValueRange values = stage.arguments().take_back(numFlags);
    unsigned flagsBegin = end->getNumOperands() - numFlags;
    end->setOperand(flagsBegin + flags.isSecond,
                    rewriter.createOrFold<arith::XOrIOp>(
                        loc, values[flags.isSecond], isNew));
    if (carry.mayOverwriteInit)
      return;
    Value falseValue = arith::ConstantIntOp::create(rewriter, loc, 0, 1);
    end->setOperand(flagsBegin + flags.isInit,
                    rewriter.createOrFold<arith::SelectOp>(
                        loc, isNew, falseValue, values[flags.isInit]));
  }

  RewriterBase &rewriter;
  const CarryingLoop &loop;
  const DoubleBufferedCarry &carry;
  BufferFlags flags;
  unsigned numFlags;
  Location loc;
  Value init, first, second;
};
} // namespace

/// Replaces the allocations of the loop-carried memrefs `carries` by two
/// buffers each.
static CarryingLoop doubleBuffer(RewriterBase &rewriter, CarryingLoop loop,
                                 ArrayRef<DoubleBufferedCarry> carries) {
  rewriter.setInsertionPoint(loop.get());
  Value falseValue =
      arith::ConstantIntOp::create(rewriter, loop->getLoc(), 0, 1);
  Value trueValue =
      arith::ConstantIntOp::create(rewriter, loop->getLoc(), 1, 1);
  SmallVector<Value> inits;
  SmallVector<BufferFlags> flags =
      createFlags(carries, trueValue, falseValue, inits);
  loop = loop.withCarries(rewriter, inits);
  for (auto [carry, carryFlags] : llvm::zip(carries, flags)) {
    LDBG() << "double-buffered: loop-carried buffer " << carry.positions.front()
           << " of " << loop->getName() << " at " << loop->getLoc();
    TwoBuffers buffers(rewriter, loop, carry, carryFlags, inits.size());
    for (unsigned s = 0; s < loop.stages().size(); ++s)
      buffers.replaceInStage(s);
    buffers.replaceResult();
  }
  return loop;
}

//===----------------------------------------------------------------------===//
// Copies into the loop-carried buffer
//===----------------------------------------------------------------------===//

/// Returns true if `stage` allocates the memory of `value`.
static bool isAllocatedIn(Value value, const Stage &stage) {
  value = skipCasts(value);
  Operation *op = value.getDefiningOp();
  if (!op || !stage.contains(op))
    return false;
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return isAllocatedIn(select.getTrueValue(), stage) &&
           isAllocatedIn(select.getFalseValue(), stage);
  return isa<memref::AllocOp>(op);
}

/// Copies the yielded buffer into the loop-carried buffer, so that no
/// allocation leaves the iteration. The yielded value is usually one of the
/// buffers of an inner loop.
static void copyBack(RewriterBase &rewriter, const CarryingLoop &loop,
                     CarryPositions positions) {
  auto logSkipped = [&](StringRef reason) {
    LDBG() << "not copied back, " << reason << ": loop-carried buffer "
           << positions.front() << " of " << loop->getName() << " at "
           << loop->getLoc();
  };
  OpOperand &init = loop.init(positions.front());
  const Stage *allocatingStage = nullptr;
  unsigned allocatingIndex = 0;
  for (auto [s, stage] : llvm::enumerate(loop.stages())) {
    unsigned yieldIndex = getNextPosition(positions, s);
    Value argument = stage.arguments()[positions[s]];
    auto type = dyn_cast<MemRefType>(argument.getType());
    Value value = stage.getYieldedValue(yieldIndex);
    if (!type || !type.hasStaticShape() || value.getType() != type ||
        init.get().getType() != type)
      return logSkipped("its size is not known, or its layout changes");
    FailureOr<Uses> uses = Uses::of(argument, loop);
    if (failed(uses) || !uses->areYieldedOnlyAt(yieldIndex))
      return logSkipped("it may be yielded elsewhere");
    if (value == argument)
      continue;
    if (allocatingStage || !uses->yieldPositions.empty() ||
        !isAllocatedIn(value, stage))
      return logSkipped(
          "more than one region, or none, allocates the yielded buffer");
    allocatingStage = &stage;
    allocatingIndex = s;
  }
  if (!allocatingStage)
    return logSkipped("each iteration yields it unchanged");
  if (!isUsedOnlyByLoop(init.get(), loop, init))
    return logSkipped("its initial memory is used elsewhere");
  LDBG() << "copied back: loop-carried buffer " << positions.front() << " of "
         << loop->getName() << " at " << loop->getLoc();
  for (auto [s, stage] : llvm::enumerate(loop.stages())) {
    unsigned yieldIndex = getNextPosition(positions, s);
    Value argument = stage.arguments()[positions[s]];
    if (s == allocatingIndex) {
      rewriter.setInsertionPoint(stage.terminator());
      memref::CopyOp::create(rewriter, loop->getLoc(),
                             stage.getYieldedValue(yieldIndex), argument);
    }
    stage.setYieldedValue(rewriter, yieldIndex, argument);
  }
}

/// Returns the positions of the loop-carried memrefs. If an scf.while yields no
/// argument unchanged, the IR does not determine which arguments of the two
/// stages belong together. Arguments of equal types are then paired.
static SmallVector<SmallVector<unsigned, 2>>
getCarries(const CarryingLoop &loop) {
  SmallVector<SmallVector<unsigned, 2>> carries;
  const Stage &first = loop.stages().front(), &last = loop.stages().back();
  llvm::SmallDenseSet<unsigned> pairedPositions;
  auto addPair = [&](unsigned i, auto belongTogether) {
    for (unsigned j = 0; j < last.arguments().size(); ++j)
      if (isa<MemRefType>(last.arguments()[j].getType()) && belongTogether(j) &&
          pairedPositions.insert(j).second) {
        carries.push_back({i, j});
        return true;
      }
    return false;
  };
  SmallVector<unsigned> unpaired;
  for (auto [i, argument] : llvm::enumerate(first.arguments())) {
    if (!isa<MemRefType>(argument.getType()))
      continue;
    if (loop.stages().size() == 1)
      carries.push_back({static_cast<unsigned>(i)});
    else if (!addPair(i, [&, i = i, argument = argument](unsigned j) {
               return skipCasts(first.getYieldedValue(j)) == argument ||
                      skipCasts(last.getYieldedValue(i)) == last.arguments()[j];
             }))
      unpaired.push_back(i);
  }
  for (unsigned i : unpaired)
    addPair(i, [&](unsigned j) {
      return last.arguments()[j].getType() == first.arguments()[i].getType();
    });
  return carries;
}

namespace {
struct DoubleBufferLoops : sg::impl::DoubleBufferLoopsBase<DoubleBufferLoops> {
  void runOnOperation() override {
    SmallVector<Operation *> loops; // Inner loops come first.
    getOperation().walk([&](Operation *op) {
      if (CarryingLoop(op))
        loops.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (Operation *op : loops) {
      CarryingLoop loop(op);
      SmallVector<DoubleBufferedCarry> carries;
      SmallVector<SmallVector<unsigned, 2>> unmatched;
      for (CarryPositions positions : getCarries(loop))
        if (std::optional<DoubleBufferedCarry> carry =
                DoubleBufferedCarry::match(loop, positions))
          carries.push_back(std::move(*carry));
        else
          unmatched.emplace_back(positions);
      if (!carries.empty())
        loop = doubleBuffer(rewriter, loop, carries);
      for (CarryPositions positions : unmatched)
        copyBack(rewriter, loop, positions);
    }
  }
};
} // namespace
