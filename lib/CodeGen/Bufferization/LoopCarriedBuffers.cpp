//===- LoopCarriedBuffers.cpp - Loop-carried memrefs ----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopCarriedBuffers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace sg;

Value sg::skipCasts(Value value) {
  while (auto cast = value.getDefiningOp<memref::CastOp>())
    value = cast.getSource();
  return value;
}

//===----------------------------------------------------------------------===//
// Aliases
//===----------------------------------------------------------------------===//

/// Adds the aliases of the used value that the owner of `use` creates. Fails if
/// the aliases are unknown.
static LogicalResult addAliases(OpOperand &use,
                                llvm::SetVector<Value> &aliases) {
  Operation *op = use.getOwner();
  unsigned index = use.getOperandNumber();
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    aliases.insert(loop.getTiedLoopRegionIterArg(&use));
    aliases.insert(loop.getTiedLoopResult(&use));
    return success();
  }
  if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    aliases.insert(loop.getBeforeArguments()[index]);
    return success();
  }
  if (isa<scf::ConditionOp>(op)) {
    auto loop = cast<scf::WhileOp>(op->getParentOp());
    aliases.insert(loop.getAfterArguments()[index - 1]);
    aliases.insert(loop.getResult(index - 1));
    return success();
  }
  if (isa<scf::YieldOp>(op)) {
    Operation *parent = op->getParentOp();
    if (auto loop = dyn_cast<scf::WhileOp>(parent)) {
      aliases.insert(loop.getBeforeArguments()[index]);
      return success();
    }
    if (auto loop = dyn_cast<scf::ForOp>(parent))
      aliases.insert(loop.getRegionIterArg(index));
    else if (!isa<scf::IfOp, scf::IndexSwitchOp, scf::ExecuteRegionOp>(parent))
      return failure();
    aliases.insert(parent->getResult(index));
    return success();
  }
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return success(use.get() == store.getMemRef());
  bool hasKnownAliases =
      isa<ViewLikeOpInterface, arith::SelectOp, CallOpInterface,
          linalg::LinalgOp, memref::CopyOp, memref::LoadOp, memref::DimOp,
          vector::TransferReadOp, vector::TransferWriteOp>(op);
  for (Value result : op->getResults())
    if (isa<BaseMemRefType>(result.getType()))
      aliases.insert(result);
  return success(hasKnownAliases);
}

FailureOr<Uses> Uses::of(Value value, const CarryingLoop &loop,
                         OpOperand *init) {
  Uses result;
  llvm::SetVector<Value> aliases;
  aliases.insert(value);
  for (size_t next = 0; next < aliases.size(); ++next)
    for (OpOperand &use : aliases[next].getUses()) {
      const Stage *yieldingStage =
          llvm::find_if(loop.stages(), [&](const Stage &stage) {
            return stage.terminator() == use.getOwner();
          });
      if (yieldingStage != loop.stages().end())
        result.yieldPositions.insert(use.getOperandNumber() -
                                     yieldingStage->skippedOperands);
      else if (&use == init)
        continue;
      else if (failed(addAliases(use, aliases)))
        return failure();
      result.users.push_back(use.getOwner());
    }
  return result;
}

bool sg::isUsedOnlyByLoop(Value value, const CarryingLoop &loop,
                          OpOperand &init) {
  value = skipCasts(value);
  if (auto select = value.getDefiningOp<arith::SelectOp>())
    return isUsedOnlyByLoop(select.getTrueValue(), loop, init) &&
           isUsedOnlyByLoop(select.getFalseValue(), loop, init);
  Block *block = loop->getBlock();
  if (value.getParentBlock() != block)
    return false;
  bool isOwned = isa<BlockArgument>(value)
                     ? isa<scf::ForOp, scf::WhileOp>(block->getParentOp())
                     : bool(value.getDefiningOp<memref::AllocOp>());
  if (!isOwned)
    return false;
  FailureOr<Uses> uses = Uses::of(value, loop, &init);
  return succeeded(uses) && llvm::all_of(uses->users, [&](Operation *user) {
           Operation *ancestor = block->findAncestorOpInBlock(*user);
           return ancestor && ancestor->isBeforeInBlock(loop.get());
         });
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Returns the copy that initializes the allocation `value`, or null if `value`
/// has other uses than the copy and one operand of `end`.
static memref::CopyOp getCopyInto(Value value, Operation *end) {
  memref::CopyOp copy;
  if (!value.getDefiningOp<memref::AllocOp>())
    return copy;
  for (OpOperand &use : value.getUses()) {
    auto candidate = dyn_cast<memref::CopyOp>(use.getOwner());
    if (candidate && candidate.getTarget() == value &&
        candidate->getBlock() == end->getBlock())
      copy = candidate;
    else if (use.getOwner() != end)
      return {};
  }
  // The copy and the terminator each use the value once.
  return value.hasNUses(2) ? copy : memref::CopyOp();
}

/// Returns the copy that fills the memory that an scf.condition yields, or null
/// if a later op may write memory. Bufferization emits such a copy for each
/// memref that an scf.condition yields.
static memref::CopyOp getLastCopy(OpOperand &yieldOperand) {
  Operation *end = yieldOperand.getOwner();
  memref::CopyOp copy = getCopyInto(yieldOperand.get(), end);
  if (!isa<scf::ConditionOp>(end) || !copy ||
      copy.getSource().getType() != yieldOperand.get().getType())
    return {};
  for (Operation *op = copy->getNextNode(); op != end; op = op->getNextNode()) {
    auto laterCopy = dyn_cast<memref::CopyOp>(op);
    bool isHarmless = laterCopy
                          ? bool(getCopyInto(laterCopy.getTarget(), end))
                          : isMemoryEffectFree(op) || isa<memref::AllocOp>(op);
    if (!isHarmless)
      return {};
  }
  return copy;
}

Value Stage::getYieldedValue(unsigned i) const {
  OpOperand &operand = getYieldOperand(i);
  if (memref::CopyOp copy = getLastCopy(operand))
    return copy.getSource();
  return operand.get();
}

void Stage::setYieldedValue(RewriterBase &rewriter, unsigned i,
                            Value value) const {
  OpOperand &operand = getYieldOperand(i);
  memref::CopyOp copy = getLastCopy(operand);
  Value oldValue = operand.get();
  rewriter.modifyOpInPlace(terminator(), [&] { operand.set(value); });
  if (copy && oldValue.hasOneUse()) {
    rewriter.eraseOp(copy);
    rewriter.eraseOp(oldValue.getDefiningOp());
  }
}

CarryingLoop::CarryingLoop(Operation *candidate) {
  if (auto loop = dyn_cast<scf::ForOp>(candidate)) {
    op = candidate;
    allStages.push_back({loop.getBody(), 1, 0});
    firstInit = loop.getNumControlOperands();
  } else if (auto loop = dyn_cast<scf::WhileOp>(candidate)) {
    op = candidate;
    allStages.push_back({loop.getBeforeBody(), 0, 1});
    allStages.push_back({loop.getAfterBody(), 0, 0});
  }
}

CarryingLoop CarryingLoop::withCarries(RewriterBase &rewriter,
                                       ValueRange inits) const {
  SmallVector<Value> operands(op->getOperands());
  llvm::append_range(operands, inits);
  SmallVector<Type> types(op->getResultTypes());
  llvm::append_range(types, inits.getTypes());
  rewriter.setInsertionPoint(op);
  OperationState state(op->getLoc(), op->getName(), operands, types,
                       llvm::to_vector(op->getDiscardableAttrs()));
  state.propertiesAttr = op->getPropertiesAsAttribute();
  for (Region &region : op->getRegions())
    state.addRegion()->takeBody(region);
  CarryingLoop newLoop(rewriter.create(state));
  for (const Stage &stage : newLoop.stages()) {
    SmallVector<Value> newArguments;
    for (Value init : inits)
      newArguments.push_back(
          stage.block->addArgument(init.getType(), init.getLoc()));
    rewriter.modifyOpInPlace(stage.terminator(), [&] {
      stage.terminator()->insertOperands(stage.terminator()->getNumOperands(),
                                         newArguments);
    });
  }
  rewriter.replaceOp(op, newLoop->getResults().take_front(op->getNumResults()));
  return newLoop;
}

//===----------------------------------------------------------------------===//
// Yielded buffers
//===----------------------------------------------------------------------===//

/// Returns true if the yielded buffer is always loop-carried or always new.
static bool isCertain(const YieldedBuffers &next) {
  return next.mayBeCarry == next.allocations.empty();
}

static bool areInside(ArrayRef<memref::AllocOp> allocations, Region &branch) {
  return llvm::all_of(allocations, [&](memref::AllocOp allocation) {
    return branch.isAncestor(allocation->getParentRegion());
  });
}

FailureOr<YieldedBuffers> sg::findYieldedBuffers(Value value, Value carry,
                                                 const Stage &stage) {
  value = skipCasts(value);
  if (value == carry)
    return YieldedBuffers{{}, true};
  auto join = [&](Value a, Value b, auto mayJoin) -> FailureOr<YieldedBuffers> {
    FailureOr<YieldedBuffers> first = findYieldedBuffers(a, carry, stage),
                              second = findYieldedBuffers(b, carry, stage);
    if (failed(first) || failed(second))
      return failure();
    bool areSame = first->allocations == second->allocations;
    if (!mayJoin(*first, *second, areSame))
      return failure();
    if (!areSame)
      llvm::append_range(first->allocations, second->allocations);
    first->mayBeCarry |= second->mayBeCarry;
    return first;
  };
  Operation *op = value.getDefiningOp();
  if (!op || !stage.contains(op))
    return failure();
  if (auto allocation = dyn_cast<memref::AllocOp>(op))
    return YieldedBuffers{{allocation}, false};
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return join(
        select.getTrueValue(), select.getFalseValue(),
        [](const YieldedBuffers &a, const YieldedBuffers &b, bool areSame) {
          return areSame || a.allocations.empty() || b.allocations.empty();
        });
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    unsigned i = cast<OpResult>(value).getResultNumber();
    Region &a = branch.getThenRegion(), &b = branch.getElseRegion();
    return join(branch.thenYield().getOperand(i),
                branch.elseYield().getOperand(i),
                [&](const YieldedBuffers &first, const YieldedBuffers &second,
                    bool areSame) {
                  // The condition must determine which buffer the scf.if
                  // yields.
                  return isCertain(first) && isCertain(second) &&
                         (areSame || (areInside(first.allocations, a) &&
                                      areInside(second.allocations, b)));
                });
  }
  return failure();
}

Value sg::createIsNewAllocation(OpBuilder &b, Location loc, Value value,
                                Value carry, const Stage &stage) {
  value = skipCasts(value);
  YieldedBuffers next = *findYieldedBuffers(value, carry, stage);
  if (isCertain(next))
    return arith::ConstantIntOp::create(b, loc, !next.mayBeCarry, 1);
  Value condition, first, second;
  if (auto select = value.getDefiningOp<arith::SelectOp>()) {
    condition = select.getCondition();
    first = select.getTrueValue();
    second = select.getFalseValue();
  } else {
    auto branch = value.getDefiningOp<scf::IfOp>();
    unsigned i = cast<OpResult>(value).getResultNumber();
    condition = branch.getCondition();
    first = branch.thenYield().getOperand(i);
    second = branch.elseYield().getOperand(i);
  }
  first = createIsNewAllocation(b, loc, first, carry, stage);
  second = createIsNewAllocation(b, loc, second, carry, stage);
  return arith::SelectOp::create(b, loc, condition, first, second);
}
