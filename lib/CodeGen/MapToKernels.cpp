//===- MapToKernels.cpp - Structured ops as kernels -----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One thread for each element that an op writes: the dimensions of its
// iteration space in which different iterations write to different elements are
// numbered through and distributed, the others are loops in the thread.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Passes.h"
#include "Kernels.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace sg;

namespace sg {
#define GEN_PASS_DEF_MAPTOKERNELS
#include "CodeGen/Passes.h.inc"
} // namespace sg

//===----------------------------------------------------------------------===//
// An op as a nest of loops
//===----------------------------------------------------------------------===//

/// Whether different numbers in that dimension of the iteration space mean
/// different elements of all that is written.
static bool isDistributable(linalg::LinalgOp op, unsigned dim) {
  if (op.getIteratorTypesArray()[dim] != utils::IteratorType::parallel)
    return false;
  AffineExpr number = getAffineDimExpr(dim, op.getContext());
  return llvm::all_of(op.getDpsInitsMutable(), [&](OpOperand &init) {
    return llvm::is_contained(op.getMatchingIndexingMap(&init).getResults(),
                              number);
  });
}

namespace {
/// The loops of one op in a thread, and what they do.
class LoopsInThread {
public:
  LoopsInThread(linalg::LinalgOp op, ArrayRef<Range> ranges)
      : op(op), ranges(ranges), numbers(ranges.size()) {
    for (unsigned dim = 0; dim < ranges.size(); ++dim)
      (isDistributable(op, dim) ? distributed : sequential).push_back(dim);
  }

  ArrayRef<unsigned> getDistributed() const { return distributed; }

  /// The iterations in which the distributed dimensions have these numbers.
  void build(ImplicitLocOpBuilder &b, ValueRange numbersOfThread) {
    for (auto [dim, number] : llvm::zip(distributed, numbersOfThread))
      numbers[dim] = number;
    SmallVector<Value> carried;
    for (OpOperand &init : op.getDpsInitsMutable())
      if (isCarried(init))
        carried.push_back(load(b, init));
    SmallVector<Value> results = buildLoops(b, sequential, carried);
    unsigned next = 0;
    for (OpOperand &init : op.getDpsInitsMutable())
      if (isCarried(init))
        store(b, results[next++], init);
  }

private:
  /// Whether all iterations of a thread write to the same element, which stays
  /// in a register.
  bool isCarried(OpOperand &init) {
    AffineMap map = op.getMatchingIndexingMap(&init);
    return !sequential.empty() && llvm::none_of(sequential, [&](unsigned dim) {
      return map.isFunctionOfDim(dim);
    });
  }

  SmallVector<Value> getPlace(ImplicitLocOpBuilder &b, OpOperand &operand) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    SmallVector<OpFoldResult> operands(numbers.begin(), numbers.end());
    return getValueOrCreateConstantIndexOp(
        b, b.getLoc(),
        affine::makeComposedFoldedMultiResultAffineApply(b, b.getLoc(), map,
                                                         operands));
  }

  Value load(ImplicitLocOpBuilder &b, OpOperand &operand) {
    if (!isa<MemRefType>(operand.get().getType()))
      return operand.get();
    return memref::LoadOp::create(b, operand.get(), getPlace(b, operand));
  }

  void store(ImplicitLocOpBuilder &b, Value value, OpOperand &init) {
    memref::StoreOp::create(b, value, init.get(), getPlace(b, init));
  }

  /// Returns what becomes of `carried`.
  SmallVector<Value> buildLoops(ImplicitLocOpBuilder &b,
                                ArrayRef<unsigned> dims, ValueRange carried) {
    if (dims.empty())
      return buildIteration(b, carried);
    auto asValue = [&](OpFoldResult bound) {
      return getValueOrCreateConstantIndexOp(b, b.getLoc(), bound);
    };
    const Range &range = ranges[dims.front()];
    Value lower = asValue(range.offset);
    Value upper = asValue(range.size);
    Value step = asValue(range.stride);
    auto loop = scf::ForOp::create(
        b, lower, upper, step, carried,
        [&](OpBuilder &nested, Location loc, Value number, ValueRange values) {
          ImplicitLocOpBuilder inside(loc, nested);
          numbers[dims.front()] = number;
          scf::YieldOp::create(inside,
                               buildLoops(inside, dims.drop_front(), values));
        });
    return loop.getResults();
  }

  SmallVector<Value> buildIteration(ImplicitLocOpBuilder &b,
                                    ValueRange carried) {
    Block *body = op.getBlock();
    IRMapping mapping;
    unsigned next = 0;
    for (OpOperand &operand : op->getOpOperands()) {
      BlockArgument argument = op.getMatchingBlockArgument(&operand);
      if (op.isDpsInit(&operand) && isCarried(operand))
        mapping.map(argument, carried[next++]);
      else if (!argument.use_empty())
        mapping.map(argument, load(b, operand));
    }
    for (Operation &inner : body->without_terminator())
      if (auto index = dyn_cast<linalg::IndexOp>(inner))
        mapping.map(index.getResult(), numbers[index.getDim()]);
      else
        b.clone(inner, mapping);
    SmallVector<Value> results;
    for (auto [init, yielded] : llvm::zip(
             op.getDpsInitsMutable(), body->getTerminator()->getOperands())) {
      Value value = mapping.lookupOrDefault(yielded);
      if (isCarried(init))
        results.push_back(value);
      else
        store(b, value, init);
    }
    return results;
  }

  linalg::LinalgOp op;
  ArrayRef<Range> ranges;
  SmallVector<Value> numbers;
  SmallVector<unsigned> distributed, sequential;
};
} // namespace

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

static void mapToKernel(linalg::LinalgOp op) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  SmallVector<Range> ranges = op.createLoopRanges(b, b.getLoc());
  LoopsInThread loops(op, ranges);
  SmallVector<OpFoldResult> sizes;
  AffineExpr product = b.getAffineConstantExpr(1);
  for (auto [i, dim] : llvm::enumerate(loops.getDistributed())) {
    sizes.push_back(ranges[dim].size);
    product = product * b.getAffineSymbolExpr(i);
  }
  auto compute = [&](AffineExpr expr) {
    return getValueOrCreateConstantIndexOp(
        b, b.getLoc(),
        affine::makeComposedFoldedAffineApply(
            b, b.getLoc(), AffineMap::get(0, sizes.size(), expr), sizes));
  };
  if (sizes.empty()) {
    gpu::LaunchOp launch = createLaunch(b, op, 1);
    loops.build(b, {});
    flattenOperands(launch);
    op.erase();
    return;
  }
  Value elements = compute(product);
  Value blocks = compute(product.ceilDiv(kThreads));
  gpu::LaunchOp launch = createLaunch(b, op, kThreads, blocks);
  Value first = arith::MulIOp::create(
      b, launch.getBlockIds().x, arith::ConstantIndexOp::create(b, kThreads));
  Value number = arith::AddIOp::create(b, first, launch.getThreadIds().x);
  Value isElement =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ult, number, elements);
  auto guard = scf::IfOp::create(b, isElement);
  b.setInsertionPointToStart(guard.thenBlock());
  SmallVector<Value> numbers{number};
  if (sizes.size() > 1)
    numbers = affine::AffineDelinearizeIndexOp::create(b, number, sizes)
                  .getMultiIndex();
  loops.build(b, numbers);
  flattenOperands(launch);
  op.erase();
}

/// What the host knows is stored by a kernel: nobody waits for it.
static void mapToKernel(memref::StoreOp op) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  gpu::LaunchOp launch = createLaunch(b, op, 1);
  b.clone(*op);
  flattenOperands(launch);
  op.erase();
}

namespace {
struct MapToKernels : sg::impl::MapToKernelsBase<MapToKernels> {
  void runOnOperation() override {
    SmallVector<Operation *> ops;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<gpu::LaunchOp, gpu::GPUModuleOp>(op))
        return WalkResult::skip();
      if (isa<memref::StoreOp, memref::CopyOp>(op))
        ops.push_back(op);
      if (!isa<linalg::LinalgOp>(op))
        return WalkResult::advance();
      ops.push_back(op);
      return WalkResult::skip();
    });
    for (Operation *op : ops) {
      if (auto copy = dyn_cast<memref::CopyOp>(op)) {
        OpBuilder b(copy);
        op = linalg::makeMemRefCopyOp(b, copy.getLoc(), copy.getSource(),
                                      copy.getTarget());
        copy.erase();
      }
      if (auto store = dyn_cast<memref::StoreOp>(op))
        mapToKernel(store);
      else
        mapToKernel(cast<linalg::LinalgOp>(op));
    }
  }
};
} // namespace
