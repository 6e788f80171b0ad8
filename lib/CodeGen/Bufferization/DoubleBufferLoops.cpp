//===- DoubleBufferLoops.cpp - Two buffers for a carried tensor -----------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bufferization takes the initial value of each carry of a loop for one that
// the loop writes to. So the memory that a carry has in an iteration may be
// written to once nothing of that iteration reads it any more.
//
// Each of the two stages of an scf.while may give a carry new memory, or hand
// on what it gets.
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
// The exchange
//===----------------------------------------------------------------------===//

namespace {
/// What the loop carries along to know where its carries are: in the second
/// buffer, or still where they were at the beginning. Positions of added
/// carries.
struct Place {
  unsigned isSecond, isInit;
};
} // namespace

/// The positions of the carries. Those that always move in the same stages
/// share one.
static SmallVector<Place> createPlaces(ArrayRef<DoubleBufferedCarry> carries,
                                       Value yes, Value no,
                                       SmallVectorImpl<Value> &inits) {
  std::map<std::pair<unsigned, bool>, unsigned> shared;
  auto place = [&](const DoubleBufferedCarry &carry, bool atInit) -> unsigned {
    unsigned made = inits.size();
    if (std::optional<unsigned> moving = carry.getMovingStages()) {
      auto [known, isNew] = shared.try_emplace({*moving, atInit}, made);
      if (!isNew)
        return known->second;
    }
    inits.push_back(atInit ? yes : no);
    return made;
  };
  SmallVector<Place> places;
  for (const DoubleBufferedCarry &carry : carries) {
    unsigned isSecond = place(carry, false);
    places.push_back(
        {isSecond, carry.isTakenOver ? isSecond : place(carry, true)});
  }
  return places;
}

static Value castTo(OpBuilder &b, Location loc, Type type, Value memory) {
  if (memory.getType() == type)
    return memory;
  return memref::CastOp::create(b, loc, type, memory);
}

namespace {
/// The two buffers that a carry has instead of what each iteration allocates.
/// Of the loop's carries, the last `numState` are those that `place` is among.
class TwoBuffers {
public:
  TwoBuffers(RewriterBase &rewriter, const CarryingLoop &loop,
             const DoubleBufferedCarry &carry, Place place, unsigned numState)
      : rewriter(rewriter), loop(loop), carry(carry), place(place),
        numState(numState), loc(loop->getLoc()),
        init(loop.init(carry.positions.front()).get()) {
    first = carry.isTakenOver ? skipCasts(init)
                              : carry.allocateInFront(rewriter, loop);
    second = carry.allocateInFront(rewriter, loop);
  }

  void replaceIn(unsigned s) {
    const Stage &stage = loop.stages()[s];
    Value argument = stage.arguments()[carry.positions[s]];
    unsigned next = getNextPosition(carry.positions, s);
    bool mayMove = !carry.next[s].allocations.empty();
    if (mayMove)
      move(stage, stage.handedOn(next), argument);
    // The memory itself is not carried any more.
    rewriter.setInsertionPoint(loop.get());
    stage.handOn(
        rewriter, next,
        castTo(rewriter, loc, stage.handsOn(next).get().getType(), init));
    ValueRange state = stage.arguments().take_back(numState);
    rewriter.setInsertionPointToStart(stage.block);
    if (mayMove) {
      Value other = arith::SelectOp::create(
          rewriter, loc, state[place.isSecond], first, second);
      for (memref::AllocOp each : carry.next[s].allocations)
        rewriter.replaceOp(each, other);
      rewriter.setInsertionPoint(other.getDefiningOp());
    }
    rewriter.replaceAllUsesWith(argument, where(state, argument.getType()));
  }

  void replaceResult() {
    rewriter.setInsertionPointAfter(loop.get());
    Value result = loop->getResult(carry.positions.back());
    ValueRange state = loop->getResults().take_back(numState);
    rewriter.replaceAllUsesWith(result, where(state, result.getType()));
  }

private:
  /// The memory of the carry.
  Value where(ValueRange state, Type type) {
    Value buffer = arith::SelectOp::create(rewriter, loc, state[place.isSecond],
                                           second, first);
    buffer = castTo(rewriter, loc, type, buffer);
    if (carry.isTakenOver)
      return buffer;
    Value begin = castTo(rewriter, loc, type, init);
    return arith::SelectOp::create(rewriter, loc, state[place.isInit], begin,
                                   buffer);
  }

  /// Tells the next stage where the carry is: elsewhere if `next` is new.
  void move(const Stage &stage, Value next, Value argument) {
    Operation *end = stage.end();
    rewriter.setInsertionPoint(end);
    Value isNew = createIsNew(rewriter, loc, next, argument, stage);
    ValueRange state = stage.arguments().take_back(numState);
    unsigned stateAt = end->getNumOperands() - numState;
    end->setOperand(stateAt + place.isSecond,
                    rewriter.createOrFold<arith::XOrIOp>(
                        loc, state[place.isSecond], isNew));
    if (carry.isTakenOver)
      return;
    Value no = arith::ConstantIntOp::create(rewriter, loc, 0, 1);
    end->setOperand(stateAt + place.isInit,
                    rewriter.createOrFold<arith::SelectOp>(
                        loc, isNew, no, state[place.isInit]));
  }

  RewriterBase &rewriter;
  const CarryingLoop &loop;
  const DoubleBufferedCarry &carry;
  Place place;
  unsigned numState;
  Location loc;
  Value init, first, second;
};
} // namespace

/// Replaces the memory that each iteration allocates for these carries by two
/// buffers.
static CarryingLoop exchange(RewriterBase &rewriter, CarryingLoop loop,
                             ArrayRef<DoubleBufferedCarry> carries) {
  rewriter.setInsertionPoint(loop.get());
  Value no = arith::ConstantIntOp::create(rewriter, loop->getLoc(), 0, 1);
  Value yes = arith::ConstantIntOp::create(rewriter, loop->getLoc(), 1, 1);
  SmallVector<Value> inits;
  SmallVector<Place> places = createPlaces(carries, yes, no, inits);
  loop = loop.withCarries(rewriter, inits);
  for (auto [carry, place] : llvm::zip(carries, places)) {
    LDBG() << "double-buffered: loop-carried buffer " << carry.positions.front()
           << " of " << loop->getName() << " at " << loop->getLoc();
    TwoBuffers buffers(rewriter, loop, carry, place, inits.size());
    for (unsigned s = 0; s < loop.stages().size(); ++s)
      buffers.replaceIn(s);
    buffers.replaceResult();
  }
  return loop;
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// Whether `value` is memory that the stage has allocated.
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

/// Copies what an iteration has in one of several buffers, as an inner loop
/// leaves it, to where the carry was. No buffer leaves the iteration then.
static void copyBack(RewriterBase &rewriter, const CarryingLoop &loop,
                     CarryPositions positions) {
  auto leave = [&](StringRef why) {
    LDBG() << "not copied back, " << why << ": loop-carried buffer "
           << positions.front() << " of " << loop->getName() << " at "
           << loop->getLoc();
  };
  OpOperand &init = loop.init(positions.front());
  const Stage *working = nullptr;
  unsigned last = 0;
  for (auto [s, stage] : llvm::enumerate(loop.stages())) {
    unsigned place = getNextPosition(positions, s);
    Value argument = stage.arguments()[positions[s]];
    auto type = dyn_cast<MemRefType>(argument.getType());
    Value value = stage.handedOn(place);
    if (!type || !type.hasStaticShape() || value.getType() != type ||
        init.get().getType() != type)
      return leave("its size is not known, or its layout changes");
    FailureOr<Uses> uses = Uses::of(argument, loop);
    if (failed(uses) || !uses->areHandedOnOnlyAt(place))
      return leave("it may be yielded elsewhere");
    if (value == argument)
      continue;
    if (working || !uses->handedOn.empty() || !isAllocatedIn(value, stage))
      return leave("what is yielded is not allocated in one region alone");
    working = &stage;
    last = s;
  }
  if (!working)
    return leave("each iteration yields it as it is");
  if (!isTakenOver(init.get(), loop, init))
    return leave("its initial memory is used elsewhere");
  LDBG() << "copied back: loop-carried buffer " << positions.front() << " of "
         << loop->getName() << " at " << loop->getLoc();
  for (auto [s, stage] : llvm::enumerate(loop.stages())) {
    unsigned place = getNextPosition(positions, s);
    Value argument = stage.arguments()[positions[s]];
    if (s == last) {
      rewriter.setInsertionPoint(stage.end());
      memref::CopyOp::create(rewriter, loop->getLoc(), stage.handedOn(place),
                             argument);
    }
    stage.handOn(rewriter, place, argument);
  }
}

/// Where each carry of the loop stands. What neither stage of an scf.while
/// hands on as it is may stand anywhere.
static SmallVector<SmallVector<unsigned, 2>>
getCarries(const CarryingLoop &loop) {
  SmallVector<SmallVector<unsigned, 2>> carries;
  const Stage &first = loop.stages().front(), &last = loop.stages().back();
  llvm::SmallDenseSet<unsigned> taken;
  auto pair = [&](unsigned i, auto belong) {
    for (unsigned p = 0; p < last.arguments().size(); ++p)
      if (isa<MemRefType>(last.arguments()[p].getType()) && belong(p) &&
          taken.insert(p).second) {
        carries.push_back({i, p});
        return true;
      }
    return false;
  };
  SmallVector<unsigned> rest;
  for (auto [i, argument] : llvm::enumerate(first.arguments())) {
    if (!isa<MemRefType>(argument.getType()))
      continue;
    if (loop.stages().size() == 1)
      carries.push_back({static_cast<unsigned>(i)});
    else if (!pair(i, [&, i = i, argument = argument](unsigned p) {
               return skipCasts(first.handedOn(p)) == argument ||
                      skipCasts(last.handedOn(i)) == last.arguments()[p];
             }))
      rest.push_back(i);
  }
  for (unsigned i : rest)
    pair(i, [&](unsigned p) {
      return last.arguments()[p].getType() == first.arguments()[i].getType();
    });
  return carries;
}

namespace {
struct DoubleBufferLoops : sg::impl::DoubleBufferLoopsBase<DoubleBufferLoops> {
  void runOnOperation() override {
    SmallVector<Operation *> loops; // the inner ones first
    getOperation().walk([&](Operation *op) {
      if (CarryingLoop(op))
        loops.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (Operation *op : loops) {
      CarryingLoop loop(op);
      SmallVector<DoubleBufferedCarry> carries;
      SmallVector<SmallVector<unsigned, 2>> others;
      for (CarryPositions positions : getCarries(loop))
        if (std::optional<DoubleBufferedCarry> carry =
                DoubleBufferedCarry::match(loop, positions))
          carries.push_back(std::move(*carry));
        else
          others.emplace_back(positions);
      if (!carries.empty())
        loop = exchange(rewriter, loop, carries);
      for (CarryPositions positions : others)
        copyBack(rewriter, loop, positions);
    }
  }
};
} // namespace
