//===- SharedReduction.cpp - Reductions by partial results ----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedReduction.h"
#include "Chunks.h"
#include "GroupWork.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "sg/CodeGen/Analysis/Combiners.h"
#include "sg/StructuredOps/LinalgForms.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-distribute-to-threads"

using namespace mlir;
using namespace sg;

/// Maximum number of elements of a result for which chunks compute partial
/// results.
static constexpr int64_t kMaxResults = 4096;

namespace {
class ReductionDistribution {
public:
  ReductionDistribution(linalg::LinalgOp op, SmallVector<Combiner> combiners,
                        unsigned loop)
      : op(op), combiners(std::move(combiners)), loop(loop),
        b(op.getLoc(), op) {}

  void run(const FusionGroup &group, int64_t threads, uint64_t leastWork);

private:
  void reduceChunk(const Chunks &chunks);
  void combine();

  linalg::LinalgOp op;
  SmallVector<Combiner> combiners;
  unsigned loop;
  ImplicitLocOpBuilder b;
  /// The partial results for each result. The first dimension is the chunk.
  SmallVector<Value> partials;
};
} // namespace

/// Reduces the chunk in a private buffer, then copies the partial results to
/// `partials`. Private buffers avoid false sharing of cache lines.
void ReductionDistribution::reduceChunk(const Chunks &chunks) {
  SmallVector<Value> privateResults;
  for (auto [init, combiner] : llvm::zip_equal(op.getDpsInits(), combiners)) {
    auto type = cast<MemRefType>(init.getType());
    privateResults.push_back(memref::AllocOp::create(
        b, MemRefType::get(type.getShape(), type.getElementType())));
    Value neutral = arith::ConstantOp::create(b, combiner.neutral);
    linalg::FillOp::create(b, neutral, privateResults.back());
  }
  SmallVector<OpFoldResult> offsets(op.getNumLoops(), b.getIndexAttr(0));
  SmallVector<OpFoldResult> sizes;
  for (Range range : op.createLoopRanges(b, b.getLoc()))
    sizes.push_back(range.size);
  offsets[loop] = chunks.getFirst();
  sizes[loop] = chunks.getCount();
  FailureOr<TilingResult> tiled =
      cast<TilingInterface>(op.getOperation())
          .getTiledImplementation(b, offsets, sizes);
  assert(succeeded(tiled) && "structured ops on memory can be tiled");
  cast<linalg::LinalgOp>(tiled->tiledOps.front())
      .getDpsInitsMutable()
      .assign(privateResults);
  for (auto [from, allPartials] : llvm::zip_equal(privateResults, partials)) {
    auto type = cast<MemRefType>(from.getType());
    SmallVector<OpFoldResult> first(type.getRank() + 1, b.getIndexAttr(0));
    SmallVector<OpFoldResult> strides(type.getRank() + 1, b.getIndexAttr(1));
    SmallVector<OpFoldResult> counts{b.getIndexAttr(1)};
    llvm::append_range(counts,
                       getAsIndexOpFoldResult(b.getContext(), type.getShape()));
    first.front() = chunks.getIndex();
    MemRefType sliceType = memref::SubViewOp::inferRankReducedResultType(
        type.getShape(), cast<MemRefType>(allPartials.getType()), first, counts,
        strides);
    Value to = memref::SubViewOp::create(b, sliceType, allPartials, first,
                                         counts, strides);
    linalg::CopyOp::create(b, from, to);
    memref::DeallocOp::create(b, from);
  }
}

/// Combines the initial values with the partial results, in the order of the
/// chunks.
void ReductionDistribution::combine() {
  for (unsigned i = 0; i < combiners.size(); ++i) {
    const Combiner &combiner = combiners[i];
    Value init = op.getDpsInits()[i];
    unsigned rank = cast<MemRefType>(init.getType()).getRank();
    SmallVector<utils::IteratorType> iterators(rank + 1,
                                               utils::IteratorType::parallel);
    iterators.front() = utils::IteratorType::reduction;
    AffineMap identity = b.getMultiDimIdentityMap(rank + 1);
    SmallVector<AffineMap> maps{identity, identity.dropResult(0)};
    linalg::GenericOp::create(
        b, TypeRange(), partials[i], init, maps, iterators,
        [&](OpBuilder &nested, Location loc, ValueRange values) {
          ImplicitLocOpBuilder inside(loc, nested);
          Value combined = combiner.combine(inside, values[1], values[0]);
          // Keep the order of the chunks.
          if (auto sum = combined.getDefiningOp<arith::AddFOp>())
            sum.setFastmath(arith::FastMathFlags::none);
          linalg::YieldOp::create(inside, combined);
        });
    memref::DeallocOp::create(b, partials[i]);
  }
}

void ReductionDistribution::run(const FusionGroup &group, int64_t threads,
                                uint64_t leastWork) {
  OpFoldResult size = op.createLoopRanges(b, b.getLoc())[loop].size;
  Value isWorthwhile = createHasEnoughWork(b, group, leastWork);
  Chunks chunks(b, size, threads, /*granularity=*/1, isWorthwhile);
  auto chunkLoop = cast<scf::ParallelOp>(b.getInsertionBlock()->getParentOp());
  OpBuilder before(chunkLoop);
  OpFoldResult count = getAsOpFoldResult(chunkLoop.getUpperBound().front());
  for (Value init : op.getDpsInits()) {
    SmallVector<OpFoldResult> sizes{count};
    llvm::append_range(sizes, getAsIndexOpFoldResult(
                                  b.getContext(),
                                  cast<MemRefType>(init.getType()).getShape()));
    partials.push_back(memref::AllocOp::create(
        before, b.getLoc(), sizes, getElementTypeOrSelf(init.getType())));
  }
  reduceChunk(chunks);
  b.setInsertionPointAfter(chunkLoop);
  combine();
  op.erase();
}

/// Returns true if each chunk of `loop` contributes to every element of the
/// results. Each chunk then needs a buffer as large as the results. If an index
/// of a result depends on `loop`, as in derivatives of windows, chunks
/// contribute to different elements.
static bool contributesToAllResults(linalg::LinalgOp op, unsigned loop) {
  return llvm::none_of(op.getDpsInitsMutable(), [&](OpOperand &init) {
    return op.getMatchingIndexingMap(&init).isFunctionOfDim(loop);
  });
}

void sg::distributeReduction(const FusionGroup &group, int64_t threads,
                             uint64_t leastWork) {
  linalg::LinalgOp op = group.members.front().op;
  if (op.getNumReductionLoops() == 0)
    return;
  auto reject = [&](StringRef why) {
    LDBG() << "reduction not distributed, " << why << ": " << op->getName()
           << " at " << op.getLoc();
  };
  std::optional<uint64_t> work = countWork(group);
  if (work && *work < leastWork)
    return reject("there is too little work");
  for (Value init : op.getDpsInits()) {
    auto type = cast<MemRefType>(init.getType());
    if (!type.hasStaticShape() || type.getNumElements() > kMaxResults)
      return reject("the number of results is large or dynamic");
  }
  SmallVector<Combiner> combiners = getCombiners(op);
  if (combiners.empty())
    return reject("partial results cannot be combined");
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop) {
    bool isReduced =
        op.getIteratorTypesArray()[loop] == utils::IteratorType::reduction;
    bool isLong =
        ShapedType::isDynamic(sizes[loop]) || sizes[loop] >= 4 * threads;
    if (!isReduced || !isLong || !canBeTiled(op) ||
        !contributesToAllResults(op, loop))
      continue;
    LDBG() << "reduction distributed, loop " << loop << ": " << op->getName()
           << " at " << op.getLoc();
    return ReductionDistribution(op, combiners, loop)
        .run(group, threads, leastWork);
  }
  reject("no reduction loop is long and can be tiled");
}
