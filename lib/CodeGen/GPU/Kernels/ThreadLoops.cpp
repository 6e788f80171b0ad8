//===- ThreadLoops.cpp - Loops of one thread ------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadLoops.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "sg/CodeGen/Analysis/IndexedLoops.h"

using namespace mlir;
using namespace sg;

static Value toValue(ImplicitLocOpBuilder &b, OpFoldResult bound) {
  return getValueOrCreateConstantIndexOp(b, b.getLoc(), bound);
}

Value sg::buildCount(ImplicitLocOpBuilder &b, ArrayRef<Range> ranges,
                     ArrayRef<unsigned> loops) {
  SmallVector<OpFoldResult> sizes;
  AffineExpr product = b.getAffineConstantExpr(1);
  for (auto [i, loop] : llvm::enumerate(loops)) {
    sizes.push_back(ranges[loop].size);
    product = product * b.getAffineSymbolExpr(i);
  }
  return toValue(
      b, affine::makeComposedFoldedAffineApply(
             b, b.getLoc(), AffineMap::get(0, sizes.size(), product), sizes));
}

SmallVector<Value> sg::buildIndices(ImplicitLocOpBuilder &b, Value linearIndex,
                                    ArrayRef<Range> ranges,
                                    ArrayRef<unsigned> loops) {
  SmallVector<OpFoldResult> sizes;
  for (unsigned loop : loops)
    sizes.push_back(ranges[loop].size);
  if (sizes.size() < 2)
    return SmallVector<Value>(sizes.size(), linearIndex);
  return affine::AffineDelinearizeIndexOp::create(b, linearIndex, sizes)
      .getMultiIndex();
}

SmallVector<Value> sg::cloneBody(ImplicitLocOpBuilder &b, linalg::LinalgOp op,
                                 IRMapping &mapping, ArrayRef<Value> indices) {
  Block *body = op.getBlock();
  for (Operation &inner : body->without_terminator())
    if (auto index = dyn_cast<linalg::IndexOp>(inner))
      mapping.map(index.getResult(), indices[index.getDim()]);
    else
      b.clone(inner, mapping);
  return llvm::map_to_vector(
      body->getTerminator()->getOperands(),
      [&](Value yielded) { return mapping.lookupOrDefault(yielded); });
}

/// Returns true if all iterations of a thread write the same element of `init`.
/// The element is then a loop-carried value.
bool ThreadLoops::isCarried(OpOperand &init) {
  return !sequentialLoops.empty() &&
         !isFunctionOfAny(op.getMatchingIndexingMap(&init), sequentialLoops);
}

void ThreadLoops::build(ImplicitLocOpBuilder &b, ArrayRef<unsigned> loops) {
  sequentialLoops = llvm::to_vector(loops);
  SmallVector<Value> carried;
  for (OpOperand &init : op.getDpsInitsMutable())
    if (isCarried(init))
      carried.push_back(load(b, init));
  SmallVector<Value> results = buildLoops(b, loops, carried);
  unsigned i = 0;
  for (OpOperand &init : op.getDpsInitsMutable())
    if (isCarried(init))
      store(b, results[i++], init);
}

SmallVector<Value> ThreadLoops::buildStrided(ImplicitLocOpBuilder &b,
                                             ArrayRef<unsigned> loops,
                                             Value first, Value step,
                                             ValueRange initialValues) {
  sequentialLoops = llvm::to_vector(loops);
  auto loop = scf::ForOp::create(
      b, first, buildCount(b, ranges, loops), step, initialValues,
      [&](OpBuilder &nested, Location loc, Value linearIndex,
          ValueRange carried) {
        ImplicitLocOpBuilder bodyBuilder(loc, nested);
        for (auto [loop, index] : llvm::zip(
                 loops, buildIndices(bodyBuilder, linearIndex, ranges, loops)))
          setIndex(loop, index);
        scf::YieldOp::create(bodyBuilder, buildIteration(bodyBuilder, carried));
      });
  return loop.getResults();
}

SmallVector<Value> ThreadLoops::getIndices(ImplicitLocOpBuilder &b,
                                           OpOperand &operand) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  SmallVector<OpFoldResult> operands(loopIndices.begin(), loopIndices.end());
  return getValueOrCreateConstantIndexOp(
      b, b.getLoc(),
      affine::makeComposedFoldedMultiResultAffineApply(b, b.getLoc(), map,
                                                       operands));
}

Value ThreadLoops::load(ImplicitLocOpBuilder &b, OpOperand &operand) {
  if (!isa<MemRefType>(operand.get().getType()))
    return operand.get();
  return memref::LoadOp::create(b, operand.get(), getIndices(b, operand));
}

void ThreadLoops::store(ImplicitLocOpBuilder &b, Value value, OpOperand &init) {
  memref::StoreOp::create(b, value, init.get(), getIndices(b, init));
}

/// Builds nested loops. Returns the final values of the loop-carried values.
SmallVector<Value> ThreadLoops::buildLoops(ImplicitLocOpBuilder &b,
                                           ArrayRef<unsigned> loops,
                                           ValueRange carried) {
  if (loops.empty())
    return buildIteration(b, carried);
  const Range &range = ranges[loops.front()];
  Value lower = toValue(b, range.offset);
  Value upper = toValue(b, range.size);
  Value step = toValue(b, range.stride);
  auto loop = scf::ForOp::create(
      b, lower, upper, step, carried,
      [&](OpBuilder &nested, Location loc, Value index, ValueRange values) {
        ImplicitLocOpBuilder bodyBuilder(loc, nested);
        setIndex(loops.front(), index);
        scf::YieldOp::create(
            bodyBuilder, buildLoops(bodyBuilder, loops.drop_front(), values));
      });
  return loop.getResults();
}

SmallVector<Value> ThreadLoops::buildIteration(ImplicitLocOpBuilder &b,
                                               ValueRange carried) {
  IRMapping mapping;
  unsigned nextCarried = 0;
  for (OpOperand &operand : op->getOpOperands()) {
    BlockArgument argument = op.getMatchingBlockArgument(&operand);
    if (op.isDpsInit(&operand) && isCarried(operand))
      mapping.map(argument, carried[nextCarried++]);
    else if (!argument.use_empty())
      mapping.map(argument, load(b, operand));
  }
  SmallVector<Value> yielded = cloneBody(b, op, mapping, loopIndices);
  SmallVector<Value> results;
  for (auto [init, value] : llvm::zip(op.getDpsInitsMutable(), yielded)) {
    if (isCarried(init))
      results.push_back(value);
    else
      store(b, value, init);
  }
  return results;
}
