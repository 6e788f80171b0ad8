//===- DoubleBufferLoops.cpp - Two buffers for a carried tensor ------===//
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

#include "LoopCarriedBuffers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "sg/CodeGen/Bufferization/Passes.h"
#include <map>

using namespace mlir;
using namespace sg;

namespace sg {
#define GEN_PASS_DEF_DOUBLEBUFFERLOOPS
#include "sg/CodeGen/Bufferization/Passes.h.inc"
} // namespace sg

namespace {
/// Where a carry stands among the arguments of each stage.
using Numbers = ArrayRef<unsigned>;

/// Where it stands among what `stage` hands on.
unsigned getNextNumber(Numbers numbers, unsigned stage) {
  return numbers[(stage + 1) % numbers.size()];
}

struct Carry {
  memref::AllocOp front() const { return allocations.front(); }
  /// The stages that always give it new memory, a bit each; none if it may
  /// depend.
  std::optional<unsigned> getMovingStages() const {
    unsigned moving = 0;
    for (auto [s, each] : llvm::enumerate(next))
      if (!each.allocations.empty()) {
        if (each.mayBeCarry)
          return std::nullopt;
        moving |= 1u << s;
      }
    return moving;
  }

  SmallVector<unsigned, 2> numbers;
  /// What each stage makes of it.
  SmallVector<NextValue, 2> next;
  /// All of them.
  SmallVector<memref::AllocOp, 2> allocations;
  /// Whether the loop may write to what the carry begins with.
  bool isTakenOver = false;
};
} // namespace

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// Whether `size` is the one that the carry itself has in dimension `dim`, as
/// the loop does not change it.
static bool isOfCarry(Value size, int64_t dim, const CarryingLoop &loop,
                      Numbers numbers) {
  auto asked = size.getDefiningOp<memref::DimOp>();
  if (!asked || asked.getConstantIndex() != dim)
    return false;
  Value of = skipCasts(asked.getSource());
  return llvm::any_of(llvm::zip(loop.stages(), numbers), [&](auto place) {
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
static bool areSizesKnown(const Carry &carry, const CarryingLoop &loop) {
  memref::AllocOp front = carry.front();
  SmallVector<int64_t> dims = getDynamicDims(front.getType());
  return llvm::all_of(carry.allocations, [&](memref::AllocOp allocation) {
    if (allocation.getType() != front.getType())
      return false;
    return llvm::all_of(
        llvm::zip(dims, allocation.getDynamicSizes(), front.getDynamicSizes()),
        [&](auto each) {
          auto [dim, size, first] = each;
          if (isOfCarry(size, dim, loop, carry.numbers))
            return isOfCarry(first, dim, loop, carry.numbers);
          return size == first && isKnownInFront(size, allocation, loop);
        });
  });
}

/// Whether a carry begins with memory like that which it is given later.
static bool isLike(Value init, const Carry &carry, const CarryingLoop &loop) {
  memref::AllocOp allocation = carry.front();
  if (init.getType() != allocation.getType())
    return false;
  auto first = init.getDefiningOp<memref::AllocOp>();
  for (auto [k, dim] : llvm::enumerate(getDynamicDims(allocation.getType()))) {
    Value size = allocation.getDynamicSizes()[k];
    if (!isOfCarry(size, dim, loop, carry.numbers) &&
        (!first || first.getDynamicSizes()[k] != size))
      return false;
  }
  return true;
}

/// Memory like that of `carry` in front of the loop, without elements if the
/// loop has no iteration: its size need not mean anything then.
static Value allocateInFront(OpBuilder &b, const CarryingLoop &loop,
                             const Carry &carry) {
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(loop.get());
  memref::AllocOp allocation = carry.front();
  Location loc = allocation.getLoc();
  Value init = loop.init(carry.numbers.front()).get();
  SmallVector<Value> sizes;
  for (auto [dim, size] : llvm::zip(getDynamicDims(allocation.getType()),
                                    allocation.getDynamicSizes())) {
    if (isOfCarry(size, dim, loop, carry.numbers)) {
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

/// A carry whose memory can be exchanged.
static std::optional<Carry> match(const CarryingLoop &loop, Numbers numbers) {
  Carry carry;
  carry.numbers.assign(numbers.begin(), numbers.end());
  for (auto [s, stage] : llvm::enumerate(loop.stages())) {
    Value argument = stage.arguments()[numbers[s]];
    unsigned place = getNextNumber(numbers, s);
    FailureOr<NextValue> next = getNext(stage.handedOn(place), argument, stage);
    // What is exchanged now is free in the next iteration: nothing else may
    // hand it on.
    FailureOr<Uses> uses = Uses::of(argument, loop);
    if (failed(next) || failed(uses) || !uses->areHandedOnOnlyAt(place) ||
        (!next->mayBeCarry && !uses->handedOn.empty()))
      return std::nullopt;
    for (memref::AllocOp allocation : next->allocations)
      if (!isHandedOnOnlyAt(place, allocation, loop))
        return std::nullopt;
    llvm::append_range(carry.allocations, next->allocations);
    carry.next.push_back(std::move(*next));
  }
  if (carry.allocations.empty() || !areSizesKnown(carry, loop))
    return std::nullopt;
  MemRefType type = carry.front().getType();
  for (auto [stage, i] : llvm::zip(loop.stages(), numbers))
    if (!fits(type, stage.arguments()[i].getType()))
      return std::nullopt;
  OpOperand &init = loop.init(numbers.front());
  carry.isTakenOver = isTakenOver(init.get(), loop, init) &&
                      isLike(skipCasts(init.get()), carry, loop);
  return carry;
}

//===----------------------------------------------------------------------===//
// The exchange
//===----------------------------------------------------------------------===//

namespace {
/// What the loop carries along to know where its carries are: in the second
/// buffer, or still where they were at the beginning. Numbers of added carries.
struct Place {
  unsigned isSecond, isInit;
};
} // namespace

/// The places of the carries. Those that always move in the same stages share
/// one.
static SmallVector<Place> createPlaces(ArrayRef<Carry> carries, Value yes,
                                       Value no,
                                       SmallVectorImpl<Value> &inits) {
  std::map<std::pair<unsigned, bool>, unsigned> shared;
  auto place = [&](const Carry &carry, bool atInit) -> unsigned {
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
  for (const Carry &carry : carries) {
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
/// The two buffers that a carry has in place of what each iteration allocates.
/// Of the loop's carries, the last `numState` are those that `place` is among.
class TwoBuffers {
public:
  TwoBuffers(RewriterBase &rewriter, const CarryingLoop &loop,
             const Carry &carry, Place place, unsigned numState)
      : rewriter(rewriter), loop(loop), carry(carry), place(place),
        numState(numState), loc(loop->getLoc()),
        init(loop.init(carry.numbers.front()).get()) {
    first = carry.isTakenOver ? skipCasts(init)
                              : allocateInFront(rewriter, loop, carry);
    second = allocateInFront(rewriter, loop, carry);
  }

  void replaceIn(unsigned s) {
    const Stage &stage = loop.stages()[s];
    Value argument = stage.arguments()[carry.numbers[s]];
    unsigned next = getNextNumber(carry.numbers, s);
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
    Value result = loop->getResult(carry.numbers.back());
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
  const Carry &carry;
  Place place;
  unsigned numState;
  Location loc;
  Value init, first, second;
};
} // namespace

/// Replaces the memory that each iteration allocates for these carries by two
/// buffers.
static CarryingLoop exchange(RewriterBase &rewriter, CarryingLoop loop,
                             ArrayRef<Carry> carries) {
  rewriter.setInsertionPoint(loop.get());
  Value no = arith::ConstantIntOp::create(rewriter, loop->getLoc(), 0, 1);
  Value yes = arith::ConstantIntOp::create(rewriter, loop->getLoc(), 1, 1);
  SmallVector<Value> inits;
  SmallVector<Place> places = createPlaces(carries, yes, no, inits);
  loop = loop.withCarries(rewriter, inits);
  for (auto [carry, place] : llvm::zip(carries, places)) {
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
                     Numbers numbers) {
  OpOperand &init = loop.init(numbers.front());
  const Stage *working = nullptr;
  unsigned last = 0;
  for (auto [s, stage] : llvm::enumerate(loop.stages())) {
    unsigned place = getNextNumber(numbers, s);
    Value argument = stage.arguments()[numbers[s]];
    auto type = dyn_cast<MemRefType>(argument.getType());
    Value value = stage.handedOn(place);
    if (!type || !type.hasStaticShape() || value.getType() != type ||
        init.get().getType() != type)
      return;
    FailureOr<Uses> uses = Uses::of(argument, loop);
    if (failed(uses) || !uses->areHandedOnOnlyAt(place))
      return;
    if (value == argument)
      continue;
    if (working || !uses->handedOn.empty() || !isAllocatedIn(value, stage))
      return;
    working = &stage;
    last = s;
  }
  if (!working || !isTakenOver(init.get(), loop, init))
    return;
  for (auto [s, stage] : llvm::enumerate(loop.stages())) {
    unsigned place = getNextNumber(numbers, s);
    Value argument = stage.arguments()[numbers[s]];
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
      SmallVector<Carry> carries;
      SmallVector<SmallVector<unsigned, 2>> others;
      for (Numbers numbers : getCarries(loop))
        if (std::optional<Carry> carry = match(loop, numbers))
          carries.push_back(std::move(*carry));
        else
          others.emplace_back(numbers);
      if (!carries.empty())
        loop = exchange(rewriter, loop, carries);
      for (Numbers numbers : others)
        copyBack(rewriter, loop, numbers);
    }
  }
};
} // namespace
