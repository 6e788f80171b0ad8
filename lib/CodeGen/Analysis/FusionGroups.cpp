//===- FusionGroups.cpp - Groups of ops with common loops -----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/CodeGen/Analysis/FusionGroups.h"
#include "RowMatch.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Transforms/RegionUtils.h"
#include "sg/CodeGen/Analysis/MemoryAccesses.h"
#include "llvm/Support/DebugLog.h"
#include "llvm/Support/FormatVariadic.h"

#define DEBUG_TYPE "sg-fusion-groups"

using namespace mlir;
using namespace sg;

/// Maximum number of iterations of an op for which a kernel of one thread block
/// pays off.
static constexpr int64_t kMaxFewIterations = 4096;
/// Maximum number of preceding groups that an op is matched with. Bounds the
/// compile time.
static constexpr unsigned kMaxGroupsTried = 8;

bool sg::isDistributable(linalg::LinalgOp op, unsigned loop) {
  if (op.getIteratorTypesArray()[loop] != utils::IteratorType::parallel)
    return false;
  AffineExpr dim = getAffineDimExpr(loop, op.getContext());
  return llvm::all_of(op.getDpsInitsMutable(), [&](OpOperand &init) {
    return llvm::is_contained(op.getMatchingIndexingMap(&init).getResults(),
                              dim);
  });
}

std::optional<int64_t> sg::countIterations(ArrayRef<int64_t> sizes,
                                           ArrayRef<unsigned> loops) {
  int64_t count = 1;
  for (unsigned loop : loops) {
    if (ShapedType::isDynamic(sizes[loop]) ||
        llvm::MulOverflow(count, sizes[loop], count))
      return std::nullopt;
  }
  return count;
}

std::optional<int64_t> sg::countIterations(linalg::LinalgOp op,
                                           ArrayRef<unsigned> loops) {
  return countIterations(op.getStaticLoopRanges(), loops);
}

bool sg::hasFewIterations(linalg::LinalgOp op) {
  std::optional<int64_t> count = countIterations(
      op, llvm::to_vector(llvm::seq<unsigned>(0, op.getNumLoops())));
  return count && *count <= kMaxFewIterations;
}

bool sg::doBodiesConflict(linalg::LinalgOp a, linalg::LinalgOp b) {
  return MemoryAccesses(a->getRegions()).conflictWith(MemoryAccesses(b)) ||
         MemoryAccesses(b->getRegions()).conflictWith(MemoryAccesses(a));
}

SmallVector<unsigned> sg::getDistributableLoops(linalg::LinalgOp op) {
  return llvm::filter_to_vector(
      llvm::seq<unsigned>(0, op.getNumLoops()),
      [&](unsigned loop) { return isDistributable(op, loop); });
}

namespace {
class Grouping {
public:
  Grouping(Block &block, const GroupPolicy &policy)
      : block(block), policy(policy) {}

  SmallVector<FusionGroup> run();

private:
  void add(linalg::LinalgOp op);
  std::optional<SmallVector<linalg::LinalgOp>>
  findInitsInBetween(const FusionGroup &group, linalg::LinalgOp op);
  bool canMoveBefore(Operation *first, Operation *init);
  bool dependsOnInitsOnly(const FusionGroup &group, linalg::LinalgOp op);
  FusionGroup *moveBefore(FusionGroup *group, linalg::LinalgOp init);
  const MemoryAccesses &getAccesses(Operation *op) {
    auto [entry, isNew] = accesses.try_emplace(op, nullptr);
    if (isNew)
      entry->second = std::make_unique<MemoryAccesses>(op);
    return *entry->second;
  }

  Block &block;
  const GroupPolicy &policy;
  DenseMap<Operation *, std::unique_ptr<MemoryAccesses>> accesses;
  SmallVector<FusionGroup> groups;
};
} // namespace

/// Collects in `needed`, in program order, the ops that must move directly
/// after `target` to make `value` available there. Returns false if such an op
/// cannot be moved.
static bool collectDefinitions(Value value, Operation *target,
                               SetVector<Operation *> &needed) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != target->getBlock() ||
      op->isBeforeInBlock(target) || op == target || needed.contains(op))
    return true;
  if (op->getNumRegions() != 0 ||
      (!isMemoryEffectFree(op) && !isa<memref::AllocOp>(op)))
    return false;
  for (Value operand : op->getOperands())
    if (!collectDefinitions(operand, target, needed))
      return false;
  needed.insert(op);
  return true;
}

/// Returns the ops that must move with `op` if it moves after `target`, or
/// std::nullopt if `op` cannot move there.
static std::optional<SetVector<Operation *>>
collectDefinitions(Operation *op, Operation *target) {
  SetVector<Operation *> needed;
  SetVector<Value> values(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), values);
  for (Value value : values)
    if (!collectDefinitions(value, target, needed))
      return std::nullopt;
  return needed;
}

/// Moves `op` after `target`, together with the ops that define its operands.
static void moveAfter(Operation *target, Operation *op) {
  SetVector<Operation *> needed = *collectDefinitions(op, target);
  for (Operation *definition : needed) {
    definition->moveAfter(target);
    target = definition;
  }
  op->moveAfter(target);
}

/// Returns true if `init` initializes an accumulator of `op` from scalars
/// alone.
static bool initializesAccumulatorOf(linalg::LinalgOp init,
                                     linalg::LinalgOp op) {
  return init && init.getNumDpsInits() == 1 &&
         llvm::none_of(
             init.getDpsInputs(),
             [](Value input) { return isa<ShapedType>(input.getType()); }) &&
         llvm::is_contained(op.getDpsInits(), init.getDpsInits().front());
}

/// Returns true if `op` depends on no member of the group except ops that
/// initialize its accumulators.
bool Grouping::dependsOnInitsOnly(const FusionGroup &group,
                                  linalg::LinalgOp op) {
  return llvm::all_of(group.members, [&](const FusionGroup::Member &member) {
    return initializesAccumulatorOf(member.op, op) ||
           !getAccesses(member.op).conflictWith(getAccesses(op));
  });
}

/// Moves `init` from `group` or a later group into a new group before `group`.
/// Returns the new address of `group`.
FusionGroup *Grouping::moveBefore(FusionGroup *group, linalg::LinalgOp init) {
  moveAfter(group->members.front().op->getPrevNode(), init);
  auto isInit = [&](const FusionGroup::Member &member) {
    return member.op == init;
  };
  for (FusionGroup &other : llvm::make_range(group, groups.end()))
    llvm::erase_if(other.members, isInit);
  llvm::erase_if(
      groups, [](const FusionGroup &other) { return other.members.empty(); });
  return groups.insert(group, {{{init, policy.getRows(init)}}}) + 1;
}

bool Grouping::canMoveBefore(Operation *first, Operation *init) {
  if (!first->getPrevNode() || !collectDefinitions(init, first->getPrevNode()))
    return false;
  for (Operation *other = first; other != init; other = other->getNextNode())
    if (getAccesses(other).conflictWith(getAccesses(init)))
      return false;
  return true;
}

/// Returns the initializing ops that must move before the group if `op` moves
/// to the end of the group. Returns std::nullopt if `op` cannot be moved.
std::optional<SmallVector<linalg::LinalgOp>>
Grouping::findInitsInBetween(const FusionGroup &group, linalg::LinalgOp op) {
  Operation *last = group.members.back().op;
  if (!collectDefinitions(op, last))
    return std::nullopt;
  SmallVector<linalg::LinalgOp> inits;
  bool hasOrderedRows = !policy.getOrderedRows(op).empty();
  for (Operation *other = last->getNextNode(); other != op;
       other = other->getNextNode()) {
    if (!getAccesses(other).conflictWith(getAccesses(op)))
      continue;
    auto init = dyn_cast<linalg::LinalgOp>(other);
    if (!hasOrderedRows || !initializesAccumulatorOf(init, op) ||
        !canMoveBefore(group.members.front().op, init))
      return std::nullopt;
    inits.push_back(init);
  }
  return inits;
}

static bool haveCommonInput(const FusionGroup &group, linalg::LinalgOp op) {
  return llvm::any_of(group.members, [&](const FusionGroup::Member &member) {
    linalg::LinalgOp other = member.op;
    return llvm::any_of(op.getDpsInputs(), [&](Value input) {
      return llvm::is_contained(other.getDpsInputs(), input);
    });
  });
}

static std::string describe(Operation *op) {
  return llvm::formatv("{0} at {1}", op->getName(), op->getLoc());
}

static std::string describe(const FusionGroup &group) {
  return describe(group.members.front().op);
}

/// Returns a phrase for debug output, for example "fits".
static StringRef explain(const RowMatch &match) {
  if (!match.isComparable())
    return "overlaps with other views";
  return match.isWorthwhile() ? "fits" : "has too few parallel loops in common";
}

void Grouping::add(linalg::LinalgOp op) {
  FusionGroup *best = nullptr;
  SmallVector<linalg::LinalgOp> initsOfBest;
  unsigned numTried = 0;
  // Prefer the group that `op` depends on to the nearest group.
  for (FusionGroup &group : llvm::reverse(groups)) {
    if (++numTried > kMaxGroupsTried)
      break;
    auto inits = findInitsInBetween(group, op);
    if (!inits) {
      LDBG() << "cannot move after the group of " << describe(group) << ": "
             << describe(op);
      break;
    }
    RowMatch match(group, op, policy);
    LDBG() << explain(match) << " in the group of " << describe(group) << ": "
           << describe(op);
    bool isBetter = !best || match.depends() ||
                    (dependsOnInitsOnly(*best, op) &&
                     !haveCommonInput(*best, op) && haveCommonInput(group, op));
    if (isBetter && match.isComparable() && match.isWorthwhile() &&
        policy.hasRoomFor(group, op)) {
      best = &group;
      initsOfBest = std::move(*inits);
    }
    // Stop at a group that `op` depends on. A dependence on initializing ops is
    // no obstacle, because initializing ops depend on no earlier group.
    if (match.depends() && !dependsOnInitsOnly(group, op))
      break;
  }
  if (!best) {
    LDBG() << "starts a new group: " << describe(op);
    groups.push_back({{{op, policy.getRows(op)}}});
    return;
  }
  LDBG() << "joins the group of " << describe(*best) << ": " << describe(op);
  for (linalg::LinalgOp init : initsOfBest)
    best = moveBefore(best, init);
  RowMatch match(*best, op, policy);
  moveAfter(best->members.back().op, op);
  match.apply(*best);
}

SmallVector<FusionGroup> Grouping::run() {
  SmallVector<linalg::LinalgOp> ops(block.getOps<linalg::LinalgOp>());
  for (linalg::LinalgOp op : ops)
    if (op.hasPureBufferSemantics() && policy.isMember(op))
      add(op);
  return std::move(groups);
}

SmallVector<FusionGroup> sg::formFusionGroups(Block &block,
                                              const GroupPolicy &policy) {
  return Grouping(block, policy).run();
}
