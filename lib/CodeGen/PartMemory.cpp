//===- PartMemory.cpp - Memory that each part has of its own --------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartMemory.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Transforms.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"

using namespace mlir;
using namespace sg;

/// Parts write to different lines of the cache.
static constexpr int64_t kLine = 64;

namespace {
class PartMemory {
public:
  explicit PartMemory(scf::ParallelOp loop)
      : loop(loop), b(loop.getLoc(), loop) {}

  LogicalResult run();

private:
  /// What a part allocates, and the most that it may be of each dimension.
  struct Memory {
    memref::AllocOp alloc;
    SmallVector<OpFoldResult> most;
  };

  FailureOr<OpFoldResult> findBound(OpFoldResult size);
  void place(const Memory &memory);

  scf::ParallelOp loop;
  ImplicitLocOpBuilder b;
};
} // namespace

/// The most that `size` may be, as it is known in front of the loop.
FailureOr<OpFoldResult> PartMemory::findBound(OpFoldResult size) {
  auto value = dyn_cast<Value>(size);
  if (!value || loop.isDefinedOutsideOfLoop(value))
    return size;
  return arith::reifyIndexValueBound(
      b, b.getLoc(), presburger::BoundType::UB, value,
      [&](Value known, std::optional<int64_t>, ValueBoundsConstraintSet &) {
        return loop.isDefinedOutsideOfLoop(known);
      },
      /*closedUB=*/true);
}

/// Bytes for all parts, of which each views its own as what it allocated. They
/// are counted by dimensions, so that it is checked that they are not too many.
void PartMemory::place(const Memory &memory) {
  memref::AllocOp alloc = memory.alloc;
  MemRefType type = alloc.getType();
  b.setLoc(alloc.getLoc());
  b.setInsertionPoint(loop);
  int64_t bytes = DataLayout::closest(loop).getTypeSize(type.getElementType());
  SmallVector<OpFoldResult> mixed{
      getAsOpFoldResult(loop.getUpperBound().front())};
  if (type.hasStaticShape()) {
    mixed.push_back(
        b.getIndexAttr(llvm::alignTo(type.getNumElements() * bytes, kLine)));
  } else {
    mixed.append(memory.most);
    mixed.push_back(b.getIndexAttr(bytes));
  }
  SmallVector<int64_t> shape;
  SmallVector<Value> sizes;
  dispatchIndexOpFoldResults(mixed, sizes, shape);
  Value inPart = arith::ConstantIndexOp::create(b, 1);
  for (OpFoldResult size : ArrayRef(mixed).drop_front()) {
    Value factor = getValueOrCreateConstantIndexOp(b, b.getLoc(), size);
    inPart = b.createOrFold<arith::MulIOp>(inPart, factor);
  }
  Value all = memref::AllocOp::create(b, MemRefType::get(shape, b.getI8Type()),
                                      sizes, b.getI64IntegerAttr(kLine));
  ReassociationIndices together =
      llvm::to_vector(llvm::seq<int64_t>(0, mixed.size()));
  Value flat = memref::CollapseShapeOp::create(b, all, together);
  b.setInsertionPointAfter(loop);
  memref::DeallocOp::create(b, all);
  b.setInsertionPoint(alloc);
  Value shift =
      arith::MulIOp::create(b, loop.getInductionVars().front(), inPart);
  Value own =
      memref::ViewOp::create(b, type, flat, shift, alloc.getDynamicSizes());
  for (Operation *user : llvm::make_early_inc_range(alloc->getUsers()))
    if (isa<memref::DeallocOp>(user))
      user->erase();
  alloc.replaceAllUsesWith(own);
  alloc.erase();
}

LogicalResult PartMemory::run() {
  SmallVector<Memory> memories;
  WalkResult walk = loop.getBody()->walk([&](memref::AllocOp alloc) {
    Memory memory{alloc, {}};
    for (OpFoldResult size : alloc.getMixedSizes()) {
      FailureOr<OpFoldResult> most = findBound(size);
      if (failed(most))
        return WalkResult::interrupt();
      memory.most.push_back(*most);
    }
    memories.push_back(memory);
    return WalkResult::advance();
  });
  if (walk.wasInterrupted())
    return failure();
  for (const Memory &memory : memories)
    place(memory);
  return success();
}

LogicalResult sg::hoistPartMemory(scf::ParallelOp loop) {
  return PartMemory(loop).run();
}
