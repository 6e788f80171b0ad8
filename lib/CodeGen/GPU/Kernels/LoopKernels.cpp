//===- LoopKernels.cpp - Kernels of loops over elements -------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopKernels.h"
#include "BlockDistribution.h"
#include "PrivatizeAllocs.h"
#include "SharedLoops.h"
#include "ThreadLoops.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "sg/CodeGen/GPU/Kernels/Kernels.h"
#include "sg/StructuredOps/Speculation.h"
#include "llvm/Support/DebugLog.h"
#include "llvm/Support/MathExtras.h"

#define DEBUG_TYPE "sg-map-to-kernels"

using namespace mlir;
using namespace sg;

/// Minimum number of iterations of a structured op that several lanes share.
/// One thread executes fewer iterations faster than a barrier.
static constexpr int64_t kMinSharedIterations = kWarpSize;

/// Maximum number of iterations of a structured op in a loop kernel.
static constexpr int64_t kMaxIterations = 65536;

/// Returns the number of iterations of `op` that threads can share.
static int64_t countSharedIterations(linalg::LinalgOp op) {
  BlockDistribution distribution({op, {}});
  return countIterations(op, distribution.getLaneLoops()).value_or(kThreads);
}

/// Collects stores, atomic ops and structured ops, in program order.
static SmallVector<Operation *> collectWriters(Operation *loop) {
  SmallVector<Operation *> writers;
  loop->walk<WalkOrder::PreOrder>([&](Operation *inner) {
    if (!isa<memref::StoreOp, memref::AtomicRMWOp, linalg::LinalgOp>(inner))
      return WalkResult::advance();
    writers.push_back(inner);
    return WalkResult::skip();
  });
  return writers;
}

/// Inserts a clone of `loop` before `loop`. Expands the only writer in the
/// clone, a structured op, to loops. Returns null if there are other writers,
/// or if two iterations of the op may write the same element.
static Operation *cloneExpanded(Operation *loop) {
  SmallVector<Operation *> writers = collectWriters(loop);
  auto op = writers.size() == 1 ? dyn_cast<linalg::LinalgOp>(writers.front())
                                : linalg::LinalgOp();
  if (!op || getDistributableLoops(op).size() != op.getNumLoops())
    return nullptr;
  IRRewriter rewriter(loop->getContext());
  rewriter.setInsertionPoint(loop);
  IRMapping mapping;
  Operation *expanded = rewriter.clone(*loop, mapping);
  auto clonedOp = cast<linalg::LinalgOp>(mapping.lookup(op.getOperation()));
  rewriter.setInsertionPoint(clonedOp);
  if (failed(linalg::linalgOpToLoops(rewriter, clonedOp))) {
    expanded->erase();
    return nullptr;
  }
  clonedOp->erase();
  expanded->walk([&](affine::AffineApplyOp apply) {
    SmallVector<Value> folded;
    if (succeeded(rewriter.tryFold(apply, folded)))
      rewriter.replaceOp(apply, folded);
  });
  expanded->walk([&](memref::LoadOp load) {
    if (load->use_empty())
      rewriter.eraseOp(load);
  });
  // Hoist the computation of trip counts out of the loops.
  expanded->walk([](LoopLikeOpInterface innerLoop) {
    sg::moveLoopInvariantCode(innerLoop);
  });
  return expanded;
}

/// Returns true if threads can share `loop`, or the loops to which the
/// structured op in `loop` expands.
static bool canShareAmongThreads(Operation *loop, bool anyOrder) {
  if (llvm::is_contained(findSharedLoops(loop, anyOrder).loops, loop))
    return true;
  Operation *expanded = cloneExpanded(loop);
  if (!expanded)
    return false;
  bool isShared = !findSharedLoops(expanded, anyOrder).loops.empty();
  expanded->erase();
  return isShared;
}

/// Returns the trip count of `loop`, or std::nullopt if unknown.
static std::optional<int64_t> countIterations(scf::ForOp loop) {
  std::optional<int64_t> from = getConstantIntValue(loop.getLowerBound());
  std::optional<int64_t> to = getConstantIntValue(loop.getUpperBound());
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  if (!from || !to || !step || *step <= 0)
    return std::nullopt;
  return std::max<int64_t>(llvm::divideCeilSigned(*to - *from, *step), 0);
}

/// Returns true if the host should execute `loop`: the loop does not wait for
/// the device, and threads can share loops in its body.
static bool shouldStayOnHost(Operation *loop, bool anyOrder) {
  bool hasSharedLoop = false;
  WalkResult walk = loop->walk<WalkOrder::PreOrder>([&](Operation *inner) {
    if (isa<linalg::LinalgOp>(inner))
      return WalkResult::skip();
    if (isa<memref::LoadOp, memref::StoreOp>(inner))
      return WalkResult::interrupt();
    auto innerLoop = dyn_cast<scf::ForOp>(inner);
    if (!innerLoop || innerLoop == loop || !innerLoop->use_empty())
      return WalkResult::advance();
    bool isShared = false;
    for (scf::ForOp shared : findSharedLoops(innerLoop, anyOrder).loops)
      isShared |= countIterations(shared).value_or(kWarpSize) >= kWarpSize;
    hasSharedLoop |= isShared;
    return isShared ? WalkResult::skip() : WalkResult::advance();
  });
  return hasSharedLoop && !walk.wasInterrupted();
}

/// Logs the reason why `loop` does not become one kernel. Returns false.
static bool rejectLoop(Operation *loop, const Twine &why) {
  LDBG() << "left to the host, " << why << ": " << loop->getName() << " at "
         << loop->getLoc();
  return false;
}

bool sg::isLoopForOneKernel(Operation *op, bool anyOrder) {
  if (!isa<scf::ForOp, scf::WhileOp>(op))
    return false;
  if (!op->use_empty())
    return rejectLoop(op, "its results are used");
  Operation *visitedOp = nullptr;
  bool accessesElements = false, allocatesMemory = false, hasLongOps = false;
  WalkResult walk = op->walk<WalkOrder::PreOrder>([&](Operation *inner) {
    visitedOp = inner;
    if (auto structured = dyn_cast<linalg::LinalgOp>(inner)) {
      hasLongOps |= !hasFewIterations(structured);
      auto allLoops =
          llvm::to_vector(llvm::seq<unsigned>(0, structured.getNumLoops()));
      return countIterations(structured, allLoops).value_or(0) <= kMaxIterations
                 ? WalkResult::skip()
                 : WalkResult::interrupt();
    }
    if (isa<memref::LoadOp, memref::StoreOp>(inner)) {
      accessesElements = true;
      return WalkResult::advance();
    }
    if (isa<memref::AllocOp>(inner)) {
      allocatesMemory = true;
      return WalkResult::advance();
    }
    if (isa<scf::ForOp, scf::WhileOp, scf::IfOp, cf::AssertOp,
            memref::DeallocOp>(inner) ||
        inner->hasTrait<OpTrait::IsTerminator>())
      return WalkResult::advance();
    return isMemoryEffectFree(inner) && inner->getNumRegions() == 0
               ? WalkResult::advance()
               : WalkResult::interrupt();
  });
  if (walk.wasInterrupted())
    return rejectLoop(op, (isa<linalg::LinalgOp>(visitedOp)
                               ? "it has too many iterations of '"
                               : "a thread cannot execute '") +
                              Twine(visitedOp->getName().getStringRef()) + "'");
  SmallVector<scf::ForOp> shared = findSharedLoops(op, anyOrder).loops;
  if (!accessesElements && !llvm::is_contained(shared, op))
    return rejectLoop(op, "it reads and writes no elements");
  if (allocatesMemory && !areSmall(findTemporaries(op)))
    return rejectLoop(op,
                      "an iteration allocates too much memory, or an unknown "
                      "amount");
  if (allocatesMemory && shared.empty())
    return rejectLoop(op, "it allocates memory, and threads cannot share it");
  if (hasLongOps && !accessesElements)
    return rejectLoop(op, "structured ops have many iterations");
  if (hasLongOps && !canShareAmongThreads(op, anyOrder))
    return rejectLoop(op, "structured ops have many iterations, and threads "
                          "cannot share the loop");
  if (!hasLongOps && shared.empty() && shouldStayOnHost(op, anyOrder))
    return rejectLoop(op, "it does not wait for the device, and threads "
                          "can share its inner loops");
  return true;
}

/// Expands the structured op in `loop` if threads can then share more loops.
/// Returns the loop that replaces `loop`, or `loop`.
static Operation *expandWriter(Operation *loop, bool anyOrder) {
  Operation *expanded = cloneExpanded(loop);
  if (!expanded)
    return loop;
  bool sharesMoreLoops = findSharedLoops(expanded, anyOrder).loops.size() >
                         findSharedLoops(loop, anyOrder).loops.size();
  (sharesMoreLoops ? loop : expanded)->erase();
  return sharesMoreLoops ? expanded : loop;
}

namespace {
/// Builds the kernel of one loop.
class LoopKernel {
public:
  LoopKernel(Operation *loop, SmallVector<scf::ForOp> shared)
      : loop(loop), shared(std::move(shared)), writers(collectWriters(loop)),
        b(loop->getLoc(), loop) {}

  void build();

private:
  bool hasOneLane() const { return threads.layout.lanes == 1; }
  void chooseLayout();
  Range createRange(scf::ForOp sharedLoop);
  bool hasAssertsOutside(scf::ForOp sharedLoop);
  Value findIteration(Value count);
  void inlineIterations(ArrayRef<Value> indices);
  void shareWriter(Operation *writer, Value isFirstLane);

  Operation *loop;
  SmallVector<scf::ForOp> shared;
  SmallVector<Operation *> writers;
  ImplicitLocOpBuilder b;
  Threads threads;
  /// The lower bound, trip count and step of each shared loop.
  SmallVector<Range> ranges;
  /// The trip count of each shared loop, or null if the range has the same
  /// size. If an assertion outside of the shared loop must execute, the range
  /// has at least one iteration, but the trip count may be 0.
  SmallVector<Value> counts;
};
} // namespace

/// Chooses whether a thread or a block executes an iteration of the shared
/// loops. The threads of a block share the structured ops of the iteration.
void LoopKernel::chooseLayout() {
  int64_t maxIterations = 0;
  for (Operation *writer : writers)
    if (auto op = dyn_cast<linalg::LinalgOp>(writer))
      maxIterations = std::max(maxIterations, countSharedIterations(op));
  ThreadLayout &layout = threads.layout;
  layout.lanes = maxIterations < kMinSharedIterations ||
                         !canBeSharedMemory(findTemporaries(loop))
                     ? 1
                     : int64_t(llvm::PowerOf2Ceil(std::clamp<int64_t>(
                           maxIterations, kWarpSize, kThreads)));
  layout.threads = layout.lanes;
  if (shared.empty() || !hasOneLane())
    return;
  layout.threads = kThreads;
  int64_t count = 1;
  for (Range &range : ranges) {
    std::optional<int64_t> size = getConstantIntValue(range.size);
    if (!size || llvm::MulOverflow(count, *size, count))
      return;
  }
  layout.threads =
      std::clamp<int64_t>(llvm::alignTo(count, kWarpSize), kWarpSize, kThreads);
}

bool LoopKernel::hasAssertsOutside(scf::ForOp sharedLoop) {
  WalkResult walk = loop->walk([&](cf::AssertOp check) {
    return sharedLoop->isAncestor(check) ? WalkResult::advance()
                                         : WalkResult::interrupt();
  });
  return walk.wasInterrupted();
}

Range LoopKernel::createRange(scf::ForOp sharedLoop) {
  Value zero = arith::ConstantIndexOp::create(b, 0);
  Value length = b.createOrFold<arith::SubIOp>(sharedLoop.getUpperBound(),
                                               sharedLoop.getLowerBound());
  length = b.createOrFold<arith::MaxSIOp>(length, zero);
  Value count =
      b.createOrFold<arith::CeilDivUIOp>(length, sharedLoop.getStep());
  counts.push_back(hasAssertsOutside(sharedLoop) ? count : Value());
  if (counts.back())
    count = b.createOrFold<arith::MaxSIOp>(
        count, arith::ConstantIndexOp::create(b, 1));
  return {getAsOpFoldResult(sharedLoop.getLowerBound()),
          getAsOpFoldResult(count), getAsOpFoldResult(sharedLoop.getStep())};
}

/// Returns the linear index of the iteration that a thread or block executes.
/// Guards the ops built afterwards: the index must be less than `count`.
Value LoopKernel::findIteration(Value count) {
  Value iteration = threads.launch.getBlockIds().x;
  if (!hasOneLane())
    return iteration;
  Value blockSize = arith::ConstantIndexOp::create(b, threads.layout.threads);
  iteration =
      arith::AddIOp::create(b, arith::MulIOp::create(b, iteration, blockSize),
                            threads.launch.getThreadIds().x);
  auto guard = scf::IfOp::create(
      b, arith::CmpIOp::create(b, arith::CmpIPredicate::ult, iteration, count));
  b.setInsertionPointToStart(guard.thenBlock());
  return iteration;
}

/// Replaces each shared loop by the iteration with the given index.
void LoopKernel::inlineIterations(ArrayRef<Value> indices) {
  SmallVector<Value> values, conditions;
  auto toValue = [&](OpFoldResult bound) {
    return getValueOrCreateConstantIndexOp(b, b.getLoc(), bound);
  };
  for (auto [index, range, count] : llvm::zip(indices, ranges, counts)) {
    Value offset = b.createOrFold<arith::MulIOp>(index, toValue(range.stride));
    values.push_back(
        b.createOrFold<arith::AddIOp>(offset, toValue(range.offset)));
    conditions.push_back(count ? arith::CmpIOp::create(
                                     b, arith::CmpIPredicate::ult, index, count)
                               : Value());
  }
  loop->moveBefore(b.getInsertionBlock(), b.getInsertionPoint());
  IRRewriter rewriter(b);
  for (unsigned i = shared.size(); i-- > 0;) {
    Operation *insertionPoint = shared[i];
    rewriter.setInsertionPoint(insertionPoint);
    if (conditions[i])
      insertionPoint =
          scf::IfOp::create(rewriter, insertionPoint->getLoc(), conditions[i])
              .thenBlock()
              ->getTerminator();
    rewriter.eraseOp(shared[i].getBody()->getTerminator());
    rewriter.inlineBlockBefore(shared[i].getBody(), insertionPoint, values[i]);
    rewriter.eraseOp(shared[i]);
  }
}

void LoopKernel::shareWriter(Operation *writer, Value isFirstLane) {
  b.setLoc(writer->getLoc());
  // Build barriers that separate the write from reads by other threads.
  if (!hasOneLane()) {
    b.setInsertionPointAfter(writer);
    gpu::BarrierOp::create(b);
  }
  b.setInsertionPoint(writer);
  if (!hasOneLane() && !isa_and_nonnull<gpu::BarrierOp>(writer->getPrevNode()))
    gpu::BarrierOp::create(b);
  if (auto op = dyn_cast<linalg::LinalgOp>(writer)) {
    BlockDistribution distribution({op, {}});
    distribution.createRanges(b);
    distribution.build(b, threads);
    op.erase();
  } else if (!hasOneLane()) {
    auto guard = scf::IfOp::create(b, isFirstLane);
    writer->moveBefore(guard.thenBlock()->getTerminator());
  }
}

void LoopKernel::build() {
  for (scf::ForOp sharedLoop : shared)
    ranges.push_back(createRange(sharedLoop));
  chooseLayout();
  LDBG() << "one kernel, "
         << (shared.empty() ? "all of it" : "each iteration of shared loops")
         << (hasOneLane() && !shared.empty() ? " by a thread" : " by a block")
         << ", in blocks of " << threads.layout.threads << ": "
         << loop->getName() << " at " << loop->getLoc();
  auto allLoops = llvm::to_vector(llvm::seq<unsigned>(0, ranges.size()));
  SmallVector<Value> blocks;
  Value count;
  if (!shared.empty()) {
    count = buildCount(b, ranges, allLoops);
    blocks.push_back(b.createOrFold<arith::CeilDivUIOp>(
        count, arith::ConstantIndexOp::create(
                   b, hasOneLane() ? threads.layout.threads : 1)));
  }
  threads.launch = createLaunch(b, loop, threads.layout.threads, blocks);
  Value isFirstLane;
  if (!hasOneLane()) {
    threads.thread = threads.lane = threads.launch.getThreadIds().x;
    threads.lanes = arith::ConstantIndexOp::create(b, threads.layout.lanes);
    isFirstLane = threads.createIsFirstLane(b);
  }
  if (shared.empty())
    loop->moveBefore(b.getInsertionBlock(), b.getInsertionPoint());
  else
    inlineIterations(buildIndices(b, findIteration(count), ranges, allLoops));
  for (Operation *writer : writers)
    shareWriter(writer, isFirstLane);
  privatizeAllocs(threads.launch, /*useSharedMemory=*/!hasOneLane());
}

void sg::buildLoopKernel(Operation *loop, bool anyOrder) {
  loop = expandWriter(loop, anyOrder);
  SharedLoops shared = findSharedLoops(loop, anyOrder);
  llvm::for_each(shared.additions, makeAtomic);
  for (auto [rejected, why] : shared.rejectedLoops)
    LDBG() << "not shared by threads, " << why << ": " << rejected->getName()
           << " at " << rejected.getLoc();
  if (!shared.loops.empty())
    sinkTemporaries(loop, findTemporaries(loop));
  LoopKernel(loop, std::move(shared.loops)).build();
}
