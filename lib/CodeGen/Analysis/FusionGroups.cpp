//===- FusionGroups.cpp - Structured ops that share a kernel --------------===//
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

/// A group whose ops have at most so many iterations is worth one block.
static constexpr int64_t kFewIterations = 4096;
/// How many groups back an op is tried with.
static constexpr unsigned kGroupsTried = 8;

bool sg::isDistributable(linalg::LinalgOp op, unsigned loop) {
  if (op.getIteratorTypesArray()[loop] != utils::IteratorType::parallel)
    return false;
  AffineExpr number = getAffineDimExpr(loop, op.getContext());
  return llvm::all_of(op.getDpsInitsMutable(), [&](OpOperand &init) {
    return llvm::is_contained(op.getMatchingIndexingMap(&init).getResults(),
                              number);
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
  return count && *count <= kFewIterations;
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
/// Groups the ops of a block.
class Grouping {
public:
  Grouping(Block &block, const GroupPolicy &policy)
      : block(block), policy(policy) {}

  SmallVector<FusionGroup> run();

private:
  void add(linalg::LinalgOp op);
  std::optional<SmallVector<linalg::LinalgOp>>
  findStartsInBetween(const FusionGroup &group, linalg::LinalgOp op);
  bool canMoveBefore(Operation *first, Operation *start);
  bool dependsOnStartsOnly(const FusionGroup &group, linalg::LinalgOp op);
  FusionGroup *moveBefore(FusionGroup *group, linalg::LinalgOp start);
  const MemoryAccesses &getAccesses(Operation *op) {
    auto [known, isNew] = accesses.try_emplace(op, nullptr);
    if (isNew)
      known->second = std::make_unique<MemoryAccesses>(op);
    return *known->second;
  }

  Block &block;
  const GroupPolicy &policy;
  DenseMap<Operation *, std::unique_ptr<MemoryAccesses>> accesses;
  SmallVector<FusionGroup> groups;
};
} // namespace

/// Collects in order what `value` needs to be behind `place`; returns whether
/// all of it can be moved there.
static bool collectDefinitions(Value value, Operation *place,
                               SetVector<Operation *> &needed) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != place->getBlock() ||
      op->isBeforeInBlock(place) || op == place || needed.contains(op))
    return true;
  if (op->getNumRegions() != 0 ||
      (!isMemoryEffectFree(op) && !isa<memref::AllocOp>(op)))
    return false;
  for (Value operand : op->getOperands())
    if (!collectDefinitions(operand, place, needed))
      return false;
  needed.insert(op);
  return true;
}

/// What `op` needs to be behind `place`, or nothing if it cannot be there.
static std::optional<SetVector<Operation *>>
collectDefinitions(Operation *op, Operation *place) {
  SetVector<Operation *> needed;
  SetVector<Value> values(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), values);
  for (Value value : values)
    if (!collectDefinitions(value, place, needed))
      return std::nullopt;
  return needed;
}

/// Moves what `op` needs, too.
static void moveBehind(Operation *place, Operation *op) {
  SetVector<Operation *> needed = *collectDefinitions(op, place);
  for (Operation *definition : needed) {
    definition->moveAfter(place);
    place = definition;
  }
  op->moveAfter(place);
}

/// Whether `start` gives `op` what it adds to, of scalars alone.
static bool isStartOf(linalg::LinalgOp start, linalg::LinalgOp op) {
  return start && start.getNumDpsInits() == 1 &&
         llvm::none_of(
             start.getDpsInputs(),
             [](Value input) { return isa<ShapedType>(input.getType()); }) &&
         llvm::is_contained(op.getDpsInits(), start.getDpsInits().front());
}

/// Whether what `op` needs of the group depends on nothing in front of it.
bool Grouping::dependsOnStartsOnly(const FusionGroup &group,
                                   linalg::LinalgOp op) {
  return llvm::all_of(group.members, [&](const FusionGroup::Member &member) {
    return isStartOf(member.op, op) ||
           !getAccesses(member.op).conflictWith(getAccesses(op));
  });
}

/// Takes `start` out of its group, which is `group` or behind it. Returns where
/// `group` is now.
FusionGroup *Grouping::moveBefore(FusionGroup *group, linalg::LinalgOp start) {
  moveBehind(group->members.front().op->getPrevNode(), start);
  auto isStart = [&](const FusionGroup::Member &member) {
    return member.op == start;
  };
  for (FusionGroup &other : llvm::make_range(group, groups.end()))
    llvm::erase_if(other.members, isStart);
  llvm::erase_if(
      groups, [](const FusionGroup &other) { return other.members.empty(); });
  return groups.insert(group, {{{start, policy.getRows(start)}}}) + 1;
}

bool Grouping::canMoveBefore(Operation *first, Operation *start) {
  if (!first->getPrevNode() || !collectDefinitions(start, first->getPrevNode()))
    return false;
  for (Operation *other = first; other != start; other = other->getNextNode())
    if (getAccesses(other).conflictWith(getAccesses(start)))
      return false;
  return true;
}

/// Nothing if `op` cannot be moved behind the group; else what has to be in
/// front of the group then.
std::optional<SmallVector<linalg::LinalgOp>>
Grouping::findStartsInBetween(const FusionGroup &group, linalg::LinalgOp op) {
  Operation *last = group.members.back().op;
  if (!collectDefinitions(op, last))
    return std::nullopt;
  SmallVector<linalg::LinalgOp> starts;
  bool addsUp = !policy.getOrderedRows(op).empty();
  for (Operation *other = last->getNextNode(); other != op;
       other = other->getNextNode()) {
    if (!getAccesses(other).conflictWith(getAccesses(op)))
      continue;
    auto start = dyn_cast<linalg::LinalgOp>(other);
    if (!addsUp || !isStartOf(start, op) ||
        !canMoveBefore(group.members.front().op, start))
      return std::nullopt;
    starts.push_back(start);
  }
  return starts;
}

/// Whether both read the same memory.
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

/// Whether an op can be in a group, and why it cannot.
static StringRef explain(const RowMatch &match) {
  if (!match.isPossible())
    return "overlaps with other views";
  return match.isWorthwhile() ? "fits" : "has too few parallel loops in common";
}

void Grouping::add(linalg::LinalgOp op) {
  FusionGroup *best = nullptr;
  SmallVector<linalg::LinalgOp> startsOfBest;
  unsigned tried = 0;
  // What it depends on is a better place than the nearest one.
  for (FusionGroup &group : llvm::reverse(groups)) {
    if (++tried > kGroupsTried)
      break;
    auto starts = findStartsInBetween(group, op);
    if (!starts) {
      LDBG() << "cannot move behind the group of " << describe(group) << ": "
             << describe(op);
      break;
    }
    RowMatch match(group, op, policy);
    LDBG() << explain(match) << " in the group of " << describe(group) << ": "
           << describe(op);
    bool isBetter = !best || match.depends() ||
                    (dependsOnStartsOnly(*best, op) &&
                     !haveCommonInput(*best, op) && haveCommonInput(group, op));
    if (isBetter && match.isPossible() && match.isWorthwhile() &&
        policy.hasRoomFor(group, op)) {
      best = &group;
      startsOfBest = std::move(*starts);
    }
    // Its start values depend on nothing that is in front of them.
    if (match.depends() && !dependsOnStartsOnly(group, op))
      break;
  }
  if (!best) {
    LDBG() << "a group of its own: " << describe(op);
    groups.push_back({{{op, policy.getRows(op)}}});
    return;
  }
  LDBG() << "joins the group of " << describe(*best) << ": " << describe(op);
  for (linalg::LinalgOp start : startsOfBest)
    best = moveBefore(best, start);
  RowMatch match(*best, op, policy);
  moveBehind(best->members.back().op, op);
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
