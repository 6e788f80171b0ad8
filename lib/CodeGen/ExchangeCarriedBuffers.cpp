//===- ExchangeCarriedBuffers.cpp - Two buffers for a carried tensor ------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bufferization takes the initial value of each carry of an scf.for for one
// that the loop writes to. So the memory that a carry has in an iteration may
// be written to once nothing of that iteration reads it any more.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_EXCHANGECARRIEDBUFFERS
#include "CodeGen/Passes.h.inc"
} // namespace sg

//===----------------------------------------------------------------------===//
// What shares memory
//===----------------------------------------------------------------------===//

/// Adds the values that share the memory of `use` by what its op does.
static LogicalResult follow(OpOperand &use, llvm::SetVector<Value> &aliases) {
  Operation *op = use.getOwner();
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    aliases.insert(loop.getTiedLoopRegionIterArg(&use));
    aliases.insert(loop.getTiedLoopResult(&use));
    return success();
  }
  if (isa<scf::YieldOp>(op)) {
    Operation *parent = op->getParentOp();
    if (auto loop = dyn_cast<scf::ForOp>(parent))
      aliases.insert(loop.getRegionIterArg(use.getOperandNumber()));
    else if (!isa<scf::IfOp, scf::IndexSwitchOp, scf::ExecuteRegionOp>(parent))
      return failure();
    aliases.insert(parent->getResult(use.getOperandNumber()));
    return success();
  }
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return success(use.get() == store.getMemRef());
  bool isKnown =
      isa<ViewLikeOpInterface, arith::SelectOp, CallOpInterface,
          linalg::LinalgOp, memref::CopyOp, memref::LoadOp, memref::DimOp,
          vector::TransferReadOp, vector::TransferWriteOp>(op);
  for (Value result : op->getResults())
    if (isa<BaseMemRefType>(result.getType()))
      aliases.insert(result);
  return success(isKnown);
}

namespace {
/// The uses of the memory of a value, from there on.
struct Uses {
  /// Yields of `loop` and `init` are not followed.
  static FailureOr<Uses> of(Value value, scf::ForOp loop,
                            OpOperand *init = nullptr) {
    Uses result;
    llvm::SetVector<Value> aliases;
    aliases.insert(value);
    for (size_t next = 0; next < aliases.size(); ++next)
      for (OpOperand &use : aliases[next].getUses()) {
        if (use.getOwner() == loop.getBody()->getTerminator())
          result.yields.insert(use.getOperandNumber());
        else if (&use == init)
          continue;
        else if (failed(follow(use, aliases)))
          return failure();
        result.users.push_back(use.getOwner());
      }
    return result;
  }
  bool isYieldedOnlyAt(unsigned i) const {
    return llvm::all_of(yields, [&](unsigned yield) { return yield == i; });
  }

  SmallVector<Operation *> users;
  llvm::SmallSetVector<unsigned, 4> yields;
};
} // namespace

/// Carries get layouts that hide where their memory comes from.
static Value skipCasts(Value value) {
  while (auto cast = value.getDefiningOp<memref::CastOp>())
    value = cast.getSource();
  return value;
}

/// Whether nobody but the loop uses the memory with which a carry begins from
/// the loop on.
static bool isTakenOver(Value value, scf::ForOp loop, OpOperand &init) {
  value = skipCasts(value);
  if (auto select = value.getDefiningOp<arith::SelectOp>())
    return isTakenOver(select.getTrueValue(), loop, init) &&
           isTakenOver(select.getFalseValue(), loop, init);
  if (value.getParentBlock() != loop->getBlock())
    return false;
  bool isOwned = isa<BlockArgument>(value)
                     ? isa<scf::ForOp>(value.getParentBlock()->getParentOp())
                     : bool(value.getDefiningOp<memref::AllocOp>());
  if (!isOwned)
    return false;
  FailureOr<Uses> uses = Uses::of(value, loop, &init);
  return succeeded(uses) && llvm::all_of(uses->users, [&](Operation *user) {
           Operation *here = loop->getBlock()->findAncestorOpInBlock(*user);
           return here && here->isBeforeInBlock(loop);
         });
}

//===----------------------------------------------------------------------===//
// What a carry becomes
//===----------------------------------------------------------------------===//

namespace {
/// The memory that an iteration may hand on: that of the carry, or new memory.
struct NextValue {
  /// More than one if they are in branches that exclude each other.
  SmallVector<memref::AllocOp, 1> allocations;
  bool mayBeCarry = false;
};

struct Carry {
  unsigned number;
  NextValue next;
  /// Whether the loop may write to what the carry begins with.
  bool isTakenOver;
};
} // namespace

/// Whether one of these, to be given to the other branch's too, is used in its
/// own branch only.
static bool areInside(ArrayRef<memref::AllocOp> allocations, Region &branch) {
  return llvm::all_of(allocations, [&](memref::AllocOp allocation) {
    return branch.isAncestor(allocation->getParentRegion());
  });
}

static FailureOr<NextValue> getNext(Value value, Value carry, scf::ForOp loop) {
  value = skipCasts(value);
  if (value == carry)
    return NextValue{{}, true};
  auto join = [&](Value a, Value b, auto mayDiffer) -> FailureOr<NextValue> {
    FailureOr<NextValue> first = getNext(a, carry, loop),
                         second = getNext(b, carry, loop);
    if (failed(first) || failed(second))
      return failure();
    if (first->allocations != second->allocations) {
      if (!mayDiffer(*first, *second))
        return failure();
      llvm::append_range(first->allocations, second->allocations);
    }
    first->mayBeCarry |= second->mayBeCarry;
    return first;
  };
  Operation *op = value.getDefiningOp();
  if (!op || !loop.getRegion().isAncestor(op->getParentRegion()))
    return failure();
  if (auto allocation = dyn_cast<memref::AllocOp>(op))
    return NextValue{{allocation}, false};
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return join(select.getTrueValue(), select.getFalseValue(),
                [](const NextValue &a, const NextValue &b) {
                  return a.allocations.empty() || b.allocations.empty();
                });
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    unsigned i = cast<OpResult>(value).getResultNumber();
    Region &a = branch.getThenRegion(), &b = branch.getElseRegion();
    return join(branch.thenYield().getOperand(i),
                branch.elseYield().getOperand(i),
                [&](const NextValue &first, const NextValue &second) {
                  // Which of them it is has to be known outside.
                  return first.mayBeCarry == first.allocations.empty() &&
                         second.mayBeCarry == second.allocations.empty() &&
                         areInside(first.allocations, a) &&
                         areInside(second.allocations, b);
                });
  }
  return failure();
}

/// Whether `value` is new memory, rather than the carry's.
static Value createIsNew(OpBuilder &b, Location loc, Value value, Value carry) {
  value = skipCasts(value);
  auto constant = [&](bool isNew) -> Value {
    return arith::ConstantIntOp::create(b, loc, isNew, 1);
  };
  Operation *op = value.getDefiningOp();
  if (value == carry || isa<memref::AllocOp>(op))
    return constant(value != carry);
  Value condition, first, second;
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    condition = select.getCondition();
    first = select.getTrueValue();
    second = select.getFalseValue();
  } else {
    auto branch = cast<scf::IfOp>(op);
    unsigned i = cast<OpResult>(value).getResultNumber();
    condition = branch.getCondition();
    first = branch.thenYield().getOperand(i);
    second = branch.elseYield().getOperand(i);
  }
  first = createIsNew(b, loc, first, carry);
  second = createIsNew(b, loc, second, carry);
  return arith::SelectOp::create(b, loc, condition, first, second);
}

/// Whether the sizes of what is allocated are known in front of the loop, and
/// are the same for all.
static bool areSizesKnown(ArrayRef<memref::AllocOp> allocations,
                          scf::ForOp loop) {
  memref::AllocOp front = allocations.front();
  return llvm::all_of(
             front.getDynamicSizes(),
             [&](Value size) { return loop.isDefinedOutsideOfLoop(size); }) &&
         llvm::all_of(allocations, [&](memref::AllocOp allocation) {
           return allocation.getType() == front.getType() &&
                  allocation.getDynamicSizes() == front.getDynamicSizes();
         });
}

/// Whether a carry begins with memory like that which it is given later.
static bool isLike(Value init, memref::AllocOp allocation) {
  if (init.getType() != allocation.getType())
    return false;
  if (allocation.getType().hasStaticShape())
    return true;
  auto first = init.getDefiningOp<memref::AllocOp>();
  return first && first.getDynamicSizes() == allocation.getDynamicSizes();
}

/// Whether memory of the one type can be used as that of the other, which may
/// say less about its layout.
static bool fits(MemRefType from, Type to) {
  auto target = dyn_cast<MemRefType>(to);
  return target && from.getShape() == target.getShape() &&
         memref::CastOp::areCastCompatible(from, target);
}

/// A carry whose memory can be exchanged.
static std::optional<Carry> match(scf::ForOp loop, unsigned i) {
  Value carry = loop.getRegionIterArg(i);
  FailureOr<NextValue> next = getNext(loop.getYieldedValues()[i], carry, loop);
  if (failed(next) || next->allocations.empty() ||
      !fits(next->allocations.front().getType(), carry.getType()) ||
      !areSizesKnown(next->allocations, loop))
    return std::nullopt;
  // What is exchanged now is free in the next iteration: nothing else may hand
  // it on.
  FailureOr<Uses> uses = Uses::of(carry, loop);
  if (failed(uses) || !uses->isYieldedOnlyAt(i) ||
      (!next->mayBeCarry && !uses->yields.empty()))
    return std::nullopt;
  for (memref::AllocOp allocation : next->allocations) {
    uses = Uses::of(allocation, loop);
    if (failed(uses) || !uses->isYieldedOnlyAt(i))
      return std::nullopt;
  }
  OpOperand &init = loop.getInitArgsMutable()[i];
  return Carry{i, *next,
               isTakenOver(init.get(), loop, init) &&
                   isLike(skipCasts(init.get()), next->allocations.front())};
}

//===----------------------------------------------------------------------===//
// The exchange
//===----------------------------------------------------------------------===//

/// The same memory in front of the loop, without elements if the loop has no
/// iteration: its size need not mean anything then.
static Value allocateInFront(scf::ForOp loop, memref::AllocOp allocation) {
  OpBuilder b(loop);
  Location loc = allocation.getLoc();
  SmallVector<Value> sizes;
  if (!allocation.getDynamicSizes().empty()) {
    Value zero = arith::ConstantIndexOp::create(b, loc, 0);
    Value runs =
        arith::CmpIOp::create(b, loc,
                              loop.getUnsignedCmp() ? arith::CmpIPredicate::ult
                                                    : arith::CmpIPredicate::slt,
                              loop.getLowerBound(), loop.getUpperBound());
    for (Value size : allocation.getDynamicSizes())
      sizes.push_back(arith::SelectOp::create(b, loc, runs, size, zero));
  }
  return memref::AllocOp::create(b, loc, allocation.getType(), sizes,
                                 allocation.getAlignmentAttr());
}

namespace {
/// What the loop carries along to know where its carries are: in the second
/// buffer, or still where they were at the beginning.
struct Place {
  unsigned isSecond, isInit;
};
} // namespace

/// The places of the carries. Those that move in each iteration share one.
static SmallVector<Place> createPlaces(ArrayRef<Carry> carries, unsigned next,
                                       Value yes, Value no,
                                       SmallVectorImpl<Value> &inits) {
  std::optional<unsigned> shared[2];
  auto place = [&](const Carry &carry, bool atInit) {
    std::optional<unsigned> &known = shared[atInit];
    if (!carry.next.mayBeCarry && known)
      return *known;
    inits.push_back(atInit ? yes : no);
    if (!carry.next.mayBeCarry)
      known = next;
    return next++;
  };
  SmallVector<Place> places;
  for (const Carry &carry : carries) {
    unsigned isSecond = place(carry, false);
    places.push_back(
        {isSecond, carry.isTakenOver ? isSecond : place(carry, true)});
  }
  return places;
}

/// Replaces the memory that each iteration allocates for these carries by two
/// buffers.
static void exchange(RewriterBase &rewriter, scf::ForOp loop,
                     ArrayRef<Carry> carries) {
  Location loc = loop.getLoc();
  rewriter.setInsertionPoint(loop);
  Value no = arith::ConstantIntOp::create(rewriter, loc, 0, 1);
  Value yes = arith::ConstantIntOp::create(rewriter, loc, 1, 1);
  SmallVector<Value> inits;
  SmallVector<Place> places =
      createPlaces(carries, loop.getNumRegionIterArgs(), yes, no, inits);
  FailureOr<LoopLikeOpInterface> replaced =
      loop.replaceWithAdditionalIterOperands(
          rewriter, inits, /*replaceInitOperandUsesInLoop=*/false);
  auto made = cast<scf::ForOp>(replaced->getOperation());
  Operation *yield = made.getBody()->getTerminator();
  for (size_t k = 0; k < carries.size(); ++k) {
    const Carry &carry = carries[k];
    unsigned secondAt = places[k].isSecond, initAt = places[k].isInit;
    memref::AllocOp allocation = carry.next.allocations.front();
    Value init = made.getInitArgs()[carry.number];
    Value first =
        carry.isTakenOver ? skipCasts(init) : allocateInFront(made, allocation);
    Value second = allocateInFront(made, allocation);
    Value argument = made.getRegionIterArg(carry.number);
    Value isSecond = made.getRegionIterArg(secondAt);

    rewriter.setInsertionPoint(yield);
    Value isNew =
        createIsNew(rewriter, loc, yield->getOperand(carry.number), argument);
    Value next = rewriter.createOrFold<arith::XOrIOp>(loc, isSecond, isNew);
    yield->setOperand(secondAt, next);
    if (!carry.isTakenOver) {
      Value stays = rewriter.createOrFold<arith::SelectOp>(
          loc, isNew, no, made.getRegionIterArg(initAt));
      yield->setOperand(initAt, stays);
    }
    yield->setOperand(carry.number, argument);

    auto where = [&](ValueRange state) {
      Value buffer = arith::SelectOp::create(rewriter, loc, state[secondAt],
                                             second, first);
      if (buffer.getType() != init.getType())
        buffer = memref::CastOp::create(rewriter, loc, init.getType(), buffer);
      if (!carry.isTakenOver)
        buffer =
            arith::SelectOp::create(rewriter, loc, state[initAt], init, buffer);
      return buffer;
    };
    rewriter.setInsertionPointToStart(made.getBody());
    Value current = where(made.getRegionIterArgs());
    Value other =
        arith::SelectOp::create(rewriter, loc, isSecond, first, second);
    rewriter.replaceAllUsesExcept(argument, current, yield);
    for (memref::AllocOp each : carry.next.allocations)
      rewriter.replaceOp(each, other);
    rewriter.setInsertionPointAfter(made);
    rewriter.replaceAllUsesWith(made.getResult(carry.number),
                                where(made.getResults()));
  }
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// Whether `value` is memory that the iteration has allocated.
static bool isAllocatedIn(Value value, scf::ForOp loop) {
  value = skipCasts(value);
  Operation *op = value.getDefiningOp();
  if (!op || !loop.getRegion().isAncestor(op->getParentRegion()))
    return false;
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return isAllocatedIn(select.getTrueValue(), loop) &&
           isAllocatedIn(select.getFalseValue(), loop);
  return isa<memref::AllocOp>(op);
}

/// Copies what an iteration has in one of several buffers, as an inner loop
/// leaves it, to where the carry was. No buffer leaves the iteration then.
static void copyBack(RewriterBase &rewriter, scf::ForOp loop, unsigned i) {
  Value carry = loop.getRegionIterArg(i), value = loop.getYieldedValues()[i];
  auto type = dyn_cast<MemRefType>(carry.getType());
  OpOperand &init = loop.getInitArgsMutable()[i];
  if (!type || !type.hasStaticShape() || value.getType() != type ||
      !isAllocatedIn(value, loop) || !isTakenOver(init.get(), loop, init))
    return;
  FailureOr<Uses> uses = Uses::of(carry, loop);
  if (failed(uses) || !uses->yields.empty())
    return;
  Operation *yield = loop.getBody()->getTerminator();
  rewriter.setInsertionPoint(yield);
  memref::CopyOp::create(rewriter, loop.getLoc(), value, carry);
  yield->setOperand(i, carry);
}

namespace {
struct ExchangeCarriedBuffers
    : sg::impl::ExchangeCarriedBuffersBase<ExchangeCarriedBuffers> {
  void runOnOperation() override {
    SmallVector<scf::ForOp> loops; // the inner ones first
    getOperation().walk([&](scf::ForOp loop) { loops.push_back(loop); });
    IRRewriter rewriter(&getContext());
    for (scf::ForOp loop : loops) {
      SmallVector<Carry> carries;
      for (unsigned i = 0; i < loop.getNumRegionIterArgs(); ++i)
        if (std::optional<Carry> carry = match(loop, i))
          carries.push_back(std::move(*carry));
      for (unsigned i = 0; i < loop.getNumRegionIterArgs(); ++i)
        if (llvm::none_of(carries,
                          [&](const Carry &c) { return c.number == i; }))
          copyBack(rewriter, loop, i);
      if (!carries.empty())
        exchange(rewriter, loop, carries);
    }
  }
};
} // namespace
