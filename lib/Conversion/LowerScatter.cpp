//===- LowerScatter.cpp - Scatters as loops -------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FrontendOp.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Utils/Utils.h"
#include "sg/StructuredOps/LoopNest.h"
#include "sg/StructuredOps/Slices.h"

using namespace mlir;
using namespace sg;

namespace {
/// Lowers a scatter to a loop over its indices, which updates one window per
/// iteration. Repeated indices are all applied, in order. The leading
/// dimensions of the updates are the batch, and the remaining dimensions are
/// the window. The window spans the last dimensions of the original tensor and
/// has size 1 in all other dimensions.
class ScatterLowering {
public:
  ScatterLowering(FrontendOp op, OpBuilder &builder)
      : op(op), b(builder), loc(op.getLoc()), updates(op.getInputs()[0]),
        indices(op.getInputs()[1]), original(op.getOutputs()[0]),
        type(llvm::cast<RankedTensorType>(original.getType())) {}

  LogicalResult check();
  Value lower();

private:
  RankedTensorType typeOf(Value value) const {
    return llvm::cast<RankedTensorType>(value.getType());
  }
  int64_t getIndexRank() const { return typeOf(indices).getRank(); }
  bool areScalars() const { return windowType.getRank() == 0; }

  /// Returns the offsets of the window at the batch index, and the condition
  /// that the whole window is in bounds. The condition is null for tm_tensor.
  std::pair<SmallVector<OpFoldResult>, Value> getStart(ValueRange batch);
  /// Applies the body to `update` and `old`. Selects `old` if `isInside` is
  /// false. `isInside` may be null.
  Value combine(Value update, Value old, Value isInside);
  Value select(OpBuilder &builder, Value next, Value old, Value isInside);
  /// Returns the sizes of the batch. The first size is 0 if an indexed
  /// dimension is empty, because no index is in bounds then.
  SmallVector<OpFoldResult> getBatchSizes();

  FrontendOp op;
  OpBuilder &b;
  Location loc;
  Value updates, indices, original;
  RankedTensorType type;
  // Maps each component of an index to a dimension of the original.
  ArrayRef<int64_t> map;
  int64_t batchRank = 1;
  SmallVector<OpFoldResult> updateSizes, originalSizes;
  SmallVector<OpFoldResult> windowSizes; // for each dimension of the original
  RankedTensorType windowType;
};
} // namespace

LogicalResult ScatterLowering::check() {
  auto dimensions =
      op.getOp()->getAttrOfType<DenseI64ArrayAttr>("dimension_map");
  auto reject = [&] {
    return op.getOp()->emitOpError() << "must have a dimension map, updates "
                                        "and indices that match its outs";
  };
  if (!dimensions || !typeOf(indices).getElementType().isIntOrIndex() ||
      getIndexRank() == 0)
    return reject();
  map = dimensions.asArrayRef();
  int64_t depth = map.size(), rank = type.getRank();
  int64_t updateRank = typeOf(updates).getRank();
  if (depth > rank || llvm::any_of(map, [&](int64_t dim) {
        return dim < 0 || dim >= rank || llvm::count(map, dim) != 1;
      }))
    return reject();
  batchRank = op.isIREE() ? updateRank - (rank - depth) : 1;
  if (batchRank < 0 || updateRank < batchRank || updateRank - batchRank > rank)
    return reject();
  // The indices have a last dimension for the components of an index. This
  // dimension may be missing if there is one component.
  bool hasComponents = getIndexRank() == batchRank + 1 &&
                       typeOf(indices).getShape().back() == depth;
  if (!hasComponents && !(getIndexRank() == batchRank && depth == 1))
    return reject();
  // Dimensions of the original outside of the window must be indexed.
  int64_t numOutside = rank - (updateRank - batchRank);
  for (int64_t dim = 0; dim < numOutside; ++dim)
    if (!llvm::is_contained(map, dim))
      return reject();
  return success();
}

Value ScatterLowering::select(OpBuilder &builder, Value next, Value old,
                              Value isInside) {
  if (!isInside)
    return next;
  return arith::SelectOp::create(builder, loc, isInside, next, old);
}

Value ScatterLowering::combine(Value update, Value old, Value isInside) {
  if (areScalars()) {
    Value next = op.cloneBody(b, {update, old});
    return select(b, next, old, isInside);
  }
  int64_t rank = windowType.getRank();
  SmallVector<AffineMap> maps(2, b.getMultiDimIdentityMap(rank));
  SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             b, loc, old.getType(), update, old, maps, loops,
             [&](OpBuilder &inner, Location, ValueRange elements) {
               Value next = op.cloneBody(inner, elements);
               Value chosen = select(inner, next, elements[1], isInside);
               linalg::YieldOp::create(inner, loc, chosen);
             })
      .getResult(0);
}

std::pair<SmallVector<OpFoldResult>, Value>
ScatterLowering::getStart(ValueRange batch) {
  SmallVector<OpFoldResult> start(type.getRank(), b.getIndexAttr(0));
  Value isInside;
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  for (auto [component, dim] : llvm::enumerate(map)) {
    SmallVector<Value> position(batch);
    if (getIndexRank() > batchRank)
      position.push_back(arith::ConstantIndexOp::create(b, loc, component));
    Value index = tensor::ExtractOp::create(b, loc, indices, position);
    if (!index.getType().isIndex())
      index = arith::IndexCastOp::create(b, loc, b.getIndexType(), index);
    Value size = getValueOrCreateConstantIndexOp(b, loc, originalSizes[dim]);
    if (!op.isIREE()) {
      // As in Python, a negative index counts from the end. Other indices out
      // of bounds are an error at run time.
      Value fromEnd = arith::AddIOp::create(b, loc, index, size);
      Value isNegative =
          arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, index, zero);
      start[dim] = arith::SelectOp::create(b, loc, isNegative, fromEnd, index)
                       .getResult();
      continue;
    }
    // As in StableHLO, a window that is not in bounds is skipped.
    Value window = getValueOrCreateConstantIndexOp(b, loc, windowSizes[dim]);
    Value last = arith::SubIOp::create(b, loc, size, window);
    Value notLast = arith::MinSIOp::create(b, loc, index, last);
    Value clamped = arith::MaxSIOp::create(b, loc, notLast, zero);
    Value fits =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, index, clamped);
    isInside = isInside
                   ? arith::AndIOp::create(b, loc, isInside, fits).getResult()
                   : fits;
    start[dim] = clamped;
  }
  return {start, isInside};
}

SmallVector<OpFoldResult> ScatterLowering::getBatchSizes() {
  SmallVector<OpFoldResult> sizes(updateSizes);
  sizes.resize(batchRank);
  if (!op.isIREE() || sizes.empty())
    return sizes;
  // A clamped index is in bounds only if the dimension is not empty.
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  for (int64_t dim : map) {
    if (type.getDimSize(dim) > 0)
      continue;
    Value count = getValueOrCreateConstantIndexOp(b, loc, sizes[0]);
    Value size = getValueOrCreateConstantIndexOp(b, loc, originalSizes[dim]);
    Value isEmpty =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, size, zero);
    sizes[0] =
        arith::SelectOp::create(b, loc, isEmpty, zero, count).getResult();
  }
  return sizes;
}

Value ScatterLowering::lower() {
  updateSizes = tensor::getMixedSizes(b, loc, updates);
  originalSizes = tensor::getMixedSizes(b, loc, original);
  SmallVector<OpFoldResult> windowShape(
      ArrayRef<OpFoldResult>(updateSizes).drop_front(batchRank));
  windowSizes.assign(type.getRank() - windowShape.size(), b.getIndexAttr(1));
  llvm::append_range(windowSizes, windowShape);
  SmallVector<int64_t> shape;
  for (int64_t size : typeOf(updates).getShape().drop_front(batchRank))
    if (size != 1)
      shape.push_back(size);
  windowType = RankedTensorType::get(shape, type.getElementType());
  RankedTensorType updateType =
      windowType.clone(typeOf(updates).getElementType());
  SmallVector<OpFoldResult> updateWindow(batchRank, b.getIndexAttr(1));
  llvm::append_range(updateWindow, windowShape);
  SmallVector<OpFoldResult> batchSizes = getBatchSizes();
  return buildLoops(
      b, loc, batchSizes, original,
      [&](ValueRange batch, ValueRange carried) -> SmallVector<Value> {
        auto [start, isInside] = getStart(batch);
        SmallVector<OpFoldResult> position(batch.begin(), batch.end());
        position.resize(updateSizes.size(), b.getIndexAttr(0));
        Value update =
            extractSlice(b, loc, updates, position, updateWindow, updateType);
        Value old =
            extractSlice(b, loc, carried[0], start, windowSizes, windowType);
        Value next = combine(update, old, isInside);
        return {insertSlice(b, loc, next, carried[0], start, windowSizes)};
      })[0];
}

sg::Lowered sg::lowerScatter(Operation *op, OpBuilder &builder) {
  FailureOr<FrontendOp> scatterOp = FrontendOp::get(op, 2, 1, 2);
  if (failed(scatterOp))
    return failure();
  ScatterLowering lowering(*scatterOp, builder);
  if (failed(lowering.check()))
    return failure();
  return SmallVector<Value>{lowering.lower()};
}
