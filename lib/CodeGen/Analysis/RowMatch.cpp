//===- RowMatch.cpp - Match loops of an op with a group's rows ------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowMatch.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "sg/CodeGen/Analysis/IndexedLoops.h"
#include "sg/CodeGen/Analysis/MemoryAccesses.h"

using namespace mlir;
using namespace sg;

/// Returns the operand dimensions that only `loop` indexes. The size of each is
/// the trip count of `loop`.
static SmallVector<std::pair<Value, int64_t>>
getDimensionsOf(linalg::LinalgOp op, unsigned loop) {
  SmallVector<std::pair<Value, int64_t>> dimensions;
  AffineExpr dim = getAffineDimExpr(loop, op.getContext());
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [position, index] : llvm::enumerate(map.getResults()))
      if (index == dim)
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
  auto dimsOfA = getDimensionsOf(a, loopOfA),
       dimsOfB = getDimensionsOf(b, loopOfB);
  if (llvm::any_of(dimsOfA, [&](const auto &dimension) {
        return llvm::is_contained(dimsOfB, dimension);
      }))
    return true;
  using Bounds = ValueBoundsConstraintSet;
  return llvm::any_of(dimsOfA, [&](const auto &dimOfA) {
    return llvm::any_of(dimsOfB, [&](const auto &dimOfB) {
      FailureOr<bool> isSame =
          Bounds::areEqual(Bounds::Variable(dimOfA.first, dimOfA.second),
                           Bounds::Variable(dimOfB.first, dimOfB.second));
      return succeeded(isSame) && *isSame;
    });
  });
}

RowMatch::RowMatch(const FusionGroup &group, linalg::LinalgOp op,
                   const GroupPolicy &policy)
    : group(group), op(op), policy(policy), possibleLoops(policy.getRows(op)),
      orderedLoops(policy.getOrderedRows(op)), loopOfRow(group.countRowLoops()),
      isKept(group.countRowLoops(), true) {
  for (const FusionGroup::Member &member : group.members)
    compareAccesses(member);
  for (unsigned row = 0; row < loopOfRow.size(); ++row)
    if (isKept[row] && !loopOfRow[row])
      chooseLoop(row);
  for (unsigned row = 0; row < loopOfRow.size(); ++row)
    isKept[row] =
        isKept[row] && loopOfRow[row] && isOnlyUse(row) &&
        haveSameSize(group.members.front().op, group.members.front().rows[row],
                     op, *loopOfRow[row]);
}

void RowMatch::compareAccesses(const FusionGroup::Member &member) {
  linalg::LinalgOp other = member.op;
  // Loads in a body have unknown indices and may read any row.
  if (doBodiesConflict(other, op)) {
    isDependent = true;
    isKept.assign(isKept.size(), false);
  }
  for (OpOperand &theirs : other->getOpOperands())
    for (OpOperand &ours : op->getOpOperands()) {
      if (!isa<MemRefType>(theirs.get().getType()) ||
          !isa<MemRefType>(ours.get().getType()) ||
          (!other.isDpsInit(&theirs) && !op.isDpsInit(&ours)) ||
          !mayShareMemory(theirs.get(), ours.get()))
        continue;
      isDependent = true;
      if (theirs.get() == ours.get())
        compare(member, other.getMatchingIndexingMap(&theirs),
                op.getMatchingIndexingMap(&ours));
      else
        isComparableToAll = false;
    }
}

/// Keeps only the rows that index the same dimension in both maps.
void RowMatch::compare(const FusionGroup::Member &member, AffineMap theirs,
                       AffineMap ours) {
  for (unsigned row = 0; row < loopOfRow.size(); ++row) {
    if (!isKept[row])
      continue;
    isKept[row] = false;
    std::optional<unsigned> dimension = findDimension(theirs, member.rows[row]);
    if (!dimension)
      continue;
    auto loop = dyn_cast<AffineDimExpr>(ours.getResult(*dimension));
    if (!loop || !mayBeRow(loop.getPosition()) ||
        loopOfRow[row].value_or(loop.getPosition()) != loop.getPosition())
      continue;
    loopOfRow[row] = loop.getPosition();
    isKept[row] = true;
  }
}

/// Chooses a loop for a row that no dependence determines. Prefers a loop that
/// indexes the same dimension of an input as the row does in a member.
/// Otherwise chooses the first loop with the same trip count.
void RowMatch::chooseLoop(unsigned row) {
  for (const FusionGroup::Member &member : group.members) {
    linalg::LinalgOp other = member.op;
    for (OpOperand *theirs : other.getDpsInputOperands())
      for (OpOperand *ours : op.getDpsInputOperands()) {
        std::optional<unsigned> dimension = findDimension(
            other.getMatchingIndexingMap(theirs), member.rows[row]);
        if (!dimension || theirs->get() != ours->get())
          continue;
        auto loop = dyn_cast<AffineDimExpr>(
            op.getMatchingIndexingMap(ours).getResult(*dimension));
        if (!loop || !mayBeRow(loop.getPosition()) ||
            llvm::is_contained(loopOfRow, loop.getPosition()))
          continue;
        loopOfRow[row] = loop.getPosition();
        return;
      }
  }
  const FusionGroup::Member &first = group.members.front();
  for (unsigned loop : possibleLoops)
    if (!llvm::is_contained(loopOfRow, loop) &&
        haveSameSize(first.op, first.rows[row], op, loop)) {
      loopOfRow[row] = loop;
      return;
    }
}

/// Returns true if joining the group pays off. Joining saves a kernel launch,
/// but may leave too few rows to occupy a GPU. If a parallel loop is lost, the
/// remaining rows need `policy.minRowIterations` iterations.
bool RowMatch::isWorthwhile() const {
  bool areSmall =
      policy.joinsSmallOps && hasFewIterations(op) &&
      llvm::all_of(group.members, [](const FusionGroup::Member &member) {
        return hasFewIterations(member.op);
      });
  if (areSmall)
    return true;
  SmallVector<unsigned> kept, summed;
  for (unsigned row = 0; row < loopOfRow.size(); ++row) {
    if (!isKept[row])
      continue;
    kept.push_back(*loopOfRow[row]);
    if (llvm::is_contained(orderedLoops, kept.back()))
      summed.push_back(kept.back());
  }
  // Reordered rows would reorder the terms of each sum.
  if (kept.empty() ||
      !llvm::equal(summed, ArrayRef(orderedLoops).take_front(summed.size())))
    return false;
  bool keepsRows = kept.size() == loopOfRow.size(), sumsRows = !summed.empty();
  if (keepsRows && !sumsRows && possibleLoops.size() == kept.size())
    return true;
  std::optional<int64_t> rows = countIterations(op, kept);
  if (isDependent || sumsRows)
    return !rows || *rows >= policy.minRowIterations;
  return keepsRows && rows && *rows >= policy.minRowIterations;
}

void RowMatch::apply(FusionGroup &group) const {
  auto keep = [&](const auto &from) {
    SmallVector<unsigned> to;
    for (unsigned row = 0; row < loopOfRow.size(); ++row)
      if (isKept[row])
        to.push_back(from(row));
    return to;
  };
  for (FusionGroup::Member &member : group.members)
    member.rows = keep([&](unsigned row) { return member.rows[row]; });
  group.members.push_back(
      {op, keep([&](unsigned row) { return *loopOfRow[row]; })});
}
