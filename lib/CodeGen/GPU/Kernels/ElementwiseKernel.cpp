//===- ElementwiseKernel.cpp - Vectorized elementwise kernels -------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementwiseKernel.h"
#include "ThreadLoops.h"
#include "VectorizedAccess.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "sg/CodeGen/GPU/Kernels/Kernels.h"
#include "llvm/Support/DebugLog.h"
#include "llvm/Support/MathExtras.h"

#define DEBUG_TYPE "sg-map-to-kernels"

using namespace mlir;
using namespace sg;

namespace {
/// Builds the iterations of one op that a thread executes.
class ThreadOp {
public:
  /// Builds the loop ranges and collapsed memrefs outside of the kernel.
  ThreadOp(ImplicitLocOpBuilder &b, const WideOp &wide, unsigned alignment);

  /// Sets the indices of the loops that are not collapsed.
  void setIndices(ValueRange outer);
  /// Computes `count` contiguous elements, starting at `first`.
  void build(ImplicitLocOpBuilder &b, Value first, int64_t count);

  WideOp wide;
  SmallVector<Range> ranges;

private:
  SmallVector<Value> getIndices(ImplicitLocOpBuilder &b, unsigned operand,
                                Value iteration);
  Value load(ImplicitLocOpBuilder &b, unsigned operand, Value iteration);
  Value loadElements(ImplicitLocOpBuilder &b, unsigned operand, Value first,
                     int64_t count);
  void storeElements(ImplicitLocOpBuilder &b, ValueRange values,
                     unsigned operand, Value first);
  bool isRead(unsigned operand) {
    return wide.op.payloadUsesValueFromOperand(wide.accesses[operand].operand);
  }
  llvm::MaybeAlign getAlignment(unsigned operand, int64_t count) const {
    return llvm::MaybeAlign(std::min<int64_t>(
        alignment, count * wide.accesses[operand].getElementBytes()));
  }

  unsigned alignment;
  /// The operands, with the collapsed dimensions merged into one.
  SmallVector<Value> memory;
  /// The indices of all loops. The indices of collapsed loops are set only if
  /// the body reads them.
  SmallVector<Value> loopIndices;
};

/// Builds the kernel of a group of elementwise ops.
class ElementwiseKernel {
public:
  ElementwiseKernel(const FusionGroup &group, unsigned alignment)
      : wideOps(findWideOps(group)), alignment(alignment) {
    if (!wideOps.empty())
      width = chooseWidth(wideOps, alignment);
  }

  bool isVectorized() const { return width > 1; }
  void build();

private:
  void buildThread(ImplicitLocOpBuilder &b, Value thread, Value vectorsPerRow,
                   Value count);

  std::vector<WideOp> wideOps;
  unsigned alignment;
  int64_t width = 1;
  SmallVector<ThreadOp, 0> ops;
};
} // namespace

//===----------------------------------------------------------------------===//
// One op
//===----------------------------------------------------------------------===//

/// Collapses the last `count` dimensions of `memory` into one of stride 1. If
/// the last size is dynamic, the type of the collapsed view has a dynamic
/// stride. A cast to stride 1 is correct, because dimensions of more than one
/// element have no gaps.
static Value collapse(ImplicitLocOpBuilder &b, Value memory, int64_t count) {
  auto type = cast<MemRefType>(memory.getType());
  memory = memref::CollapseShapeOp::create(
      b, memory, collapseFrom(type, type.getRank() - count));
  type = cast<MemRefType>(memory.getType());
  auto [strides, offset] = type.getStridesAndOffset();
  if (strides.back() == 1)
    return memory;
  strides.back() = 1;
  MemRefType contiguousType = MemRefType::Builder(type).setLayout(
      StridedLayoutAttr::get(b.getContext(), offset, strides));
  return memref::CastOp::create(b, contiguousType, memory);
}

ThreadOp::ThreadOp(ImplicitLocOpBuilder &b, const WideOp &wideOp,
                   unsigned alignment)
    : wide(wideOp), alignment(alignment), loopIndices(wide.op.getNumLoops()) {
  ranges = wide.op.createLoopRanges(b, b.getLoc());
  for (WideAccess &access : wide.accesses) {
    Value collapsed = access.operand->get();
    if (access.isContiguous && wide.collapsedLoops.size() > 1)
      collapsed = collapse(b, collapsed, wide.collapsedLoops.size());
    memory.push_back(collapsed);
  }
}

void ThreadOp::setIndices(ValueRange outer) {
  for (auto [loop, index] : llvm::zip_equal(wide.outerLoops, outer))
    loopIndices[loop] = index;
}

/// Returns the indices of the element for `iteration` of the collapsed loops.
SmallVector<Value> ThreadOp::getIndices(ImplicitLocOpBuilder &b,
                                        unsigned operand, Value iteration) {
  WideAccess &access = wide.accesses[operand];
  AffineMap map = wide.op.getMatchingIndexingMap(access.operand);
  if (access.isContiguous)
    map = map.getSliceMap(0, map.getNumResults() - wide.collapsedLoops.size());
  SmallVector<OpFoldResult> operands(loopIndices.size(), b.getIndexAttr(0));
  for (unsigned loop : wide.outerLoops)
    operands[loop] = loopIndices[loop];
  SmallVector<Value> indices = getValueOrCreateConstantIndexOp(
      b, b.getLoc(),
      affine::makeComposedFoldedMultiResultAffineApply(b, b.getLoc(), map,
                                                       operands));
  if (access.isContiguous)
    indices.push_back(iteration);
  return indices;
}

Value ThreadOp::load(ImplicitLocOpBuilder &b, unsigned operand,
                     Value iteration) {
  if (!isa<MemRefType>(memory[operand].getType()))
    return memory[operand];
  return memref::LoadOp::create(b, memory[operand],
                                getIndices(b, operand, iteration));
}

/// Loads the elements of the thread as a vector, or as a scalar if all
/// iterations read the same element. Returns null if the elements are not read
/// or must be loaded one by one.
Value ThreadOp::loadElements(ImplicitLocOpBuilder &b, unsigned operand,
                             Value first, int64_t count) {
  WideAccess &access = wide.accesses[operand];
  if (!isRead(operand))
    return {};
  if (!access.isContiguous)
    return load(b, operand, first);
  if (count == 1 || !access.isVector())
    return {};
  return vector::LoadOp::create(b, VectorType::get(count, access.getElement()),
                                memory[operand], getIndices(b, operand, first),
                                /*nontemporal=*/false,
                                getAlignment(operand, count));
}

void ThreadOp::storeElements(ImplicitLocOpBuilder &b, ValueRange values,
                             unsigned operand, Value first) {
  WideAccess &access = wide.accesses[operand];
  SmallVector<Value> indices = getIndices(b, operand, first);
  int64_t count = values.size();
  if (count > 1 && access.isVector()) {
    Value all = vector::FromElementsOp::create(
        b, VectorType::get(count, access.getElement()), values);
    vector::StoreOp::create(b, all, memory[operand], indices,
                            /*nontemporal=*/false,
                            getAlignment(operand, count));
    return;
  }
  for (auto [i, value] : llvm::enumerate(values)) {
    Value offset = arith::ConstantIndexOp::create(b, i);
    indices.back() = b.createOrFold<arith::AddIOp>(first, offset);
    memref::StoreOp::create(b, value, memory[operand], indices);
  }
}

void ThreadOp::build(ImplicitLocOpBuilder &b, Value first, int64_t count) {
  b.setLoc(wide.op.getLoc());
  unsigned numOperands = wide.accesses.size();
  SmallVector<Value> loaded;
  bool needsIteration = wide.op.hasIndexSemantics();
  for (unsigned i = 0; i < numOperands; ++i) {
    loaded.push_back(loadElements(b, i, first, count));
    needsIteration |= isRead(i) && !loaded.back();
  }
  SmallVector<SmallVector<Value>> results(wide.op.getNumDpsInits());
  for (int64_t element = 0; element < count; ++element) {
    Value iteration = first;
    if (element > 0 && needsIteration)
      iteration = arith::AddIOp::create(
          b, first, arith::ConstantIndexOp::create(b, element));
    IRMapping mapping;
    for (unsigned i = 0; i < numOperands; ++i) {
      if (!isRead(i))
        continue;
      Value value = loaded[i] ? loaded[i] : load(b, i, iteration);
      if (loaded[i] && wide.accesses[i].isContiguous)
        value = vector::ExtractOp::create(b, value, element);
      mapping.map(wide.op.getMatchingBlockArgument(wide.accesses[i].operand),
                  value);
    }
    if (wide.op.hasIndexSemantics())
      for (auto [loop, index] : llvm::zip_equal(
               wide.collapsedLoops,
               buildIndices(b, iteration, ranges, wide.collapsedLoops)))
        loopIndices[loop] = index;
    SmallVector<Value> yielded = cloneBody(b, wide.op, mapping, loopIndices);
    for (auto [values, value] : llvm::zip_equal(results, yielded))
      values.push_back(value);
  }
  for (auto [i, values] : llvm::enumerate(results))
    storeElements(b, values, numOperands - results.size() + i, first);
}

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

/// Builds the work of the thread with the linear index `thread`. A row has
/// `count` elements, in `vectorsPerRow` vectors of `width` elements.
void ElementwiseKernel::buildThread(ImplicitLocOpBuilder &b, Value thread,
                                    Value vectorsPerRow, Value count) {
  SmallVector<OpFoldResult> sizes;
  for (unsigned loop : ops.front().wide.outerLoops)
    sizes.push_back(ops.front().ranges[loop].size);
  SmallVector<Value> indices{thread};
  if (!sizes.empty()) {
    sizes.push_back(getAsOpFoldResult(vectorsPerRow));
    indices = affine::AffineDelinearizeIndexOp::create(b, thread, sizes)
                  .getMultiIndex();
  }
  Value vectorIndex = indices.pop_back_val();
  Value vectorWidth = arith::ConstantIndexOp::create(b, width);
  Value first = arith::MulIOp::create(b, vectorIndex, vectorWidth);
  for (ThreadOp &op : ops)
    op.setIndices(indices);
  auto buildOps = [&](Value first, int64_t count) {
    for (ThreadOp &op : ops)
      op.build(b, first, count);
  };
  std::optional<int64_t> constantCount = getConstantIntValue(count);
  if (constantCount && *constantCount % width == 0)
    return buildOps(first, width);
  Value end = arith::AddIOp::create(b, first, vectorWidth);
  Value isFullVector =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ule, end, count);
  auto ifOp = scf::IfOp::create(b, isFullVector, /*withElseRegion=*/true);
  b.setInsertionPointToStart(ifOp.thenBlock());
  buildOps(first, width);
  b.setInsertionPointToStart(ifOp.elseBlock());
  Value one = arith::ConstantIndexOp::create(b, 1);
  auto tail = scf::ForOp::create(b, first, count, one);
  b.setInsertionPointToStart(tail.getBody());
  buildOps(tail.getInductionVar(), 1);
}

void ElementwiseKernel::build() {
  ImplicitLocOpBuilder b(wideOps.front().op.getLoc(), wideOps.back().op);
  auto apply = [&](AffineExpr expr, ArrayRef<OpFoldResult> operands) {
    return getValueOrCreateConstantIndexOp(
        b, b.getLoc(),
        affine::makeComposedFoldedAffineApply(
            b, b.getLoc(), AffineMap::get(0, operands.size(), expr), operands));
  };
  for (WideOp &op : wideOps)
    ops.emplace_back(b, op, alignment);
  ThreadOp &first = ops.front();
  Value count = buildCount(b, first.ranges, first.wide.collapsedLoops);
  Value rows = buildCount(b, first.ranges, first.wide.outerLoops);
  AffineExpr size = b.getAffineSymbolExpr(0), other = b.getAffineSymbolExpr(1);
  Value vectorsPerRow = apply(size.ceilDiv(width), getAsOpFoldResult(count));
  Value total = apply(size * other, {getAsOpFoldResult(rows),
                                     getAsOpFoldResult(vectorsPerRow)});
  int64_t threads = kThreads;
  if (std::optional<int64_t> constantTotal = getConstantIntValue(total))
    threads = std::clamp<int64_t>(llvm::alignTo(*constantTotal, kWarpSize),
                                  kWarpSize, kThreads);
  Value blocks = apply(size.ceilDiv(threads), getAsOpFoldResult(total));
  gpu::LaunchOp launch = createLaunch(b, first.wide.op, threads, blocks);
  LDBG() << "one kernel, vectors of " << width << ": the " << ops.size()
         << " ops from " << first.wide.op->getName() << " at "
         << first.wide.op.getLoc();
  Value firstThread = arith::MulIOp::create(
      b, launch.getBlockIds().x, arith::ConstantIndexOp::create(b, threads));
  Value thread = arith::AddIOp::create(b, firstThread, launch.getThreadIds().x);
  Value hasWork =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ult, thread, total);
  auto guard = scf::IfOp::create(b, hasWork);
  b.setInsertionPointToStart(guard.thenBlock());
  buildThread(b, thread, vectorsPerRow, count);
  for (WideOp &op : wideOps)
    op.op.erase();
}

bool sg::buildElementwiseKernel(const FusionGroup &group, unsigned alignment) {
  ElementwiseKernel kernel(group, alignment);
  if (!kernel.isVectorized())
    return false;
  kernel.build();
  return true;
}
