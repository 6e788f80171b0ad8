//===- FusionGroups.cpp - Structured ops that share a kernel --------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/CodeGen/Analysis/FusionGroups.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "mlir/Transforms/RegionUtils.h"
#include "sg/CodeGen/Analysis/MemoryAccesses.h"

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

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// The dimensions of operands that are as long as a loop.
static SmallVector<std::pair<Value, int64_t>>
getDimensionsOf(linalg::LinalgOp op, unsigned loop) {
  SmallVector<std::pair<Value, int64_t>> dimensions;
  AffineExpr number = getAffineDimExpr(loop, op.getContext());
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [position, place] : llvm::enumerate(map.getResults()))
      if (place == number)
        dimensions.push_back({operand.get(), static_cast<int64_t>(position)});
  }
  return dimensions;
}

static bool haveSameSize(linalg::LinalgOp a, unsigned loopOfA,
                         linalg::LinalgOp b, unsigned loopOfB) {
  int64_t sizeA = a.getStaticLoopRanges()[loopOfA];
  int64_t sizeB = b.getStaticLoopRanges()[loopOfB];
  if (!ShapedType::isDynamic(sizeA) || !ShapedType::isDynamic(sizeB))
    return sizeA == sizeB;
  auto ofA = getDimensionsOf(a, loopOfA), ofB = getDimensionsOf(b, loopOfB);
  if (llvm::any_of(ofA, [&](const auto &dimension) {
        return llvm::is_contained(ofB, dimension);
      }))
    return true;
  using Bounds = ValueBoundsConstraintSet;
  return llvm::any_of(ofA, [&](const auto &inA) {
    return llvm::any_of(ofB, [&](const auto &inB) {
      FailureOr<bool> same =
          Bounds::areEqual(Bounds::Variable(inA.first, inA.second),
                           Bounds::Variable(inB.first, inB.second));
      return succeeded(same) && *same;
    });
  });
}

std::optional<int64_t> sg::countIterations(linalg::LinalgOp op,
                                           ArrayRef<unsigned> loops) {
  int64_t count = 1;
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  for (unsigned loop : loops) {
    if (ShapedType::isDynamic(sizes[loop]) ||
        llvm::MulOverflow(count, sizes[loop], count))
      return std::nullopt;
  }
  return count;
}

bool sg::hasFewIterations(linalg::LinalgOp op) {
  std::optional<int64_t> count = countIterations(
      op, llvm::to_vector(llvm::seq<unsigned>(0, op.getNumLoops())));
  return count && *count <= kFewIterations;
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

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
/// Finds the loops of an op that are rows of a group.
class RowMatch {
public:
  RowMatch(const FusionGroup &group, linalg::LinalgOp op,
           const GroupPolicy &policy)
      : group(group), op(op), policy(policy), possibleLoops(policy.getRows(op)),
        orderedLoops(policy.getOrderedRows(op)), loops(group.countRows()),
        isRow(group.countRows(), true) {
    for (const FusionGroup::Member &member : group.members)
      compareAccesses(member);
    for (unsigned row = 0; row < loops.size(); ++row)
      if (isRow[row] && !loops[row])
        chooseLoop(row);
    for (unsigned row = 0; row < loops.size(); ++row)
      isRow[row] =
          isRow[row] && loops[row] && isOnlyUse(row) &&
          haveSameSize(group.members.front().op,
                       group.members.front().rows[row], op, *loops[row]);
  }

  /// Whether one op writes what another one accesses.
  bool depends() const { return isDependent; }
  bool isPossible() const { return possible; }
  bool isWorthwhile() const;

  void apply(FusionGroup &group) const;

private:
  void compareAccesses(const FusionGroup::Member &member);
  void compare(const FusionGroup::Member &member, AffineMap theirs,
               AffineMap ours);
  void chooseLoop(unsigned row);
  bool mayBeRow(unsigned loop) const {
    return llvm::is_contained(possibleLoops, loop) ||
           llvm::is_contained(orderedLoops, loop);
  }
  bool isOnlyUse(unsigned row) const {
    return llvm::count(loops, loops[row]) == 1;
  }

  const FusionGroup &group;
  linalg::LinalgOp op;
  const GroupPolicy &policy;
  SmallVector<unsigned> possibleLoops, orderedLoops;
  SmallVector<std::optional<unsigned>> loops;
  SmallVector<bool> isRow;
  bool possible = true, isDependent = false;
};
} // namespace

void RowMatch::compareAccesses(const FusionGroup::Member &member) {
  linalg::LinalgOp other = member.op;
  // Loads in a body may be of any row.
  if (doBodiesConflict(other, op)) {
    isDependent = true;
    isRow.assign(isRow.size(), false);
  }
  for (OpOperand &theirs : other->getOpOperands())
    for (OpOperand &ours : op->getOpOperands()) {
      if (!isa<MemRefType>(theirs.get().getType()) ||
          !isa<MemRefType>(ours.get().getType()) ||
          (!other.isDpsInit(&theirs) && !op.isDpsInit(&ours)) ||
          !mayShareMemory(theirs.get(), ours.get()))
        continue;
      isDependent = true;
      // Of two views of one memory it is not known which elements they share.
      if (theirs.get() == ours.get())
        compare(member, other.getMatchingIndexingMap(&theirs),
                op.getMatchingIndexingMap(&ours));
      else
        possible = false;
    }
}

/// A row is at the same place in the indices of both.
void RowMatch::compare(const FusionGroup::Member &member, AffineMap theirs,
                       AffineMap ours) {
  for (unsigned row = 0; row < loops.size(); ++row) {
    if (!isRow[row])
      continue;
    isRow[row] = false;
    std::optional<unsigned> place = theirs.getResultPosition(
        getAffineDimExpr(member.rows[row], op.getContext()));
    if (!place)
      continue;
    auto loop = dyn_cast<AffineDimExpr>(ours.getResult(*place));
    if (!loop || !mayBeRow(loop.getPosition()) ||
        loops[row].value_or(loop.getPosition()) != loop.getPosition())
      continue;
    loops[row] = loop.getPosition();
    isRow[row] = true;
  }
}

/// No dependence says which loop it is: the one that goes through an input of
/// both as the group does, or the first that is as long.
void RowMatch::chooseLoop(unsigned row) {
  for (const FusionGroup::Member &member : group.members) {
    linalg::LinalgOp other = member.op;
    AffineExpr number = getAffineDimExpr(member.rows[row], op.getContext());
    for (OpOperand *theirs : other.getDpsInputOperands())
      for (OpOperand *ours : op.getDpsInputOperands()) {
        std::optional<unsigned> place =
            other.getMatchingIndexingMap(theirs).getResultPosition(number);
        if (!place || theirs->get() != ours->get())
          continue;
        auto loop = dyn_cast<AffineDimExpr>(
            op.getMatchingIndexingMap(ours).getResult(*place));
        if (!loop || !mayBeRow(loop.getPosition()) ||
            llvm::is_contained(loops, loop.getPosition()))
          continue;
        loops[row] = loop.getPosition();
        return;
      }
  }
  const FusionGroup::Member &first = group.members.front();
  for (unsigned loop : possibleLoops)
    if (!llvm::is_contained(loops, loop) &&
        haveSameSize(first.op, first.rows[row], op, loop)) {
      loops[row] = loop;
      return;
    }
}

/// A launch less is worth a lot, but not that most of a GPU has nothing to do:
/// the rows that are left have to be many.
bool RowMatch::isWorthwhile() const {
  bool few = policy.joinsFew && hasFewIterations(op) &&
             llvm::all_of(group.members, [](const FusionGroup::Member &member) {
               return hasFewIterations(member.op);
             });
  if (few)
    return true;
  SmallVector<unsigned> kept, summed;
  for (unsigned row = 0; row < loops.size(); ++row) {
    if (!isRow[row])
      continue;
    kept.push_back(*loops[row]);
    if (llvm::is_contained(orderedLoops, kept.back()))
      summed.push_back(kept.back());
  }
  // The terms of each sum stay in their order.
  if (kept.empty() ||
      !llvm::equal(summed, ArrayRef(orderedLoops).take_front(summed.size())))
    return false;
  bool keepsRows = kept.size() == loops.size(), addsUp = !summed.empty();
  if (keepsRows && !addsUp && possibleLoops.size() == kept.size())
    return true;
  std::optional<int64_t> rows = countIterations(op, kept);
  if (isDependent || addsUp)
    return !rows || *rows >= policy.manyRows;
  return keepsRows && rows && *rows >= policy.manyRows;
}

void RowMatch::apply(FusionGroup &group) const {
  auto keep = [&](const auto &from) {
    SmallVector<unsigned> to;
    for (unsigned row = 0; row < loops.size(); ++row)
      if (isRow[row])
        to.push_back(from(row));
    return to;
  };
  for (FusionGroup::Member &member : group.members)
    member.rows = keep([&](unsigned row) { return member.rows[row]; });
  group.members.push_back(
      {op, keep([&](unsigned row) { return *loops[row]; })});
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

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

void Grouping::add(linalg::LinalgOp op) {
  FusionGroup *best = nullptr;
  SmallVector<linalg::LinalgOp> startsOfBest;
  unsigned tried = 0;
  // What it depends on is a better place than the nearest one.
  for (FusionGroup &group : llvm::reverse(groups)) {
    if (++tried > kGroupsTried)
      break;
    auto starts = findStartsInBetween(group, op);
    if (!starts)
      break;
    RowMatch match(group, op, policy);
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
    groups.push_back({{{op, policy.getRows(op)}}});
    return;
  }
  for (linalg::LinalgOp start : startsOfBest)
    best = moveBefore(best, start);
  RowMatch match(*best, op, policy);
  moveBehind(best->members.back().op, op);
  match.apply(*best);
}

SmallVector<FusionGroup> Grouping::run() {
  SmallVector<linalg::LinalgOp> ops(block.getOps<linalg::LinalgOp>());
  for (linalg::LinalgOp op : ops)
    if (policy.isMember(op))
      add(op);
  return std::move(groups);
}

SmallVector<FusionGroup> sg::formFusionGroups(Block &block,
                                              const GroupPolicy &policy) {
  return Grouping(block, policy).run();
}
