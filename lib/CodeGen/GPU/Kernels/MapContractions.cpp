//===- MapContractions.cpp - Builds kernels of contractions ---------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block of threads computes a tile of the result, with tiles of both operands
// in shared memory. The block iterates over tiles along k. Each thread keeps a
// part of the accumulators in registers. CUTLASS uses the same scheme (A. Kerr,
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
#include "sg/Support/OptionChecks.h"

using namespace mlir;
using namespace sg;

namespace sg {
#define GEN_PASS_DEF_MAPCONTRACTIONS
#include "sg/CodeGen/GPU/Kernels/Passes.h.inc"
} // namespace sg

namespace {
/// Builds the kernel of one contraction.
class ContractionKernel {
public:
  ContractionKernel(const KernelContraction &contraction,
                    const TensorCores &cores, unsigned alignment)
      : contraction(contraction), tile(chooseTile(contraction, cores)),
        b(contraction.op.getLoc(), contraction.op),
        left(contraction, contraction.lhs, contraction.dims.m, tile, tile.rows,
             sizes, alignment),
        right(contraction, contraction.rhs, contraction.dims.n, tile,
              tile.columns, sizes, alignment),
        threadTile(tile.matrixK ? createMatrixTile(contraction, tile)
                                : createRegisterTile(contraction, tile)) {}

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

  SmallVector<Value> accumulate(SmallVector<Value> sums);
  void storeTiles(ValueRange elements, Value k);
  SmallVector<Value> loadTiles(Value k);

  /// A row or column of the result.
  struct Line {
    /// The index of each loop, or null if the loop is of another dimension.
    SmallVector<Value> indices;
    /// The condition that the row or column exists, or null if always true.
    Value exists;
  };
  Line locateLine(Value index, Value first, const LoopGroup &group,
                  OpFoldResult size, int64_t extent);
  Line locateRow(Value row) {
    return locateLine(row, firstRow, contraction.dims.m, sizes.m, tile.rows);
  }
  Line locateColumn(Value column) {
    return locateLine(column, firstColumn, contraction.dims.n, sizes.n,
                      tile.columns);
  }
  SmallVector<Value> getPosition(const Line &row, const Line &column);
  Value loadResult(const Line &row, const Line &column);
  void store(Value sum, const Line &row, const Line &column);
  Value add(Value sum, Value addend);
  void combineShares(ValueRange sums);
  void addToResult(ValueRange sums);

  const KernelContraction &contraction;
  ContractionTile tile;
  ImplicitLocOpBuilder b;
  ContractionSizes sizes;
  TileLoader left, right;
  std::unique_ptr<ThreadTile> threadTile;
  Value leftMemory, rightMemory, sharedSums;
  /// The first row and column of the tile.
  Value firstRow, firstColumn;
  SmallVector<Value> batchIndices;
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
  linalg::LinalgOp op = contraction.op;
  for (const Range &range : op.createLoopRanges(b, b.getLoc()))
    sizes.loops.push_back(range.size);
  for (const GatheredLoop &gather : contraction.gathered) {
    sizes.gathered.push_back(sizes.loops[gather.loop]);
    sizes.loops[gather.loop] = memref::getMixedSize(
        b, b.getLoc(), contraction.getResult().get(), gather.dimension);
  }
  auto multiplySizes = [&](const LoopGroup &group) {
    SmallVector<OpFoldResult> factors;
    for (unsigned loop : group)
      factors.push_back(sizes.loops[loop]);
    return multiply(factors);
  };
  sizes.batch = multiplySizes(contraction.dims.batch);
  sizes.m = multiplySizes(contraction.dims.m);
  sizes.n = multiplySizes(contraction.dims.n);
  sizes.k = multiplySizes(contraction.dims.k);
  // If a gathered loop has no iterations, make the k dimension empty.
  for (OpFoldResult size : sizes.gathered)
    if (!getConstantIntValue(size)) {
      Value count = toValue(size);
      Value isNonempty = arith::MinUIOp::create(b, count, constant(1));
      sizes.k = multiply({sizes.k, isNonempty});
    }
}

//===----------------------------------------------------------------------===//
// Elements of the result
//===----------------------------------------------------------------------===//

ContractionKernel::Line ContractionKernel::locateLine(Value index, Value first,
                                                      const LoopGroup &group,
                                                      OpFoldResult size,
                                                      int64_t extent) {
  Line line;
  index = arith::AddIOp::create(b, first, index);
  if (!isMultiple(size, extent)) {
    line.exists = createIsInBounds(b, index, size);
    index = clampIndex(b, index, size);
  }
  line.indices.resize(sizes.loops.size());
  assignIndices(b, sizes, group, index, line.indices);
  return line;
}

SmallVector<Value> ContractionKernel::getPosition(const Line &row,
                                                  const Line &column) {
  SmallVector<Value> indices = batchIndices;
  for (unsigned loop : contraction.dims.m)
    indices[loop] = row.indices[loop];
  for (unsigned loop : contraction.dims.n)
    indices[loop] = column.indices[loop];
  return sg::getPosition(b, contraction, contraction.getResult(), indices);
}

/// Loads an element of the result. Clamps a row or column that does not exist.
Value ContractionKernel::loadResult(const Line &row, const Line &column) {
  return contraction.extendSum(
      b, memref::LoadOp::create(b, contraction.getResult().get(),
                                getPosition(row, column)));
}

void ContractionKernel::store(Value sum, const Line &row, const Line &column) {
  OpBuilder::InsertionGuard guard(b);
  SmallVector<Value> position = getPosition(row, column);
  Value exists = row.exists ? row.exists : column.exists;
  if (row.exists && column.exists)
    exists = arith::AndIOp::create(b, row.exists, column.exists);
  if (exists) {
    auto ifOp = scf::IfOp::create(b, exists);
    b.setInsertionPointToStart(ifOp.thenBlock());
  }
  memref::StoreOp::create(b, contraction.truncateSum(b, sum),
                          contraction.getResult().get(), position);
}

Value ContractionKernel::add(Value sum, Value addend) {
  if (isa<IntegerType>(sum.getType()))
    return arith::AddIOp::create(b, sum, addend);
  return arith::AddFOp::create(b, sum, addend);
}

/// Adds the accumulators to the result. Loads all old values before the first
/// store, because the compiler cannot prove that the addresses differ.
void ContractionKernel::addToResult(ValueRange sums) {
  SmallVector<Line> rows, columns;
  for (Value row : threadTile->getRows(b))
    rows.push_back(locateRow(row));
  for (Value column : threadTile->getColumns(b))
    columns.push_back(locateColumn(column));
  SmallVector<Value> newValues;
  for (const Line &row : rows)
    for (const Line &column : columns)
      newValues.push_back(add(loadResult(row, column), sums[newValues.size()]));
  unsigned i = 0;
  for (const Line &row : rows)
    for (const Line &column : columns)
      store(newValues[i++], row, column);
}

/// Adds the partial results of threads that share the k dimension to the
/// result, in a fixed order. Exchanges partial results in shared memory.
void ContractionKernel::combineShares(ValueRange sums) {
  SmallVector<Value> rows = threadTile->getRows(b);
  SmallVector<Value> columns = threadTile->getColumns(b);
  unsigned i = 0;
  for (Value row : rows)
    for (Value column : columns)
      memref::StoreOp::create(b, sums[i++], sharedSums,
                              ValueRange{threadTile->getShare(), row, column});
  gpu::BarrierOp::create(b);
  int64_t threads = tile.countThreads(), elements = tile.rows * tile.columns;
  for (int64_t first = 0; first < elements; first += threads) {
    OpBuilder::InsertionGuard guard(b);
    Value index = b.createOrFold<arith::AddIOp>(thread, constant(first));
    if (elements - first < threads) {
      Value hasElement = arith::CmpIOp::create(b, arith::CmpIPredicate::ult,
                                               index, constant(elements));
      auto ifOp = scf::IfOp::create(b, hasElement);
      b.setInsertionPointToStart(ifOp.thenBlock());
    }
    Value row = arith::DivUIOp::create(b, index, constant(tile.columns));
    Value column = arith::RemUIOp::create(b, index, constant(tile.columns));
    Line rowLine = locateRow(row), columnLine = locateColumn(column);
    Value sum = loadResult(rowLine, columnLine);
    for (int64_t share = 0; share < tile.shares; ++share) {
      Value addend = memref::LoadOp::create(
          b, sharedSums, ValueRange{constant(share), row, column});
      sum = add(sum, addend);
    }
    store(sum, rowLine, columnLine);
  }
}

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

SmallVector<Value> ContractionKernel::loadTiles(Value k) {
  SmallVector<Value> elements = left.load(b, k);
  llvm::append_range(elements, right.load(b, k));
  return elements;
}

/// Stores this thread's loaded `elements` to shared memory. The barrier makes
/// the tiles visible to all threads.
void ContractionKernel::storeTiles(ValueRange elements, Value k) {
  left.store(b, elements.take_front(left.countValues()), k, leftMemory);
  right.store(b, elements.drop_front(left.countValues()), k, rightMemory);
  gpu::BarrierOp::create(b);
}

/// Accumulates the products of all tiles along k. Loads the next tile while the
/// current tile is multiplied.
SmallVector<Value> ContractionKernel::accumulate(SmallVector<Value> sums) {
  Value zero = constant(0);
  std::optional<int64_t> constantK = getConstantIntValue(sizes.k);
  if (constantK && *constantK <= tile.k) {
    storeTiles(loadTiles(zero), zero);
    return threadTile->multiplyAdd(b, leftMemory, rightMemory, sums);
  }
  Value sizeOfK = toValue(sizes.k);
  SmallVector<Value> carried = sums;
  if (constantK) {
    llvm::append_range(carried, loadTiles(zero));
  } else {
    // Do not load if k is empty.
    Value hasProducts =
        arith::CmpIOp::create(b, arith::CmpIPredicate::sgt, sizeOfK, zero);
    SmallVector<Type> types(left.countValues(), left.getValueType());
    types.append(right.countValues(), right.getValueType());
    auto loaded =
        scf::IfOp::create(b, types, hasProducts, /*withElseRegion=*/true);
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
  Value step = constant(tile.k);
  auto loop = scf::ForOp::create(b, zero, sizeOfK, step, carried);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  ValueRange values = loop.getRegionIterArgs();
  storeTiles(values.drop_front(sums.size()), loop.getInductionVar());
  Value next = arith::AddIOp::create(b, loop.getInductionVar(), step);
  SmallVector<Value> elements = loadTiles(next);
  SmallVector<Value> yielded = threadTile->multiplyAdd(
      b, leftMemory, rightMemory, values.take_front(sums.size()));
  gpu::BarrierOp::create(b);
  llvm::append_range(yielded, elements);
  scf::YieldOp::create(b, yielded);
  return SmallVector<Value>(loop.getResults().take_front(sums.size()));
}

void ContractionKernel::build() {
  computeSizes();
  OpFoldResult rowTiles = countTiles(sizes.m, tile.rows);
  OpFoldResult columnTiles = countTiles(sizes.n, tile.columns);
  Value blocks = toValue(multiply({sizes.batch, rowTiles, columnTiles}));
  gpu::LaunchOp launch = createLaunch(b, contraction.op, tile.countThreads(),
                                      blocks, "contraction");
  Location loc = b.getLoc();
  leftMemory = launch.addWorkgroupAttribution(left.getMemoryType(), loc);
  rightMemory = launch.addWorkgroupAttribution(right.getMemoryType(), loc);
  if (tile.shares > 1)
    sharedSums = launch.addWorkgroupAttribution(
        MemRefType::get({tile.shares, tile.rows, tile.columns},
                        contraction.getSumType(), AffineMap(),
                        left.getMemoryType().getMemorySpace()),
        loc);

  thread = launch.getThreadIds().x;
  auto block = affine::AffineDelinearizeIndexOp::create(
      b, launch.getBlockIds().x,
      ArrayRef<OpFoldResult>{sizes.batch, rowTiles, columnTiles});
  firstRow = arith::MulIOp::create(b, block.getResult(1), constant(tile.rows));
  firstColumn =
      arith::MulIOp::create(b, block.getResult(2), constant(tile.columns));
  batchIndices.resize(sizes.loops.size());
  assignIndices(b, sizes, contraction.dims.batch, block.getResult(0),
                batchIndices);
  left.prepare(b, thread, batchIndices, firstRow, sizes.m);
  right.prepare(b, thread, batchIndices, firstColumn, sizes.n);
  threadTile->prepare(b, thread);

  Value zero =
      arith::ConstantOp::create(b, b.getZeroAttr(contraction.getSumType()));
  SmallVector<Value> sums(tile.threadRows * tile.threadColumns, zero);
  sums = accumulate(sums);
  if (tile.shares > 1)
    combineShares(sums);
  else
    addToResult(sums);
  Operation *op = contraction.op;
  op->erase();
}

namespace {
struct MapContractions : sg::impl::MapContractionsBase<MapContractions> {
  using MapContractionsBase::MapContractionsBase;

  LogicalResult initialize(MLIRContext *context) override {
    return sg::checkPowerOfTwo(context, alignment, 1, 1 << 20,
                               /*allowsZero=*/true);
  }

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
      if (std::optional<KernelContraction> contraction =
              getKernelContraction(op))
        ContractionKernel(*contraction, cores, alignment).build();
  }
};
} // namespace
