//===- RowTiles.cpp - Slices of a group's ops along rows ------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/CodeGen/CPU/Fusion/RowTiles.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "sg/CodeGen/Analysis/AllocLiveness.h"
#include "sg/CodeGen/Analysis/IndexedLoops.h"
#include "sg/StructuredOps/LinalgForms.h"

using namespace mlir;
using namespace sg;

SmallVector<unsigned> sg::getTileableLoops(linalg::LinalgOp op) {
  return canBeTiled(op) ? getDistributableLoops(op) : SmallVector<unsigned>();
}

/// Returns true if only the group uses the buffer, and all members index the
/// same dimensions of the buffer by the common loops.
bool RowTiles::isUsedByGroupOnly(memref::AllocOp alloc) {
  SmallVector<unsigned> dimensions;
  for (OpOperand &use : alloc->getUses()) {
    if (isa<memref::DeallocOp>(use.getOwner()))
      continue;
    const auto *member =
        llvm::find_if(group.members, [&](const FusionGroup::Member &member) {
          return member.op == use.getOwner();
        });
    if (member == group.members.end())
      return false;
    linalg::LinalgOp op = member->op;
    AffineMap map = op.getMatchingIndexingMap(&use);
    SmallVector<unsigned> memberDimensions;
    for (unsigned loop : ArrayRef(member->rows).take_front(rows)) {
      std::optional<unsigned> dimension = findDimension(map, loop);
      if (!dimension)
        return false;
      memberDimensions.push_back(*dimension);
    }
    if (!dimensions.empty() && dimensions != memberDimensions)
      return false;
    dimensions = std::move(memberDimensions);
  }
  rowDimensions[alloc] = dimensions;
  return true;
}

RowTiles::RowTiles(const FusionGroup &group, unsigned rows)
    : group(group), rows(rows) {
  SetVector<Value> written;
  for (const FusionGroup::Member &member : group.members) {
    linalg::LinalgOp op = member.op;
    written.insert_range(op.getDpsInits());
  }
  for (Value value : written)
    if (auto alloc = value.getDefiningOp<memref::AllocOp>())
      if (isUsedByGroupOnly(alloc))
        temporaries.push_back(alloc);
}

void RowTiles::tile(ImplicitLocOpBuilder &b, const FusionGroup::Member &member,
                    ArrayRef<OpFoldResult> rowOffsets,
                    ArrayRef<OpFoldResult> rowSizes) {
  linalg::LinalgOp op = member.op;
  b.setLoc(op.getLoc());
  SmallVector<OpFoldResult> offsets(op.getNumLoops(), b.getIndexAttr(0));
  SmallVector<OpFoldResult> sizes;
  for (Range range : op.createLoopRanges(b, b.getLoc()))
    sizes.push_back(range.size);
  for (unsigned row = 0; row < rows; ++row) {
    unsigned loop = member.rows[row];
    offsets[loop] = rowOffsets[row];
    sizes[loop] = rowSizes[row];
  }
  auto tiling = cast<TilingInterface>(op.getOperation());
  FailureOr<TilingResult> result =
      tiling.getTiledImplementation(b, offsets, sizes);
  assert(succeeded(result) && "structured ops on memory can be tiled");
  tiled.push_back(cast<linalg::LinalgOp>(result->tiledOps.front()));
  for (Value operand : tiled.back()->getOperands())
    if (auto view = operand.getDefiningOp<memref::SubViewOp>())
      views[view.getSource()].push_back(view);
}

void RowTiles::create(ImplicitLocOpBuilder &b,
                      ArrayRef<OpFoldResult> rowOffsets,
                      ArrayRef<OpFoldResult> rowSizes) {
  for (const FusionGroup::Member &member : group.members)
    tile(b, member, rowOffsets, rowSizes);
}

void RowTiles::eraseGroup() {
  for (FusionGroup::Member member : group.members)
    member.op->erase();
}

bool RowTiles::isUsedByTilesOnly(memref::AllocOp alloc) {
  ArrayRef<memref::SubViewOp> accesses = views[alloc];
  return llvm::all_of(alloc->getUsers(), [&](Operation *user) {
    return isa<memref::DeallocOp>(user) || llvm::is_contained(accesses, user);
  });
}

/// Returns true if `view` covers all of `alloc` once the dimensions `rows` of
/// `alloc` have shrunk to `rowSizes`.
static bool coversBuffer(memref::SubViewOp view, memref::AllocOp alloc,
                         ArrayRef<unsigned> rows,
                         ArrayRef<OpFoldResult> rowSizes) {
  using Bounds = ValueBoundsConstraintSet;
  if (view.getType().getRank() != alloc.getType().getRank() ||
      !llvm::all_of(view.getMixedStrides(), isOneInteger))
    return false;
  for (unsigned dim = 0; dim < alloc.getType().getRank(); ++dim) {
    OpFoldResult offset = view.getMixedOffsets()[dim];
    OpFoldResult size = view.getMixedSizes()[dim];
    const unsigned *row = llvm::find(rows, dim);
    if (row != rows.end()) {
      if (!isEqualConstantIntOrValue(size, rowSizes[row - rows.begin()]))
        return false;
      continue;
    }
    if (!isZeroInteger(offset))
      return false;
    if (isEqualConstantIntOrValue(size, alloc.getMixedSizes()[dim]))
      continue;
    FailureOr<bool> isSame = Bounds::areEqual(
        Bounds::Variable(size), Bounds::Variable(alloc.getResult(), dim));
    if (failed(isSame) || !*isSame)
      return false;
  }
  return true;
}

void RowTiles::shrinkTemporaries(OpBuilder::InsertPoint allocAt,
                                 OpBuilder::InsertPoint deallocAt,
                                 ArrayRef<OpFoldResult> rowSizes) {
  llvm::erase_if(temporaries, [&](memref::AllocOp alloc) {
    return !isUsedByTilesOnly(alloc);
  });
  SmallVector<std::pair<memref::AllocOp, memref::DeallocOp>> created;
  for (memref::AllocOp alloc : temporaries) {
    const SmallVector<unsigned> &dimensions = rowDimensions[alloc];
    ImplicitLocOpBuilder b(alloc.getLoc(), alloc.getContext());
    b.restoreInsertionPoint(allocAt);
    SmallVector<OpFoldResult> newSizes = alloc.getMixedSizes();
    for (auto [count, dimension] : llvm::zip_equal(rowSizes, dimensions))
      newSizes[dimension] = count;
    SmallVector<int64_t> shape;
    SmallVector<Value> sizes;
    dispatchIndexOpFoldResults(newSizes, sizes, shape);
    auto type = MemRefType::get(shape, alloc.getType().getElementType());
    auto newAlloc =
        memref::AllocOp::create(b, type, sizes, alloc.getAlignmentAttr());
    allocAt = b.saveInsertionPoint();
    b.restoreInsertionPoint(deallocAt);
    auto newDealloc = memref::DeallocOp::create(b, newAlloc);
    deallocAt = b.saveInsertionPoint();
    created.push_back({newAlloc, newDealloc});
    for (memref::SubViewOp view : views[alloc]) {
      Value newView = newAlloc;
      if (!coversBuffer(view, alloc, dimensions, rowSizes)) {
        b.setInsertionPoint(view);
        SmallVector<OpFoldResult> offsets = view.getMixedOffsets();
        for (unsigned dimension : dimensions)
          offsets[dimension] = b.getIndexAttr(0);
        newView = memref::SubViewOp::create(
            b, newAlloc, offsets, view.getMixedSizes(), view.getMixedStrides());
      }
      view->replaceAllUsesWith(ValueRange(newView));
    }
  }
  // Erase the old buffers only now: their users may be insertion points of the
  // new allocations and deallocations.
  for (memref::AllocOp alloc : temporaries) {
    for (Operation *user : llvm::make_early_inc_range(alloc->getUsers()))
      user->erase();
    alloc.erase();
  }
  for (auto [newAlloc, newDealloc] : created)
    shrinkLiveRange(newAlloc, newDealloc);
}
