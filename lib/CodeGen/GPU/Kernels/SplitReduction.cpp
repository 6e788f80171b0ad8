//===- SplitReduction.cpp - Reductions by many blocks ---------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitReduction.h"
#include "BlockDistribution.h"
#include "ThreadLoops.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "sg/CodeGen/GPU/Kernels/Kernels.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-map-to-kernels"

using namespace mlir;
using namespace sg;

/// Minimum number of elements that a thread reduces if a reduction is split.
static constexpr int64_t kMinThreadElements = 16;
/// Maximum number of elements per row that one block reduces alone.
static constexpr int64_t kMaxBlockElements = 8 * kMinThreadElements * kThreads;
/// Number of blocks that keeps a GPU busy: about twice the multiprocessors of
/// an H200 (132).
static constexpr int64_t kEnoughBlocks = 256;

namespace {
/// Splits a reduction into a kernel and an op that reduces its partial results.
class ReductionSplit {
public:
  ReductionSplit(BlockDistribution &op, int64_t rows)
      : op(op), rows(rows), b(op.op.getLoc(), op.op) {}

  void run();

private:
  Value countParts();
  void buildPartialResults(Value parts);
  void createCombiningOp();

  BlockDistribution &op;
  int64_t rows;
  ImplicitLocOpBuilder b;
  /// The partial results of each result, indexed by the row loops and the part.
  SmallVector<Value> partialResults;
};
} // namespace

/// Builds the number of parts per row: about kMinThreadElements elements for
/// each thread, but at most about kEnoughBlocks blocks.
Value ReductionSplit::countParts() {
  AffineExpr length = b.getAffineSymbolExpr(0);
  AffineExpr enoughParts = length.ceilDiv(kMinThreadElements * kThreads);
  AffineExpr maxParts =
      b.getAffineConstantExpr(std::max<int64_t>(kEnoughBlocks / rows, 1));
  AffineMap map = AffineMap::get(0, 1, {enoughParts, maxParts}, b.getContext());
  OpFoldResult parts = affine::makeComposedFoldedAffineMin(
      b, b.getLoc(), map,
      getAsOpFoldResult(buildCount(b, op.ranges, op.sequentialLoops)));
  // An empty reduction also has one part.
  Value one = arith::ConstantIndexOp::create(b, 1);
  return b.createOrFold<arith::MaxSIOp>(
      getValueOrCreateConstantIndexOp(b, b.getLoc(), parts), one);
}

void ReductionSplit::buildPartialResults(Value parts) {
  Threads threads;
  threads.layout.threads = threads.layout.lanes = kThreads;
  OpBuilder::InsertionGuard guard(b);
  Value blocks = buildCount(b, op.ranges, op.rowLoops);
  threads.launch = createLaunch(b, op.op, kThreads, {blocks, parts});
  threads.thread = threads.lane = threads.launch.getThreadIds().x;
  Value blockSize = arith::ConstantIndexOp::create(b, kThreads);
  threads.lanes = arith::MulIOp::create(b, blockSize, parts);
  Value part = threads.launch.getBlockIds().y;
  Value partStart = arith::MulIOp::create(b, part, blockSize);
  Value first = arith::AddIOp::create(b, partStart, threads.thread);
  threads.rowIndices =
      buildIndices(b, threads.launch.getBlockIds().x, op.ranges, op.rowLoops);
  SmallVector<Value> indices = threads.rowIndices;
  indices.push_back(part);
  SmallVector<Value> reduced = op.buildPartialResults(b, threads, first);
  auto ifFirstLane = scf::IfOp::create(b, threads.createIsFirstLane(b));
  b.setInsertionPointToStart(ifFirstLane.thenBlock());
  for (auto [value, memory] : llvm::zip(reduced, partialResults))
    memref::StoreOp::create(b, value, memory, indices);
}

/// Creates an op that reduces the partial results of each row.
void ReductionSplit::createCombiningOp() {
  unsigned loops = op.rowLoops.size() + 1;
  SmallVector<AffineMap> maps(partialResults.size(),
                              b.getMultiDimIdentityMap(loops));
  SmallVector<utils::IteratorType> iterators(op.rowLoops.size(),
                                             utils::IteratorType::parallel);
  iterators.push_back(utils::IteratorType::reduction);
  DenseMap<AffineExpr, AffineExpr> rowDims;
  for (auto [i, loop] : llvm::enumerate(op.rowLoops))
    rowDims[b.getAffineDimExpr(loop)] = b.getAffineDimExpr(i);
  for (OpOperand &init : op.op.getDpsInitsMutable())
    maps.push_back(
        op.op.getMatchingIndexingMap(&init).replace(rowDims, loops, 0));
  linalg::GenericOp::create(
      b, TypeRange(), partialResults, op.op.getDpsInits(), maps, iterators,
      [&](OpBuilder &nested, Location loc, ValueRange values) {
        ImplicitLocOpBuilder bodyBuilder(loc, nested);
        SmallVector<Value> results;
        for (auto [i, combiner] : llvm::enumerate(op.getCombiners()))
          results.push_back(combiner.combine(
              bodyBuilder, values[partialResults.size() + i], values[i]));
        linalg::YieldOp::create(bodyBuilder, results);
      });
}

void ReductionSplit::run() {
  op.createRanges(b);
  Value parts = countParts();
  SmallVector<OpFoldResult> sizes;
  for (unsigned row : op.rowLoops)
    sizes.push_back(op.ranges[row].size);
  sizes.push_back(getAsOpFoldResult(parts));
  auto [shape, dynamicSizes] = decomposeMixedValues(sizes);
  for (Value init : op.op.getDpsInits())
    partialResults.push_back(memref::AllocOp::create(
        b, MemRefType::get(shape, getElementTypeOrSelf(init.getType())),
        dynamicSizes));
  buildPartialResults(parts);
  createCombiningOp();
  for (Value memory : partialResults)
    memref::DeallocOp::create(b, memory);
  op.op.erase();
}

void sg::splitReduction(linalg::LinalgOp op) {
  BlockDistribution distribution({op, getDistributableLoops(op)});
  auto reject = [&](StringRef why) {
    LDBG() << "reduction not split among blocks, " << why << ": "
           << op->getName() << " at " << op.getLoc();
  };
  if (!distribution.isReducedByLanes()) {
    if (op.getNumReductionLoops() != 0)
      reject("partial results cannot be combined");
    return;
  }
  std::optional<int64_t> rows = countIterations(op, distribution.rowLoops);
  std::optional<int64_t> length =
      countIterations(op, distribution.sequentialLoops);
  if (!rows || *rows == 0 || *rows > kEnoughBlocks / 2)
    return reject("there are too many results, or an unknown number");
  if (length && *length <= kMaxBlockElements)
    return reject("one block is enough for each result");
  LDBG() << "reduction split among blocks: " << op->getName() << " at "
         << op.getLoc();
  ReductionSplit(distribution, *rows).run();
}
