//===- VectorAccesses.cpp - Check bounds of vector accesses ---------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorAccesses.h"
#include "Asserter.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-check-indices"

using namespace mlir;
using Predicate = arith::CmpIPredicate;

static constexpr llvm::StringLiteral kOutOfRange = "an index is out of range";

namespace {
/// A vector access. Each lane accesses the element at `indices` plus the lane's
/// coordinates in the vector.
struct LaneAccess {
  Value memory;
  SmallVector<Value> indices;
  /// The shape of the lanes, which is also the shape of the mask.
  SmallVector<int64_t> shape;
  /// For each dimension of 'shape', the dimension of the memory along which the
  /// lanes are laid out.
  SmallVector<int64_t> dims;
  /// Dimensions of the memory in which lanes may be out of bounds.
  /// Out-of-bounds lanes are not accessed.
  llvm::SmallBitVector mayExceed;
  /// The mask, or null if all lanes are set.
  Value mask;
};

class LaneChecker {
public:
  explicit LaneChecker(Operation *op)
      : enclosingMask(dyn_cast_or_null<vector::MaskOp>(op->getParentOp())),
        check(op, enclosingMask ? enclosingMask.getOperation() : op) {}

  /// Checks an access to consecutive elements of the last dimensions.
  void checkContiguousLanes(Value memory, ValueRange indices, VectorType type,
                            Value mask = {}) {
    LaneAccess access{memory,
                      llvm::to_vector(indices),
                      llvm::to_vector(type.getShape()),
                      {},
                      {},
                      mask};
    int64_t rank = indices.size();
    // If the element type of the memory is this vector type, the vector is one
    // element.
    if (type == getElementTypeOrSelf(memory))
      access.shape.clear();
    llvm::append_range(access.dims,
                       llvm::seq<int64_t>(rank - access.shape.size(), rank));
    access.mayExceed.resize(rank);
    checkLanes(access);
  }

  void checkTransfer(VectorTransferOpInterface op) {
    AffineMap map = op.getPermutationMap();
    int64_t rank = op.getIndices().size();
    LaneAccess access{
        op.getBase(), llvm::to_vector(op.getIndices()), {},
        {},           llvm::SmallBitVector(rank),       op.getMask()};
    SmallVector<int64_t> sizes(rank, -1);
    for (auto [lane, index] : llvm::enumerate(map.getResults())) {
      auto dim = dyn_cast<AffineDimExpr>(index);
      if (!dim)
        continue; // a broadcast: these lanes access the same element
      sizes[dim.getPosition()] = op.getVectorType().getDimSize(lane);
      if (!op.isDimInBounds(lane))
        access.mayExceed.set(dim.getPosition());
    }
    // The dimensions of a mask are ordered like the dimensions of the memory.
    for (auto [dim, size] : llvm::enumerate(sizes))
      if (size >= 0) {
        access.dims.push_back(dim);
        access.shape.push_back(size);
      }
    // Indices of a masked access must not be negative either: other passes read
    // all lanes of a tensor, and then drop the lanes that the mask excludes.
    LaneAccess begin = access;
    access.mask = combineMasks(access.mask);
    if (access.mask)
      for (int64_t dim : access.dims)
        begin.mayExceed.set(dim);
    checkFirstAndLast(begin);
    if (access.mask)
      checkEachLane(access);
  }

  /// Checks a gather or scatter. Offsets count elements from `indices` and may
  /// cross rows: upstream's vectorizer emits such offsets.
  void checkGatherScatter(Value memory, ValueRange indices, Value offsets,
                          Value mask);

  /// Checks an expandload or compressstore, which accesses consecutive
  /// elements, one per set bit of the mask.
  void checkCompressed(Value memory, ValueRange indices, Value mask);

private:
  void checkLanes(LaneAccess access);
  void checkFirstAndLast(const LaneAccess &access);
  void checkEachLane(const LaneAccess &access);
  void requireInside(Value inside, Value mask);
  Value combineMasks(Value mask);

  Value conjoin(Value lhs, Value rhs) {
    return lhs ? check.create<arith::AndIOp>(lhs, rhs) : rhs;
  }
  Value broadcast(Type type, Value value) {
    return check.create<vector::BroadcastOp>(type, value);
  }
  Value trueConstant() {
    return check.create<arith::ConstantOp>(
        BoolAttr::get(check.getContext(), true));
  }
  Value flatten(Value vector) {
    auto type = cast<VectorType>(vector.getType());
    if (type.getRank() == 1)
      return vector;
    return check.create<vector::ShapeCastOp>(
        VectorType::get({type.getNumElements()}, type.getElementType()),
        vector);
  }

  vector::MaskOp enclosingMask;
  sg::Asserter check;
};
} // namespace

/// Returns the conjunction of the op's mask and the mask of the surrounding
/// vector.mask, or null if all lanes are set.
Value LaneChecker::combineMasks(Value mask) {
  Value outer = enclosingMask ? enclosingMask.getMask() : Value();
  if (mask && outer)
    mask = check.create<arith::AndIOp>(mask, outer);
  else if (outer)
    mask = outer;
  return mask && !matchPattern(mask, m_One()) ? mask : Value();
}

void LaneChecker::checkLanes(LaneAccess access) {
  access.mask = combineMasks(access.mask);
  if (access.mask)
    checkEachLane(access);
  else
    checkFirstAndLast(access);
}

/// Checks the first and the last lane. As an unsigned integer, a negative index
/// exceeds any size, so one comparison checks both bounds.
void LaneChecker::checkFirstAndLast(const LaneAccess &access) {
  SmallVector<int64_t> counts(access.indices.size(), 1);
  for (auto [dim, size] : llvm::zip_equal(access.dims, access.shape))
    counts[dim] = size;
  Value inside;
  for (auto [dim, index, count] : llvm::enumerate(access.indices, counts)) {
    if (access.mayExceed[dim]) {
      // Only check that the index is not negative, and that the lanes' indices
      // do not wrap.
      Value end = check.constant(std::numeric_limits<int64_t>::max() - count);
      inside = conjoin(inside, check.inRange(index, end));
      continue;
    }
    Value size = check.size(access.memory, dim);
    inside = conjoin(inside, check.inRange(index, size));
    if (count != 1)
      inside =
          conjoin(inside, check.inRange(check.create<arith::AddIOp>(
                                            index, check.constant(count - 1)),
                                        size));
  }
  if (inside)
    check.require(inside, kOutOfRange);
}

/// Returns each lane's coordinate along dimension 'dim' of 'type', a vector of
/// index.
static DenseElementsAttr getLanePositions(VectorType type, unsigned dim) {
  SmallVector<APInt> positions;
  int64_t inner =
      ShapedType::getNumElements(type.getShape().drop_front(dim + 1));
  for (int64_t lane : llvm::seq(type.getNumElements()))
    positions.emplace_back(64, (lane / inner) % type.getDimSize(dim));
  return DenseElementsAttr::get(type, positions);
}

void LaneChecker::checkEachLane(const LaneAccess &access) {
  auto maskType = cast<VectorType>(access.mask.getType());
  VectorType indexType =
      maskType.clone(IndexType::get(access.mask.getContext()));
  Value inside;
  for (auto [dim, first] : llvm::enumerate(access.indices)) {
    if (access.mayExceed[dim])
      continue;
    Value index = broadcast(indexType, first);
    if (auto *it = llvm::find(access.dims, int64_t(dim));
        it != access.dims.end()) {
      Value positions = check.create<arith::ConstantOp>(
          getLanePositions(indexType, it - access.dims.begin()));
      index = check.create<arith::AddIOp>(index, positions);
    }
    Value size = broadcast(indexType, check.size(access.memory, dim));
    inside = conjoin(inside, check.inRange(index, size));
  }
  if (inside)
    requireInside(inside, access.mask);
}

/// Asserts that 'inside' holds for each lane that the mask selects. 'mask' may
/// be null.
void LaneChecker::requireInside(Value inside, Value mask) {
  if (mask) {
    Value isExcluded = check.create<arith::XOrIOp>(
        mask, broadcast(mask.getType(), trueConstant()));
    inside = check.create<arith::OrIOp>(inside, isExcluded);
  }
  check.require(check.create<vector::ReductionOp>(vector::CombiningKind::AND,
                                                  flatten(inside)),
                kOutOfRange);
}

void LaneChecker::checkGatherScatter(Value memory, ValueRange indices,
                                     Value offsets, Value mask) {
  auto type = cast<VectorType>(offsets.getType());
  VectorType indexType = type.clone(IndexType::get(memory.getContext()));
  // A memref with a layout may have gaps between rows.
  auto memref = dyn_cast<MemRefType>(memory.getType());
  bool isRowMajor = !memref || memref.getLayout().isIdentity();
  Value position = check.constant(0), end = check.constant(1);
  Value isBaseInside;
  for (auto [dim, index] : llvm::enumerate(indices)) {
    Value size = check.size(memory, dim);
    bool isLast = dim + 1 == indices.size();
    // The last index may be out of bounds before the offset is added.
    if (!isLast)
      isBaseInside = conjoin(isBaseInside, check.inRange(index, size));
    if (!isRowMajor) {
      position = index;
      end = size;
      continue;
    }
    position = check.create<arith::AddIOp>(
        check.create<arith::MulIOp>(position, size), index);
    end = check.create<arith::MulIOp>(end, size);
  }
  if (!type.getElementType().isIndex())
    offsets = check.create<arith::IndexCastOp>(indexType, offsets);
  Value positions =
      check.create<arith::AddIOp>(broadcast(indexType, position), offsets);
  Value inside = check.inRange(positions, broadcast(indexType, end));
  if (isBaseInside)
    inside = check.create<arith::AndIOp>(
        inside, broadcast(inside.getType(), isBaseInside));
  requireInside(inside, combineMasks(mask));
}

void LaneChecker::checkCompressed(Value memory, ValueRange indices,
                                  Value mask) {
  if (Value combined = combineMasks(mask))
    mask = combined;
  auto type = cast<VectorType>(mask.getType());
  Type i64 = IntegerType::get(mask.getContext(), 64);
  Value bits = check.create<arith::ExtUIOp>(type.clone(i64), mask);
  Value count = check.create<arith::IndexCastOp>(
      IndexType::get(mask.getContext()),
      check.create<vector::ReductionOp>(vector::CombiningKind::ADD, bits));
  Value inside;
  for (auto [dim, index] : llvm::enumerate(indices)) {
    Value size = check.size(memory, dim);
    inside = conjoin(inside, check.inRange(index, size));
    if (dim + 1 < indices.size())
      continue;
    Value remaining = check.create<arith::SubIOp>(size, index);
    inside = conjoin(inside, check.compare(Predicate::ule, count, remaining));
  }
  Value isNoLaneSet = check.isEqualTo(count, 0);
  check.require(check.create<arith::OrIOp>(isNoLaneSet, inside), kOutOfRange);
}

static bool isScalable(Operation *op) {
  auto isScalableVector = [](Type type) {
    auto vector = dyn_cast<VectorType>(type);
    return vector && vector.isScalable();
  };
  return llvm::any_of(op->getOperandTypes(), isScalableVector) ||
         llvm::any_of(op->getResultTypes(), isScalableVector);
}

void sg::checkContiguousLanes(Operation *op, Value memory, ValueRange indices,
                              VectorType type) {
  LaneChecker(op).checkContiguousLanes(memory, indices, type);
}

void sg::checkVectorAccess(Operation *op) {
  if (isScalable(op)) {
    LDBG() << "not checked, its vector is scalable: " << op->getName() << " at "
           << op->getLoc();
    return;
  }
  llvm::TypeSwitch<Operation *>(op)
      .Case([](VectorTransferOpInterface op) {
        LaneChecker(op).checkTransfer(op);
      })
      .Case<vector::LoadOp, vector::StoreOp>([](auto op) {
        LaneChecker(op).checkContiguousLanes(op.getBase(), op.getIndices(),
                                             op.getVectorType());
      })
      .Case<vector::MaskedLoadOp, vector::MaskedStoreOp>([](auto op) {
        LaneChecker(op).checkContiguousLanes(op.getBase(), op.getIndices(),
                                             op.getVectorType(), op.getMask());
      })
      .Case<vector::GatherOp, vector::ScatterOp>([](auto op) {
        LaneChecker(op).checkGatherScatter(op.getBase(), op.getOffsets(),
                                           op.getIndices(), op.getMask());
      })
      .Case<vector::ExpandLoadOp, vector::CompressStoreOp>([](auto op) {
        LaneChecker(op).checkCompressed(op.getBase(), op.getIndices(),
                                        op.getMask());
      });
}
