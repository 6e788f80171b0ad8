//===- FuseRows.cpp - Ops together, some rows at a time -------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// KernelGroups says which ops have rows in common, of which each needs only its
// own. Here a loop goes over the rows, as many at a time as the nearest cache
// holds of what the ops hand to each other. What nobody else reads is only that
// large. Elementwise ops need no such loop, they become one op before.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Passes.h"
#include "JoinElementwise.h"
#include "KernelGroups.h"
#include "TileRoles.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/TilingInterface.h"

using namespace mlir;
using namespace sg;

namespace sg {
#define GEN_PASS_DEF_FUSEROWS
#include "CodeGen/Passes.h.inc"
} // namespace sg

/// What is left of a row is counted as so many elements if nobody knows.
static constexpr int64_t kUnknown = 256;

namespace {
/// Fuses a group.
class RowFusion {
public:
  RowFusion(const KernelGroup &group, int64_t elements);

  bool isWorthwhile() const { return step != 0; }
  void run();

private:
  void chooseStep(int64_t elements);
  void tile(ImplicitLocOpBuilder &b, const KernelGroup::Member &member,
            ArrayRef<OpFoldResult> firsts, OpFoldResult count);
  bool isInside(memref::AllocOp alloc);
  void shrink(memref::AllocOp alloc, Operation *loop);

  const KernelGroup &group;
  /// How many of the group's rows are loops; the last of them makes steps.
  unsigned loops = 0;
  int64_t step = 0;
  /// Memory that is the group's alone.
  SmallVector<memref::AllocOp> temporaries;
  /// Which of its dimensions the group's rows are.
  DenseMap<Value, SmallVector<unsigned>> rowsOf;
  /// Where tiled ops of the group access memory.
  DenseMap<Value, SmallVector<memref::SubViewOp>> views;
};
} // namespace

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// The most iterations of an op of the group in one of its first `rows` rows.
static int64_t countInRow(const KernelGroup &group, unsigned rows) {
  int64_t most = 1;
  for (const KernelGroup::Member &member : group.members) {
    linalg::LinalgOp op = member.op;
    int64_t count = 1;
    for (auto [loop, size] : llvm::enumerate(op.getStaticLoopRanges()))
      if (!llvm::is_contained(ArrayRef(member.rows).take_front(rows), loop))
        count = llvm::SaturatingMultiply<uint64_t>(
            count, ShapedType::isDynamic(size) ? kUnknown : size);
    most = std::max(most, count);
  }
  return most;
}

/// As few rows as possible are loops: so many elements that each step has as
/// many as `elements`, or one row.
void RowFusion::chooseStep(int64_t elements) {
  linalg::LinalgOp first = group.members.front().op;
  SmallVector<int64_t> sizes = first.getStaticLoopRanges();
  for (unsigned rows = 1; rows <= group.countRows(); ++rows) {
    int64_t inRow = countInRow(group, rows);
    if (inRow > elements && rows < group.countRows())
      continue;
    int64_t size = sizes[group.members.front().rows[rows - 1]];
    int64_t most = std::max<int64_t>(elements / std::max<int64_t>(inRow, 1), 1);
    bool isAll = !ShapedType::isDynamic(size) && size <= most;
    // All of it is near anyway.
    if (isAll && rows == 1)
      return;
    loops = rows;
    step = isAll ? size : most;
    return;
  }
}

/// Whether only the group uses the memory, and each row of it in its own
/// iteration.
bool RowFusion::isInside(memref::AllocOp alloc) {
  SmallVector<unsigned> dimensions;
  for (OpOperand &use : alloc->getUses()) {
    if (isa<memref::DeallocOp>(use.getOwner()))
      continue;
    const auto *member =
        llvm::find_if(group.members, [&](const KernelGroup::Member &member) {
          return member.op == use.getOwner();
        });
    if (member == group.members.end())
      return false;
    linalg::LinalgOp op = member->op;
    AffineMap map = op.getMatchingIndexingMap(&use);
    SmallVector<unsigned> ofRows;
    for (unsigned loop : ArrayRef(member->rows).take_front(loops)) {
      std::optional<unsigned> dimension =
          map.getResultPosition(getAffineDimExpr(loop, op.getContext()));
      if (!dimension)
        return false;
      ofRows.push_back(*dimension);
    }
    if (!dimensions.empty() && dimensions != ofRows)
      return false;
    dimensions = std::move(ofRows);
  }
  rowsOf[alloc] = dimensions;
  return true;
}

RowFusion::RowFusion(const KernelGroup &group, int64_t elements)
    : group(group) {
  if (group.members.size() < 2 || group.countRows() == 0)
    return;
  chooseStep(elements);
  if (!isWorthwhile())
    return;
  SetVector<Value> written;
  for (const KernelGroup::Member &member : group.members) {
    linalg::LinalgOp op = member.op;
    written.insert_range(op.getDpsInits());
  }
  for (Value value : written)
    if (auto alloc = value.getDefiningOp<memref::AllocOp>())
      if (isInside(alloc))
        temporaries.push_back(alloc);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// What `member` does in `count` rows from `firsts` on, where the rows before
/// the last one are one.
void RowFusion::tile(ImplicitLocOpBuilder &b, const KernelGroup::Member &member,
                     ArrayRef<OpFoldResult> firsts, OpFoldResult count) {
  linalg::LinalgOp op = member.op;
  b.setLoc(op.getLoc());
  SmallVector<OpFoldResult> offsets(op.getNumLoops(), b.getIndexAttr(0));
  SmallVector<OpFoldResult> sizes;
  for (Range range : op.createLoopRanges(b, b.getLoc()))
    sizes.push_back(range.size);
  for (unsigned row = 0; row < loops; ++row) {
    unsigned loop = member.rows[row];
    offsets[loop] = firsts[row];
    sizes[loop] = row + 1 == loops ? count : b.getIndexAttr(1);
  }
  auto tiling = cast<TilingInterface>(op.getOperation());
  FailureOr<TilingResult> tiled =
      tiling.getTiledImplementation(b, offsets, sizes);
  assert(succeeded(tiled) && "structured ops on memory can be tiled");
  for (Value operand : tiled->tiledOps.front()->getOperands())
    if (auto view = operand.getDefiningOp<memref::SubViewOp>())
      views[view.getSource()].push_back(view);
}

/// Memory for the rows of one step, used again in the next.
void RowFusion::shrink(memref::AllocOp alloc, Operation *loop) {
  ArrayRef<memref::SubViewOp> accesses = views[alloc];
  if (!llvm::all_of(alloc->getUsers(), [&](Operation *user) {
        return isa<memref::DeallocOp>(user) ||
               llvm::is_contained(accesses, user);
      }))
    return;
  const SmallVector<unsigned> &rows = rowsOf[alloc];
  SmallVector<int64_t> shape(alloc.getType().getShape());
  for (auto [i, dimension] : llvm::enumerate(rows))
    shape[dimension] = i + 1 == rows.size() ? step : 1;
  SmallVector<Value> sizes;
  unsigned next = 0;
  for (auto [dimension, size] : llvm::enumerate(alloc.getType().getShape()))
    if (ShapedType::isDynamic(size)) {
      if (ShapedType::isDynamic(shape[dimension]))
        sizes.push_back(alloc.getDynamicSizes()[next]);
      ++next;
    }
  auto type = MemRefType::get(shape, alloc.getType().getElementType());
  ImplicitLocOpBuilder b(alloc.getLoc(), loop);
  Value small =
      memref::AllocOp::create(b, type, sizes, alloc.getAlignmentAttr());
  b.setInsertionPointAfter(loop);
  memref::DeallocOp::create(b, small);
  for (memref::SubViewOp view : accesses) {
    b.setInsertionPoint(view);
    SmallVector<OpFoldResult> offsets = view.getMixedOffsets();
    for (unsigned dimension : rows)
      offsets[dimension] = b.getIndexAttr(0);
    Value inSmall = memref::SubViewOp::create(
        b, small, offsets, view.getMixedSizes(), view.getMixedStrides());
    view->replaceAllUsesWith(ValueRange(inSmall));
    view.erase();
  }
  for (Operation *user : llvm::make_early_inc_range(alloc->getUsers()))
    user->erase();
  alloc.erase();
}

void RowFusion::run() {
  linalg::LinalgOp first = group.members.front().op;
  Operation *last = group.members.back().op;
  ImplicitLocOpBuilder b(first.getLoc(), last);
  SmallVector<Range> ranges = first.createLoopRanges(b, b.getLoc());
  Operation *outermost = nullptr;
  Value zero = arith::ConstantIndexOp::create(b, 0);
  SmallVector<OpFoldResult> firsts;
  OpFoldResult count;
  for (unsigned row = 0; row < loops; ++row) {
    OpFoldResult size = ranges[group.members.front().rows[row]].size;
    int64_t inStep = row + 1 == loops ? step : 1;
    Value upper = getValueOrCreateConstantIndexOp(b, b.getLoc(), size);
    Value by = arith::ConstantIndexOp::create(b, inStep);
    auto loop = scf::ForOp::create(b, zero, upper, by);
    if (row == 0)
      outermost = loop;
    b.setInsertionPointToStart(loop.getBody());
    firsts.push_back(loop.getInductionVar());
    std::optional<int64_t> known = getConstantIntValue(size);
    AffineExpr left = b.getAffineSymbolExpr(0) - b.getAffineDimExpr(0);
    count =
        known && *known % inStep == 0
            ? b.getIndexAttr(inStep)
            : affine::makeComposedFoldedAffineMin(
                  b, b.getLoc(),
                  AffineMap::get(1, 1, {left, b.getAffineConstantExpr(inStep)},
                                 b.getContext()),
                  {firsts.back(), size});
  }
  for (const KernelGroup::Member &member : group.members)
    tile(b, member, firsts, count);
  for (KernelGroup::Member member : group.members)
    member.op->erase();
  for (memref::AllocOp alloc : temporaries)
    shrink(alloc, outermost);
}

namespace {
struct FuseRows : sg::impl::FuseRowsBase<FuseRows> {
  using FuseRowsBase::FuseRowsBase;

  void runOnOperation() override {
    // Contractions are in tiles of their own.
    GroupPolicy policy{
        [](linalg::LinalgOp op) { return !isContractionOfFloats(op); },
        /*joinsFew=*/false};
    SmallVector<Block *> blocks;
    getOperation().walk([&](Block *block) {
      if (!isa<linalg::LinalgOp>(block->getParentOp()))
        blocks.push_back(block);
    });
    for (Block *block : blocks)
      for (KernelGroup &group : formKernelGroups(*block, policy)) {
        joinElementwise(group);
        RowFusion fusion(group, elements);
        if (fusion.isWorthwhile())
          fusion.run();
      }
  }
};
} // namespace
