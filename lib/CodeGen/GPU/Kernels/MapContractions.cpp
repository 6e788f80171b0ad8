//===- MapContractions.cpp - Contractions as kernels ----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block of threads computes a tile of the result. It walks along the k
// dimension with tiles of both operands in shared memory, and each thread keeps
// some of the sums in registers. This is how CUTLASS does it (A. Kerr,
// D. Merrill, J. Demouth, J. Tran, "CUTLASS: Fast Linear Algebra in CUDA C++",
// 2017).
//
//===----------------------------------------------------------------------===//

#include "ContractionLoads.h"
#include "ContractionProducts.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "sg/CodeGen/GPU/Kernels/Kernels.h"
#include "sg/CodeGen/GPU/Kernels/Passes.h"

using namespace mlir;
using namespace sg;

namespace sg {
#define GEN_PASS_DEF_MAPCONTRACTIONS
#include "sg/CodeGen/GPU/Kernels/Passes.h.inc"
} // namespace sg

namespace {
/// The kernel of one contraction.
class ContractionKernel {
public:
  ContractionKernel(const ContractionShape &shape, const TensorCores &cores,
                    unsigned alignment)
      : shape(shape), tile(chooseTile(shape, cores)),
        b(shape.op.getLoc(), shape.op),
        left(shape, shape.left, shape.rows, tile, tile.rows, sizes, alignment),
        right(shape, shape.right, shape.columns, tile, tile.columns, sizes,
              alignment),
        registers(tile.matrixTerms ? createMatrixTile(shape, tile)
                                   : createRegisterTile(shape, tile)) {}

  void build();

private:
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  Value toValue(OpFoldResult size) {
    return getValueOrCreateConstantIndexOp(b, b.getLoc(), size);
  }
  OpFoldResult multiply(ArrayRef<OpFoldResult> factors);
  OpFoldResult countTiles(OpFoldResult size, int64_t extent);
  void computeSizes();

  SmallVector<Value> sumUp(SmallVector<Value> sums);
  void storeTiles(ValueRange elements, Value term);
  SmallVector<Value> loadTiles(Value term);

  /// A row or column of the result.
  struct Line {
    /// Of each of its loops.
    SmallVector<Value> numbers;
    /// Null: it is always there.
    Value isThere;
  };
  Line locate(Value number, Value first, const LoopGroup &group,
              OpFoldResult size, int64_t extent);
  Line locateRow(Value row) {
    return locate(row, firstRow, shape.rows, sizes.rows, tile.rows);
  }
  Line locateColumn(Value column) {
    return locate(column, firstColumn, shape.columns, sizes.columns,
                  tile.columns);
  }
  SmallVector<Value> getPlace(const Line &row, const Line &column);
  Value loadOld(const Line &row, const Line &column);
  void store(Value sum, const Line &row, const Line &column);
  Value add(Value sum, Value more);
  void addShares(ValueRange sums);
  void addToOld(ValueRange sums);

  const ContractionShape &shape;
  ContractionTile tile;
  ImplicitLocOpBuilder b;
  ContractionSizes sizes;
  TileLoader left, right;
  std::unique_ptr<ThreadTile> registers;
  Value leftMemory, rightMemory, sharedSums;
  /// The first row and column of the tile.
  Value firstRow, firstColumn;
  SmallVector<Value> batchNumbers;
  Value thread;
};
} // namespace

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

OpFoldResult ContractionKernel::multiply(ArrayRef<OpFoldResult> factors) {
  AffineExpr product = b.getAffineConstantExpr(1);
  for (unsigned i = 0; i < factors.size(); ++i)
    product = product * b.getAffineSymbolExpr(i);
  return affine::makeComposedFoldedAffineApply(
      b, b.getLoc(), AffineMap::get(0, factors.size(), product), factors);
}

OpFoldResult ContractionKernel::countTiles(OpFoldResult size, int64_t extent) {
  AffineExpr tiles = b.getAffineSymbolExpr(0).ceilDiv(extent);
  return affine::makeComposedFoldedAffineApply(
      b, b.getLoc(), AffineMap::get(0, 1, tiles), {size});
}

void ContractionKernel::computeSizes() {
  linalg::LinalgOp op = shape.op;
  for (const Range &range : op.createLoopRanges(b, b.getLoc()))
    sizes.loops.push_back(range.size);
  for (const GatheredLoop &found : shape.gathered) {
    sizes.gathered.push_back(sizes.loops[found.loop]);
    sizes.loops[found.loop] = memref::getMixedSize(
        b, b.getLoc(), shape.getResult().get(), found.dimension);
  }
  auto multiplySizes = [&](const LoopGroup &group) {
    SmallVector<OpFoldResult> factors;
    for (unsigned loop : group)
      factors.push_back(sizes.loops[loop]);
    return multiply(factors);
  };
  sizes.batches = multiplySizes(shape.batches);
  sizes.rows = multiplySizes(shape.rows);
  sizes.columns = multiplySizes(shape.columns);
  sizes.terms = multiplySizes(shape.terms);
  // Without iterations there is nothing to gather.
  for (OpFoldResult size : sizes.gathered)
    if (!getConstantIntValue(size)) {
      Value count = toValue(size);
      Value some = arith::MinUIOp::create(b, count, constant(1));
      sizes.terms = multiply({sizes.terms, some});
    }
}

//===----------------------------------------------------------------------===//
// Elements of the result
//===----------------------------------------------------------------------===//

ContractionKernel::Line ContractionKernel::locate(Value number, Value first,
                                                  const LoopGroup &group,
                                                  OpFoldResult size,
                                                  int64_t extent) {
  Line line;
  number = arith::AddIOp::create(b, first, number);
  if (!isMultiple(size, extent)) {
    line.isThere = createInside(b, number, size);
    number = clampNumber(b, number, size);
  }
  line.numbers.resize(sizes.loops.size());
  assignNumbers(b, sizes, group, number, line.numbers);
  return line;
}

SmallVector<Value> ContractionKernel::getPlace(const Line &row,
                                               const Line &column) {
  SmallVector<Value> numbers = batchNumbers;
  for (unsigned loop : shape.rows)
    numbers[loop] = row.numbers[loop];
  for (unsigned loop : shape.columns)
    numbers[loop] = column.numbers[loop];
  return sg::getPlace(b, shape, shape.getResult(), numbers);
}

/// That of the last row or column for those behind it.
Value ContractionKernel::loadOld(const Line &row, const Line &column) {
  return shape.extendSum(b, memref::LoadOp::create(b, shape.getResult().get(),
                                                   getPlace(row, column)));
}

void ContractionKernel::store(Value sum, const Line &row, const Line &column) {
  OpBuilder::InsertionGuard guard(b);
  SmallVector<Value> place = getPlace(row, column);
  Value isThere = row.isThere ? row.isThere : column.isThere;
  if (row.isThere && column.isThere)
    isThere = arith::AndIOp::create(b, row.isThere, column.isThere);
  if (isThere) {
    auto guarded = scf::IfOp::create(b, isThere);
    b.setInsertionPointToStart(guarded.thenBlock());
  }
  memref::StoreOp::create(b, shape.truncateSum(b, sum), shape.getResult().get(),
                          place);
}

Value ContractionKernel::add(Value sum, Value more) {
  if (isa<IntegerType>(sum.getType()))
    return arith::AddIOp::create(b, sum, more);
  return arith::AddFOp::create(b, sum, more);
}

/// All are loaded before the first is stored: nobody knows that it is another.
void ContractionKernel::addToOld(ValueRange sums) {
  SmallVector<Line> rows, columns;
  for (Value row : registers->getRows(b))
    rows.push_back(locateRow(row));
  for (Value column : registers->getColumns(b))
    columns.push_back(locateColumn(column));
  SmallVector<Value> added;
  for (const Line &row : rows)
    for (const Line &column : columns)
      added.push_back(add(loadOld(row, column), sums[added.size()]));
  unsigned next = 0;
  for (const Line &row : rows)
    for (const Line &column : columns)
      store(added[next++], row, column);
}

/// Threads that shared terms leave their sums to those that add them up, in the
/// order of the shares.
void ContractionKernel::addShares(ValueRange sums) {
  SmallVector<Value> rows = registers->getRows(b);
  SmallVector<Value> columns = registers->getColumns(b);
  unsigned next = 0;
  for (Value row : rows)
    for (Value column : columns)
      memref::StoreOp::create(b, sums[next++], sharedSums,
                              ValueRange{registers->getShare(), row, column});
  gpu::BarrierOp::create(b);
  int64_t threads = tile.getThreads(), elements = tile.rows * tile.columns;
  for (int64_t done = 0; done < elements; done += threads) {
    OpBuilder::InsertionGuard guard(b);
    Value number = b.createOrFold<arith::AddIOp>(thread, constant(done));
    if (elements - done < threads) {
      Value hasElement = arith::CmpIOp::create(b, arith::CmpIPredicate::ult,
                                               number, constant(elements));
      auto guarded = scf::IfOp::create(b, hasElement);
      b.setInsertionPointToStart(guarded.thenBlock());
    }
    Value row = arith::DivUIOp::create(b, number, constant(tile.columns));
    Value column = arith::RemUIOp::create(b, number, constant(tile.columns));
    Line ofRow = locateRow(row), ofColumn = locateColumn(column);
    Value sum = loadOld(ofRow, ofColumn);
    for (int64_t share = 0; share < tile.shares; ++share) {
      Value more = memref::LoadOp::create(
          b, sharedSums, ValueRange{constant(share), row, column});
      sum = add(sum, more);
    }
    store(sum, ofRow, ofColumn);
  }
}

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

SmallVector<Value> ContractionKernel::loadTiles(Value term) {
  SmallVector<Value> elements = left.load(b, term);
  llvm::append_range(elements, right.load(b, term));
  return elements;
}

/// Lets all threads see the tiles of which this one has loaded `elements`.
void ContractionKernel::storeTiles(ValueRange elements, Value term) {
  left.store(b, elements.take_front(left.getCount()), term, leftMemory);
  right.store(b, elements.drop_front(left.getCount()), term, rightMemory);
  gpu::BarrierOp::create(b);
}

/// Goes through the terms, tile by tile; the next one is loaded while this one
/// is multiplied.
SmallVector<Value> ContractionKernel::sumUp(SmallVector<Value> sums) {
  Value zero = constant(0);
  std::optional<int64_t> known = getConstantIntValue(sizes.terms);
  if (known && *known <= tile.terms) {
    storeTiles(loadTiles(zero), zero);
    return registers->multiplyAdd(b, leftMemory, rightMemory, sums);
  }
  Value terms = toValue(sizes.terms);
  SmallVector<Value> carried = sums;
  if (known) {
    llvm::append_range(carried, loadTiles(zero));
  } else {
    // Without terms there is nothing to load.
    Value hasTerms =
        arith::CmpIOp::create(b, arith::CmpIPredicate::sgt, terms, zero);
    SmallVector<Type> types(left.getCount(), left.getType());
    types.append(right.getCount(), right.getType());
    auto loaded =
        scf::IfOp::create(b, types, hasTerms, /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loaded.thenBlock());
    scf::YieldOp::create(b, loadTiles(zero));
    b.setInsertionPointToStart(loaded.elseBlock());
    SmallVector<Value> zeros;
    for (Type type : types)
      zeros.push_back(arith::ConstantOp::create(b, b.getZeroAttr(type)));
    scf::YieldOp::create(b, zeros);
    llvm::append_range(carried, loaded.getResults());
  }
  Value step = constant(tile.terms);
  auto loop = scf::ForOp::create(b, zero, terms, step, carried);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  ValueRange values = loop.getRegionIterArgs();
  storeTiles(values.drop_front(sums.size()), loop.getInductionVar());
  Value next = arith::AddIOp::create(b, loop.getInductionVar(), step);
  SmallVector<Value> elements = loadTiles(next);
  SmallVector<Value> yielded = registers->multiplyAdd(
      b, leftMemory, rightMemory, values.take_front(sums.size()));
  gpu::BarrierOp::create(b);
  llvm::append_range(yielded, elements);
  scf::YieldOp::create(b, yielded);
  return SmallVector<Value>(loop.getResults().take_front(sums.size()));
}

void ContractionKernel::build() {
  computeSizes();
  OpFoldResult rowTiles = countTiles(sizes.rows, tile.rows);
  OpFoldResult columnTiles = countTiles(sizes.columns, tile.columns);
  Value blocks = toValue(multiply({sizes.batches, rowTiles, columnTiles}));
  gpu::LaunchOp launch =
      createLaunch(b, shape.op, tile.getThreads(), blocks, "contraction");
  Location loc = b.getLoc();
  leftMemory = launch.addWorkgroupAttribution(left.getMemoryType(), loc);
  rightMemory = launch.addWorkgroupAttribution(right.getMemoryType(), loc);
  if (tile.shares > 1)
    sharedSums = launch.addWorkgroupAttribution(
        MemRefType::get({tile.shares, tile.rows, tile.columns},
                        shape.getSumType(), AffineMap(),
                        left.getMemoryType().getMemorySpace()),
        loc);

  thread = launch.getThreadIds().x;
  auto block = affine::AffineDelinearizeIndexOp::create(
      b, launch.getBlockIds().x,
      ArrayRef<OpFoldResult>{sizes.batches, rowTiles, columnTiles});
  firstRow = arith::MulIOp::create(b, block.getResult(1), constant(tile.rows));
  firstColumn =
      arith::MulIOp::create(b, block.getResult(2), constant(tile.columns));
  batchNumbers.resize(sizes.loops.size());
  assignNumbers(b, sizes, shape.batches, block.getResult(0), batchNumbers);
  left.prepare(b, thread, batchNumbers, firstRow, sizes.rows);
  right.prepare(b, thread, batchNumbers, firstColumn, sizes.columns);
  registers->prepare(b, thread);

  Value zero = arith::ConstantOp::create(b, b.getZeroAttr(shape.getSumType()));
  SmallVector<Value> sums(tile.threadRows * tile.threadColumns, zero);
  sums = sumUp(sums);
  if (tile.shares > 1)
    addShares(sums);
  else
    addToOld(sums);
  Operation *op = shape.op;
  op->erase();
}

namespace {
struct MapContractions : sg::impl::MapContractionsBase<MapContractions> {
  using MapContractionsBase::MapContractionsBase;

  void runOnOperation() override {
    TensorCores cores{tensorCores, tensorCores && tf32};
    SmallVector<linalg::LinalgOp> ops;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<gpu::LaunchOp, gpu::GPUModuleOp>(op))
        return WalkResult::skip();
      if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
        ops.push_back(linalgOp);
      return WalkResult::advance();
    });
    for (linalg::LinalgOp op : ops)
      if (std::optional<ContractionShape> shape = getContractionShape(op))
        ContractionKernel(*shape, cores, alignment).build();
  }
};
} // namespace
