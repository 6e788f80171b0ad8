//===- MicroKernel.cpp - Loops over register tiles ------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MicroKernel.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace sg;

/// Alignment in bytes: one cache line.
static constexpr int64_t kAlignment = 64;

MicroKernel::MicroKernel(linalg::LinalgOp op, const TileDims &dims,
                         const CacheBlocking &blocking, Value initialValue,
                         const EpilogueFusion &consumers)
    : op(op), initialValue(initialValue), dims(dims), blocking(blocking),
      consumers(consumers), b(op.getLoc(), op),
      element(getElementTypeOrSelf(op.getDpsInits().front())),
      indices(op.getNumLoops()) {
  for (Range range : op.createLoopRanges(b, b.getLoc()))
    sizes.push_back(getValueOrCreateConstantIndexOp(b, b.getLoc(), range.size));
}

Value MicroKernel::constant(int64_t value) {
  return arith::ConstantIndexOp::create(b, value);
}

Value MicroKernel::roundDown(Value size, int64_t step) {
  Value rest = b.createOrFold<arith::RemUIOp>(size, constant(step));
  return b.createOrFold<arith::SubIOp>(size, rest);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Emits a loop from `lower` to `upper`. `body` receives the induction
/// variable.
void MicroKernel::emitLoop(Value lower, Value upper, int64_t step,
                           function_ref<void(Value)> body) {
  auto forOp = scf::ForOp::create(b, lower, upper, constant(step));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(forOp.getBody());
  body(forOp.getInductionVar());
}

void MicroKernel::emitLoops(ArrayRef<unsigned> loops, Body body) {
  if (loops.empty())
    return body();
  auto [lower, upper] = getBounds(loops.front());
  emitLoop(lower, upper, 1, [&](Value index) {
    indices[loops.front()] = index;
    emitLoops(loops.drop_front(), body);
  });
}

/// Returns the bounds of a row loop, restricted to the current block if the
/// loop is divided into blocks.
std::pair<Value, Value> MicroKernel::getBounds(unsigned dim) {
  if (dim == blocking.blockedRow)
    return {cast<Value>(rowRange.offset), cast<Value>(rowRange.size)};
  return {constant(0), sizes[dim]};
}

/// Emits a loop over the blocks of `dim`, or only `body` if `dim` is not
/// divided. Sets `range.offset` to the block's lower bound and `range.size` to
/// the upper bound.
void MicroKernel::emitBlocks(std::optional<unsigned> dim, int64_t block,
                             Range &range, Body body) {
  range.offset = constant(0);
  range.size = dim ? sizes[*dim] : constant(1);
  if (!block)
    return body();
  Value size = sizes[*dim];
  // If k is empty, one iteration stores the initial value.
  Value end = size;
  if (initialValue && &range == &rangeK)
    end = b.createOrFold<arith::MaxSIOp>(size, constant(1));
  emitLoop(constant(0), end, block, [&](Value first) {
    Value end = b.createOrFold<arith::AddIOp>(first, constant(block));
    range.offset = first;
    range.size = b.createOrFold<arith::MinSIOp>(end, size);
    body();
  });
}

void MicroKernel::emitBlocksAlongK(Body body) {
  std::optional<unsigned> first;
  if (!blocking.insideK.empty())
    first = blocking.insideK.front();
  emitLoops(dims.n, [&] {
    emitLoops(blocking.outsideK,
              [&] { emitBlocks(first, blocking.blockK, rangeK, body); });
  });
}

void MicroKernel::emitRowBlocks(Body body) {
  emitLoops(blocking.outsideRows, [&] {
    emitBlocks(blocking.blockedRow, blocking.rowBlock, rowRange, body);
  });
}

Value MicroKernel::allocate(ArrayRef<int64_t> shape) {
  return memref::AllocOp::create(b, MemRefType::get(shape, element),
                                 b.getI64IntegerAttr(kAlignment));
}

void MicroKernel::run() {
  if (blocking.packedK) {
    // A transposed panel is stored in full vectors along k.
    int64_t sizeK =
        blocking.packedK + (dims.isTransposed ? blocking.lanes - 1 : 0);
    int64_t width = blocking.vectors * blocking.lanes;
    SmallVector<int64_t> shape{sizeK, width};
    if (isPackedOnce())
      shape.insert(
          shape.begin(),
          llvm::divideCeil(op.getStaticLoopRanges()[dims.column], width));
    panel = allocate(shape);
  }
  allocateBlock();
  auto compute = [&] {
    packBlock();
    emitColumns([&](int64_t width, Value mask) {
      if (panel && !isPackedOnce())
        pack(width, mask);
      emitLoops(blocking.insideRows, [&] { emitRowTiles(width, mask); });
    });
  };
  emitLoops(dims.batch, [&] {
    if (blocking.areRowBlocksOutside)
      emitRowBlocks([&] { emitBlocksAlongK(compute); });
    else
      emitBlocksAlongK([&] {
        if (isPackedOnce())
          emitColumns([&](int64_t width, Value mask) { pack(width, mask); });
        emitRowBlocks(compute);
      });
  });
  if (panel)
    memref::DeallocOp::create(b, panel);
  if (block)
    memref::DeallocOp::create(b, block);
  op.erase();
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

void MicroKernel::emitColumns(ColumnBody body) {
  Value first = constant(0);
  if (dims.isAlongK) {
    first = emitColumnTiles(blocking.columns, first, /*isMasked=*/false, body);
    emitColumnTiles(blocking.columns, first, /*isMasked=*/true, body);
    return;
  }
  if (blocking.vectors > 2)
    first = emitColumnTiles(blocking.vectors * blocking.lanes, first,
                            /*isMasked=*/false, body);
  first = emitColumnTiles(2 * blocking.lanes, first, /*isMasked=*/false, body);
  emitColumnTiles(blocking.lanes, first, /*isMasked=*/true, body);
}

/// Emits a loop over tiles of `width` columns, beginning at `first`. Returns
/// the first column that no tile covers.
Value MicroKernel::emitColumnTiles(int64_t width, Value first, bool isMasked,
                                   ColumnBody body) {
  Value size = sizes[dims.column];
  Value end = isMasked ? size : roundDown(size, width);
  std::optional<int64_t> from = getConstantIntValue(first);
  if (from && from == getConstantIntValue(end))
    return end;
  emitLoop(first, end, width, [&](Value column) {
    indices[dims.column] = column;
    Value mask;
    if (isMasked) {
      Value remaining = arith::SubIOp::create(b, size, column);
      mask = vector::CreateMaskOp::create(
          b, VectorType::get(width, b.getI1Type()), remaining);
    }
    body(width, mask);
  });
  return end;
}

/// Emits tiles for the rows of the block. If the number of rows is known, one
/// smaller tile computes the tail. Otherwise tiles of kMinRows rows compute the
/// tail, and the last of these tiles repeats the last row.
void MicroKernel::emitRowTiles(int64_t width, Value mask) {
  if (!dims.row)
    return emitTile(1, width, mask);
  Value first = getBounds(*dims.row).first, end = getBounds(*dims.row).second;
  auto tiles = [&](Value until, int64_t count) {
    emitLoop(first, until, count, [&](Value row) {
      indices[*dims.row] = row;
      emitTile(count, width, mask);
    });
    first = until;
  };
  Value rowCount = b.createOrFold<arith::SubIOp>(end, first);
  tiles(
      b.createOrFold<arith::AddIOp>(first, roundDown(rowCount, blocking.rows)),
      blocking.rows);
  std::optional<int64_t> size = getConstantIntValue(sizes[*dims.row]);
  if (!size) {
    lastRow = b.createOrFold<arith::SubIOp>(end, constant(1));
    tiles(end, kMinRows);
    lastRow = Value();
  } else if (int64_t tailRows = *size % blocking.rows) {
    tiles(end, tailRows);
  }
}

/// Calls `body` for each row of the tile, with the row's index set.
void MicroKernel::forEachRow(int64_t count, function_ref<void(int64_t)> body) {
  if (!dims.row)
    return body(0);
  firstRow = indices[*dims.row];
  for (int64_t i = 0; i < count; ++i) {
    rowInTile = b.getIndexAttr(i);
    if (i > 0) {
      Value row = b.createOrFold<arith::AddIOp>(firstRow, constant(i));
      if (lastRow) {
        row = b.createOrFold<arith::MinSIOp>(row, lastRow);
        rowInTile = b.createOrFold<arith::SubIOp>(row, firstRow);
      }
      indices[*dims.row] = row;
    }
    body(i);
  }
  indices[*dims.row] = firstRow;
}

/// Emits a test that the current block of k is the last (`isLast`) or the first
/// block. Returns null if there is only one block.
Value MicroKernel::createIsFirstOrLastBlock(bool isLast) {
  Value condition;
  auto require = [&](Value index, Value other) {
    Value isSame =
        arith::CmpIOp::create(b, arith::CmpIPredicate::eq, index, other);
    condition =
        condition ? arith::AndIOp::create(b, condition, isSame) : isSame;
  };
  for (unsigned loop : blocking.outsideK)
    require(indices[loop],
            isLast ? b.createOrFold<arith::SubIOp>(sizes[loop], constant(1))
                   : constant(0));
  if (blocking.blockK && isLast)
    require(cast<Value>(rangeK.size), sizes[blocking.insideK.front()]);
  else if (blocking.blockK)
    require(cast<Value>(rangeK.offset), constant(0));
  return condition;
}

/// Returns the accumulators of each row at the start of the block of k.
SmallVector<Value>
MicroKernel::initializeAccumulators(int64_t count, int64_t width, Value mask) {
  auto load = [&] {
    SmallVector<Value> sums;
    forEachRow(count, [&](int64_t) {
      sums.push_back(loadVector(consumers.sums, width, mask));
    });
    return sums;
  };
  if (!initialValue)
    return load();
  Value initialVector = vector::BroadcastOp::create(
      b, VectorType::get(width, element), initialValue);
  SmallVector<Value> sums(count, initialVector);
  Value isFirst = createIsFirstOrLastBlock(/*isLast=*/false);
  if (!isFirst)
    return sums;
  auto branch = scf::IfOp::create(b, ValueRange(sums).getTypes(), isFirst,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(b, sums);
  b.setInsertionPointToStart(branch.elseBlock());
  SmallVector<Value> loaded = load();
  scf::YieldOp::create(b, loaded);
  return SmallVector<Value>(branch.getResults());
}

void MicroKernel::emitTile(int64_t count, int64_t width, Value mask) {
  SmallVector<Value> sums = initializeAccumulators(count, width, mask);
  if (dims.isAlongK)
    return storeTile(sumAlongK(count, width, mask, sums), width, mask);
  sums = emitLoopsAlongK(blocking.insideK, sums, [&](ValueRange running) {
    return multiplyAdd(count, width, mask, running);
  });
  storeTile(sums, width, mask);
}

/// Disables runtime unrolling of `emitLoop` in LLVM. One iteration already has
/// enough independent accumulators, and unrolled copies would dominate the
/// compile time.
static void disableUnrolling(scf::ForOp loop) {
  MLIRContext *context = loop.getContext();
  auto unroll = LLVM::LoopUnrollAttr::get(
      context, {}, {}, /*runtimeDisable=*/BoolAttr::get(context, true), {}, {},
      {}, {});
  loop->setAttr("loop_annotation", LLVM::LoopAnnotationAttr::get(
                                       context, {}, {}, {}, unroll, {}, {}, {},
                                       {}, {}, {}, {}, {}, {}, {}, {}));
}

/// Returns the bounds of an inner k loop, restricted to the current block if
/// the loop is divided into blocks.
std::pair<Value, Value> MicroKernel::getBoundsAlongK(unsigned dim) {
  if (dim == blocking.insideK.front())
    return {cast<Value>(rangeK.offset), cast<Value>(rangeK.size)};
  return {constant(0), sizes[dim]};
}

/// Emits loops over `loops`, restricted to the block of k, that carry the
/// accumulators `sums`. The last loop has step `lastStep`.
SmallVector<Value>
MicroKernel::emitLoopsAlongK(ArrayRef<unsigned> loops, ValueRange sums,
                             function_ref<SmallVector<Value>(ValueRange)> body,
                             int64_t lastStep) {
  if (loops.empty())
    return body(sums);
  auto [lower, upper] = getBoundsAlongK(loops.front());
  Value step = constant(loops.size() == 1 ? lastStep : 1);
  auto forOp = scf::ForOp::create(b, lower, upper, step, sums);
  if (loops.size() == 1)
    disableUnrolling(forOp);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(forOp.getBody());
  indices[loops.front()] = forOp.getInductionVar();
  SmallVector<Value> running(forOp.getRegionIterArgs());
  SmallVector<Value> next =
      emitLoopsAlongK(loops.drop_front(), running, body, lastStep);
  if (!next.empty())
    scf::YieldOp::create(b, next);
  return SmallVector<Value>(forOp.getResults());
}
