//===- DistributeToThreads.cpp - Assign parallel loops to threads ---------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This pass divides one common parallel loop of each group (FusionGroups.h)
// into one chunk per thread, and emits a parallel loop over the chunks. Chunks
// are independent: at each index of the common loop, an op reads only results
// that other ops compute at the same index.
//
//===----------------------------------------------------------------------===//

#include "Chunks.h"
#include "GroupWork.h"
#include "SharedReduction.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "sg/CodeGen/Analysis/MemoryAccesses.h"
#include "sg/CodeGen/CPU/Fusion/DetachFills.h"
#include "sg/CodeGen/CPU/Fusion/RowSizes.h"
#include "sg/CodeGen/CPU/Fusion/RowTiles.h"
#include "sg/CodeGen/CPU/Threading/Passes.h"
#include "sg/Support/OptionChecks.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-distribute-to-threads"

using namespace mlir;
using namespace sg;

/// Minimum number of indices of the common loops per thread. The largest chunk
/// then exceeds the average by at most 1/8.
static constexpr int64_t kMinRowsPerThread = 8;

namespace sg {
#define GEN_PASS_DEF_DISTRIBUTETOTHREADS
#include "sg/CodeGen/CPU/Threading/Passes.h.inc"
} // namespace sg

//===----------------------------------------------------------------------===//
// Conditions on one op
//===----------------------------------------------------------------------===//

/// Returns true if the body has no effects except loads. Assertions are
/// excluded, because only the thread that executes the call may report a
/// failure.
static bool hasReadOnlyBody(linalg::LinalgOp op) {
  WalkResult walk = op.getBlock()->walk([](Operation *inner) {
    bool isReadOnly = isa<memref::LoadOp>(inner) ||
                      inner->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
                      isMemoryEffectFree(inner);
    return isReadOnly ? WalkResult::advance() : WalkResult::interrupt();
  });
  return !walk.wasInterrupted();
}

/// Returns true if no iteration reads an element that another iteration writes.
static bool readsOwnElements(linalg::LinalgOp op) {
  MemoryAccesses body(op->getRegions());
  return llvm::all_of(op.getDpsInitsMutable(), [&](OpOperand &init) {
    return !body.mayAccess(init.get()) &&
           llvm::all_of(op->getOpOperands(), [&](OpOperand &other) {
             return &other == &init ||
                    !isa<MemRefType>(other.get().getType()) ||
                    !mayShareMemory(other.get(), init.get()) ||
                    (other.get() == init.get() &&
                     op.getMatchingIndexingMap(&other) ==
                         op.getMatchingIndexingMap(&init));
           });
  });
}

static bool canBeDistributed(linalg::LinalgOp op) {
  auto reject = [&](StringRef why) {
    LDBG() << "not distributed, " << why << ": " << op->getName() << " at "
           << op.getLoc();
    return false;
  };
  if (!op.hasPureBufferSemantics())
    return reject("it is not on memory");
  if (!hasReadOnlyBody(op))
    return reject("its body has side effects");
  if (!readsOwnElements(op))
    return reject("it may read elements that another iteration writes");
  return true;
}

//===----------------------------------------------------------------------===//
// Choice of the dimension
//===----------------------------------------------------------------------===//

namespace {
/// A common parallel dimension of a group, and the effect of dividing it.
struct Division {
  unsigned row = 0;
  /// Number of consecutive indices that are not split.
  int64_t granularity = 1;
  /// Number of indices divided by the size of the largest chunk.
  double speedup = 1;
  /// Number of operand elements that every chunk reads.
  uint64_t repeatedReads = 0;
};
} // namespace

static Division evaluateRow(const FusionGroup &group, unsigned row,
                            unsigned threads) {
  Division division;
  division.row = row;
  division.granularity = getGranularity(group, row);
  for (const FusionGroup::Member &member : group.members) {
    linalg::LinalgOp op = member.op;
    for (OpOperand &operand : op->getOpOperands())
      if (!op.getMatchingIndexingMap(&operand).isFunctionOfDim(
              member.rows[row]))
        division.repeatedReads = llvm::SaturatingAdd(
            division.repeatedReads, multiplySizes(op.getShape(&operand)));
  }
  linalg::LinalgOp first = group.members.front().op;
  int64_t size = first.getStaticLoopRanges()[group.members.front().rows[row]];
  if (ShapedType::isDynamic(size))
    division.speedup = threads;
  else if (size > 0)
    division.speedup = double(size) / Chunks::getLargestChunk(
                                          size, threads, division.granularity);
  return division;
}

/// Returns the dimension with the largest speedup. Among dimensions whose
/// speedups differ by at most 10%, prefers the one with fewer repeated reads.
static Division chooseRow(const FusionGroup &group, unsigned threads) {
  Division best;
  for (unsigned row = 0; row < group.countRowLoops(); ++row) {
    Division candidate = evaluateRow(group, row, threads);
    bool isBetter = candidate.speedup > 1.1 * best.speedup;
    bool isAboutEqual = candidate.speedup > best.speedup / 1.1;
    if (isBetter || (isAboutEqual && best.speedup > 1 &&
                     candidate.repeatedReads < best.repeatedReads))
      best = candidate;
  }
  return best;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Returns the group with dimension `row` moved before its other common
/// dimensions.
static FusionGroup rotate(const FusionGroup &group, unsigned row) {
  FusionGroup rotated = group;
  for (FusionGroup::Member &member : rotated.members)
    std::rotate(member.rows.begin(), member.rows.begin() + row,
                member.rows.begin() + row + 1);
  return rotated;
}

namespace {
class Distribution {
public:
  Distribution(Block &block, int64_t threads, uint64_t leastWork)
      : block(block), threads(threads), leastWork(leastWork),
        detachedFills(block) {}

  void run();

private:
  bool distribute(const FusionGroup &group);
  void divide(const FusionGroup &group, Division division);

  Block &block;
  int64_t threads;
  uint64_t leastWork;
  DetachFills detachedFills;
};
} // namespace

void Distribution::divide(const FusionGroup &unrotated, Division division) {
  FusionGroup group = rotate(unrotated, division.row);
  linalg::LinalgOp first = group.members.front().op;
  Operation *last = group.members.back().op;
  ImplicitLocOpBuilder b(first.getLoc(), last);
  SmallVector<Range> ranges = first.createLoopRanges(b, b.getLoc());
  OpFoldResult size = ranges[group.members.front().rows.front()].size;
  Value isWorthwhile = createHasEnoughWork(b, group, leastWork);
  Chunks chunks(b, size, threads, division.granularity, isWorthwhile);
  Operation *lastSetupOp = b.getInsertionPoint()->getPrevNode();
  RowTiles tiles(group, /*rows=*/1);
  tiles.create(b, chunks.getFirst(), chunks.getCount());
  for (auto [tiled, member] : llvm::zip_equal(tiles.getTiled(), group.members))
    detachedFills.fill(tiled, member.op);
  tiles.eraseGroup();
  OpBuilder bodyStart(lastSetupOp);
  bodyStart.setInsertionPointAfter(lastSetupOp);
  tiles.shrinkTemporaries(bodyStart.saveInsertionPoint(),
                          b.saveInsertionPoint(), chunks.getCount());
}

/// Distributes the group if that pays off. Returns true on success.
bool Distribution::distribute(const FusionGroup &group) {
  Operation *first = group.members.front().op;
  auto logGroup = [&](const Twine &decision) {
    LDBG() << decision << ": the " << group.members.size() << " ops from "
           << first->getName() << " at " << first->getLoc();
  };
  std::optional<uint64_t> work = countWork(group);
  if (work && *work < leastWork) {
    logGroup("not distributed, work " + Twine(*work) + " is less than " +
             Twine(leastWork));
    return false;
  }
  Division division = chooseRow(group, threads);
  if (division.speedup <= 1.1) {
    logGroup("not distributed, no parallel loop in common is long enough");
    return false;
  }
  logGroup("distributed along common parallel loop " + Twine(division.row));
  divide(group, division);
  return true;
}

void Distribution::run() {
  GroupPolicy policy{canBeDistributed, /*joinsSmallOps=*/false,
                     getTileableLoops,
                     /*minRowIterations=*/kMinRowsPerThread * threads};
  SmallVector<FusionGroup> groups = formFusionGroups(block, policy);
  llvm::erase_if(groups,
                 [&](const FusionGroup &group) { return distribute(group); });
  detachedFills.restore(block);
  for (const FusionGroup &group : groups)
    if (group.members.size() == 1)
      distributeReduction(group, threads, leastWork);
}

namespace {
struct DistributeToThreads
    : sg::impl::DistributeToThreadsBase<DistributeToThreads> {
  using DistributeToThreadsBase::DistributeToThreadsBase;

  LogicalResult initialize(MLIRContext *context) override {
    return sg::checkRange(context, threads, 1, sg::kMaxThreads);
  }

  void runOnOperation() override {
    if (threads == 1) {
      LDBG() << "nothing is distributed to 1 thread";
      return;
    }
    SmallVector<Block *> blocks;
    getOperation().walk([&](Block *block) {
      if (!isa<linalg::LinalgOp>(block->getParentOp()))
        blocks.push_back(block);
    });
    for (Block *block : blocks)
      Distribution(*block, threads, leastWork).run();
  }
};
} // namespace
