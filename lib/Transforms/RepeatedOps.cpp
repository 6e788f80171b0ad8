//===- RepeatedOps.cpp - Equal sequences of ops ---------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RepeatedOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/SuffixTree.h"

using namespace mlir;
using namespace sg::grad;

void sg::grad::forEachExternalUse(Operation *op,
                                  function_ref<void(OpOperand &)> visit) {
  op->walk<WalkOrder::PreOrder>([&](Operation *inner) {
    for (OpOperand &operand : inner->getOpOperands()) {
      Operation *owner = operand.get().getParentBlock()->getParentOp();
      if (operand.get().getDefiningOp() != op && !op->isAncestor(owner))
        visit(operand);
    }
  });
}

//===----------------------------------------------------------------------===//
// Equal ops
//===----------------------------------------------------------------------===//

/// Returns a hash of `op` and its regions without operand and result values.
static llvm::hash_code hash(Operation *op) {
  llvm::hash_code code = OperationEquivalence::computeHash(
      op, OperationEquivalence::ignoreHashValue,
      OperationEquivalence::ignoreHashValue,
      OperationEquivalence::IgnoreLocations);
  for (Type type : op->getOperandTypes())
    code = llvm::hash_combine(code, type);
  for (Region &region : op->getRegions())
    for (Operation &inner : region.getOps())
      code = llvm::hash_combine(code, hash(&inner));
  return code;
}

/// Returns true if `a` and `b` are equal except for operands defined outside.
static bool areEqual(Operation *a, Operation *b) {
  DenseMap<Value, Value> inside;
  auto check = [&](Value x, Value y) {
    auto known = inside.find(x);
    return success(known == inside.end() ? x.getType() == y.getType()
                                         : known->second == y);
  };
  auto mark = [&](Value x, Value y) { inside[x] = y; };
  return OperationEquivalence::isEquivalentTo(
      a, b, check, mark, OperationEquivalence::IgnoreLocations);
}

namespace {
/// Assigns equal ids to equal ops. Ops that cannot be outlined get unique ids.
class OpIds {
public:
  unsigned get(Operation *op) {
    if (!isMemoryEffectFree(op) || op->hasTrait<OpTrait::IsTerminator>())
      return next++;
    auto &candidates = known[hash(op)];
    for (auto [other, id] : candidates)
      if (areEqual(other, op))
        return id;
    candidates.emplace_back(op, next);
    return next++;
  }

private:
  DenseMap<size_t, SmallVector<std::pair<Operation *, unsigned>>> known;
  unsigned next = 0;
};
} // namespace

//===----------------------------------------------------------------------===//
// Equal sequences
//===----------------------------------------------------------------------===//

namespace {
/// The source of an operand: a result of an op in the sequence (index of the
/// op, index of the result), otherwise a value defined outside of the sequence.
struct Source {
  std::optional<std::pair<unsigned, unsigned>> inside;
  Value outside;
};

/// Sequences of pairwise equal ops in a block.
class SequenceMatch {
public:
  SequenceMatch(ArrayRef<Operation *> ops, ArrayRef<unsigned> starts,
                unsigned length);

  /// Returns the largest subset of the sequences with equal use-def chains.
  RepeatedOps choose();

private:
  static SmallVector<Source> getSources(const OpSequence &sequence);
  static bool haveEqualSources(ArrayRef<Source> a, ArrayRef<Source> b);
  static void addResults(RepeatedOps &repeated);

  SmallVector<OpSequence> sequences;
};
} // namespace

SequenceMatch::SequenceMatch(ArrayRef<Operation *> ops,
                             ArrayRef<unsigned> starts, unsigned length) {
  for (unsigned start : starts)
    sequences.emplace_back(ops.slice(start, length));
}

SmallVector<Source> SequenceMatch::getSources(const OpSequence &sequence) {
  DenseMap<Operation *, unsigned> positions;
  SmallVector<Source> sources;
  for (auto [position, op] : llvm::enumerate(sequence)) {
    forEachExternalUse(op, [&](OpOperand &use) {
      Source &source = sources.emplace_back();
      source.outside = use.get();
      auto defining = positions.find(use.get().getDefiningOp());
      if (defining != positions.end())
        source.inside = {defining->second,
                         cast<OpResult>(use.get()).getResultNumber()};
    });
    positions[op] = position;
  }
  return sources;
}

bool SequenceMatch::haveEqualSources(ArrayRef<Source> a, ArrayRef<Source> b) {
  return llvm::all_of(llvm::zip_equal(a, b), [](auto pair) {
    auto [x, y] = pair;
    return x.inside == y.inside &&
           (x.inside || x.outside.getType() == y.outside.getType());
  });
}

/// Adds a result for each value that an op outside of its occurrence uses.
void SequenceMatch::addResults(RepeatedOps &repeated) {
  unsigned length = repeated.occurrences.front().size();
  SmallVector<llvm::SmallPtrSet<Operation *, 16>> memberSets;
  for (const OpSequence &occurrence : repeated.occurrences)
    memberSets.emplace_back(occurrence.begin(), occurrence.end());
  for (unsigned position = 0; position < length; ++position) {
    unsigned numResults =
        repeated.occurrences.front()[position]->getNumResults();
    for (unsigned result = 0; result < numResults; ++result) {
      auto isUsed = [&](auto pair) {
        const auto &[occurrence, members] = pair;
        Operation *op = occurrence[position];
        return llvm::any_of(op->getResult(result).getUsers(),
                            [&, &members = members](Operation *user) {
                              return !members.contains(
                                  op->getBlock()->findAncestorOpInBlock(*user));
                            });
      };
      if (llvm::any_of(llvm::zip_equal(repeated.occurrences, memberSets),
                       isUsed))
        repeated.results.emplace_back(position, result);
    }
  }
}

RepeatedOps SequenceMatch::choose() {
  SmallVector<SmallVector<Source>> sources =
      llvm::map_to_vector(sequences, getSources);
  SmallVector<unsigned> best;
  for (unsigned first = 0; first < sequences.size(); ++first) {
    SmallVector<unsigned> matching;
    for (unsigned i = first; i < sequences.size(); ++i)
      if (haveEqualSources(sources[first], sources[i]))
        matching.push_back(i);
    if (matching.size() > best.size())
      best = matching;
  }
  RepeatedOps repeated;
  for (unsigned i : best)
    repeated.occurrences.push_back(sequences[i]);
  for (unsigned use = 0; use < sources[best.front()].size(); ++use) {
    if (sources[best.front()][use].inside)
      continue;
    auto &values = repeated.inputs.emplace_back();
    for (unsigned i : best)
      values.push_back(sources[i][use].outside);
  }
  addResults(repeated);
  return repeated;
}

/// Drops the start of each occurrence that overlaps the previous occurrence.
static SmallVector<unsigned> dropOverlaps(SmallVector<unsigned> starts,
                                          unsigned length) {
  llvm::sort(starts);
  SmallVector<unsigned> found;
  for (unsigned start : starts)
    if (found.empty() || start >= found.back() + length)
      found.push_back(start);
  return found;
}

std::optional<RepeatedOps>
sg::grad::findRepeatedOps(Block &block, unsigned leastOps, unsigned leastSaved,
                          function_ref<bool(ArrayRef<Operation *>)> isWanted) {
  SmallVector<Operation *> ops;
  for (Operation &op : block)
    if (!matchPattern(&op, m_Constant()))
      ops.push_back(&op);
  OpIds opIds;
  SmallVector<unsigned> sequenceIds =
      llvm::map_to_vector(ops, [&](Operation *op) { return opIds.get(op); });
  // Order candidates by the number of ops that outlining would save if all
  // occurrences had equal use-def chains.
  using Candidate = std::tuple<unsigned, unsigned, SmallVector<unsigned>>;
  SmallVector<Candidate> candidates;
  llvm::SuffixTree tree(sequenceIds, /*OutlinerLeafDescendants=*/true);
  for (const llvm::SuffixTree::RepeatedSubstring &found : tree) {
    SmallVector<unsigned> starts =
        dropOverlaps(SmallVector<unsigned>(found.StartIndices), found.Length);
    unsigned saved = (starts.size() - 1) * found.Length;
    if (found.Length >= leastOps && saved >= leastSaved &&
        isWanted(ArrayRef(ops).slice(starts.front(), found.Length)))
      candidates.emplace_back(saved, found.Length, std::move(starts));
  }
  llvm::sort(candidates, [](const Candidate &a, const Candidate &b) {
    return std::tuple(-int64_t(std::get<0>(a)), std::get<2>(a)) <
           std::tuple(-int64_t(std::get<0>(b)), std::get<2>(b));
  });
  std::optional<RepeatedOps> best;
  unsigned bestSaved = leastSaved - 1;
  for (const auto &[saved, length, starts] : candidates) {
    if (saved <= bestSaved)
      break;
    RepeatedOps found = SequenceMatch(ops, starts, length).choose();
    unsigned foundSaved = (found.occurrences.size() - 1) * length;
    if (foundSaved <= bestSaved)
      continue;
    best = std::move(found);
    bestSaved = foundSaved;
  }
  return best;
}
