//===- LowerSort.cpp - Sorts as permutations, computed by merging ---------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FrontendOp.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Utils/Utils.h"
#include "sg/StructuredOps/LoopNest.h"

using namespace mlir;
using namespace sg;

namespace {
/// Computes the permutation that sorts a tensor, as integers, which have no
/// derivative. The lowering then gathers the elements by the permutation.
///
/// Sorts each row along the dimension by a bottom-up merge sort: runs of 1, 2,
/// 4, ... elements are merged from one half of a buffer to the other.
class SortPermutationBuilder {
public:
  SortPermutationBuilder(FrontendOp op, OpBuilder &builder, ValueRange keys,
                         int64_t dimension)
      : op(op), b(builder), loc(op.getLoc()), keys(keys), dimension(dimension),
        sizes(tensor::getMixedSizes(builder, loc, keys[0])),
        zero(arith::ConstantIndexOp::create(builder, loc, 0)),
        one(arith::ConstantIndexOp::create(builder, loc, 1)),
        count(getValueOrCreateConstantIndexOp(builder, loc, sizes[dimension])) {
  }

  /// Builds an i64 tensor of the shape of the keys: the original position of
  /// each sorted element along the dimension.
  Value build();

private:
  Value buildIota();
  Value buildPassCount();
  Value mergeRuns(ValueRange row, Value buffer, Value pass);
  SmallVector<Value> buildMergeStep(ValueRange row, Value from, Value to,
                                    Value middle, Value end, Value position,
                                    ValueRange carried);
  /// Builds the condition that the element at `right` must come before the
  /// element at `left`. `left` precedes `right` in the input.
  Value isBefore(ValueRange row, Value right, Value left);
  Value isBeforeByBody(ValueRange row, Value right, Value left);
  Value getKey(ValueRange row, Value position, unsigned key);
  Value compare(arith::CmpIPredicate predicate, Value left, Value right) {
    return arith::CmpIOp::create(b, loc, predicate, left, right);
  }

  FrontendOp op;
  OpBuilder &b;
  Location loc;
  ValueRange keys;
  int64_t dimension;
  SmallVector<OpFoldResult> sizes;
  Value zero, one, count;
};
} // namespace

Value SortPermutationBuilder::getKey(ValueRange row, Value position,
                                     unsigned key) {
  SmallVector<Value> indices(row);
  Value index = arith::IndexCastOp::create(b, loc, b.getIndexType(), position);
  indices.insert(indices.begin() + dimension, index);
  return tensor::ExtractOp::create(b, loc, keys[key], indices);
}

Value SortPermutationBuilder::isBeforeByBody(ValueRange row, Value right,
                                             Value left) {
  SmallVector<Value> forwards, backwards;
  Block &body = op.getBody();
  for (unsigned i = 0; i < body.getNumArguments(); i += 2) {
    if (body.getArgument(i).use_empty() &&
        body.getArgument(i + 1).use_empty()) {
      // The arguments are unused, so they need no value.
      forwards.append(2, Value());
      backwards.append(2, Value());
      continue;
    }
    Value rightKey = getKey(row, right, i / 2);
    Value leftKey = getKey(row, left, i / 2);
    forwards.append({rightKey, leftKey});
    backwards.append({leftKey, rightKey});
  }
  Value before = op.cloneBody(b, forwards);
  if (op.isIREE())
    return before; // StableHLO requires a strict order
  Value after = op.cloneBody(b, backwards);
  Value falseValue = arith::ConstantIntOp::create(b, loc, 0, 1);
  Value notAfter = compare(arith::CmpIPredicate::eq, after, falseValue);
  return arith::AndIOp::create(b, loc, before, notAfter);
}

Value SortPermutationBuilder::isBefore(ValueRange row, Value right,
                                       Value left) {
  // The body of torch-mlir's ops and JAX's top_k is a single comparison, which
  // does not order NaN and may be true for equal operands. In PyTorch and JAX,
  // NaN is the largest value.
  Block &body = op.getBody();
  auto cmp = body.back().getOperand(0).getDefiningOp<arith::CmpFOp>();
  auto first = cmp ? dyn_cast<BlockArgument>(cmp.getLhs()) : nullptr;
  auto second = cmp ? dyn_cast<BlockArgument>(cmp.getRhs()) : nullptr;
  if (!first || !second || first.getOwner() != &body ||
      second.getOwner() != &body || first.getArgNumber() % 2 != 0 ||
      second.getArgNumber() != first.getArgNumber() + 1)
    return isBeforeByBody(row, right, left);
  bool isAscending, isDescending;
  switch (cmp.getPredicate()) {
  case arith::CmpFPredicate::OLT:
  case arith::CmpFPredicate::OLE:
    isAscending = true;
    break;
  case arith::CmpFPredicate::OGT:
  case arith::CmpFPredicate::OGE:
    isAscending = false;
    break;
  default:
    return isBeforeByBody(row, right, left);
  }
  isDescending = !isAscending;
  unsigned key = first.getArgNumber() / 2;
  Value rightKey = getKey(row, right, key), leftKey = getKey(row, left, key);
  // Ascending order: the right key is less, or only the left key is NaN.
  // Descending order: the right key is greater, or only the right key is NaN.
  Value before = arith::CmpFOp::create(b, loc,
                                       isAscending ? arith::CmpFPredicate::ULT
                                                   : arith::CmpFPredicate::UGT,
                                       rightKey, leftKey);
  Value nonNaNKey = isDescending ? leftKey : rightKey;
  Value isNotNaN = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::ORD,
                                         nonNaNKey, nonNaNKey);
  return arith::AndIOp::create(b, loc, before, isNotNaN);
}

SmallVector<Value>
SortPermutationBuilder::buildMergeStep(ValueRange row, Value from, Value to,
                                       Value middle, Value end, Value position,
                                       ValueRange carried) {
  Value buffer = carried[0], left = carried[1], right = carried[2];
  Value hasLeft = compare(arith::CmpIPredicate::slt, left, middle);
  Value hasRight = compare(arith::CmpIPredicate::slt, right, end);
  // If a run is exhausted, read any valid position.
  Value leftPosition = arith::SelectOp::create(b, loc, hasLeft, left, position);
  Value rightPosition =
      arith::SelectOp::create(b, loc, hasRight, right, position);
  Value leftElement =
      tensor::ExtractOp::create(b, loc, buffer, ValueRange{from, leftPosition});
  Value rightElement = tensor::ExtractOp::create(
      b, loc, buffer, ValueRange{from, rightPosition});
  Value before = isBefore(row, rightElement, leftElement);
  Value falseValue = arith::ConstantIntOp::create(b, loc, 0, 1);
  Value noLeft = compare(arith::CmpIPredicate::eq, hasLeft, falseValue);
  Value rightIsNext = arith::OrIOp::create(b, loc, noLeft, before);
  Value takesRight = arith::AndIOp::create(b, loc, hasRight, rightIsNext);
  Value element =
      arith::SelectOp::create(b, loc, takesRight, rightElement, leftElement);
  Value next = tensor::InsertOp::create(b, loc, element, buffer,
                                        ValueRange{to, position});
  Value nextLeft = arith::AddIOp::create(b, loc, left, one);
  Value nextRight = arith::AddIOp::create(b, loc, right, one);
  Value newLeft = arith::SelectOp::create(b, loc, takesRight, left, nextLeft);
  Value newRight =
      arith::SelectOp::create(b, loc, takesRight, nextRight, right);
  return {next, newLeft, newRight};
}

Value SortPermutationBuilder::mergeRuns(ValueRange row, Value buffer,
                                        Value pass) {
  Value width = arith::ShLIOp::create(b, loc, one, pass);
  Value step = arith::ShLIOp::create(b, loc, width, one);
  Value from = arith::AndIOp::create(b, loc, pass, one);
  Value to = arith::SubIOp::create(b, loc, one, from);
  auto pairs = scf::ForOp::create(
      b, loc, zero, count, step, buffer,
      [&](OpBuilder &, Location, Value begin, ValueRange outer) {
        Value afterOne = arith::AddIOp::create(b, loc, begin, width);
        Value middle = arith::MinSIOp::create(b, loc, afterOne, count);
        Value afterTwo = arith::AddIOp::create(b, loc, begin, step);
        Value end = arith::MinSIOp::create(b, loc, afterTwo, count);
        auto merge = scf::ForOp::create(
            b, loc, begin, end, one, ValueRange{outer[0], begin, middle},
            [&](OpBuilder &, Location, Value position, ValueRange carried) {
              SmallVector<Value> next =
                  buildMergeStep(row, from, to, middle, end, position, carried);
              scf::YieldOp::create(b, loc, next);
            });
        scf::YieldOp::create(b, loc, merge.getResult(0));
      });
  return pairs.getResult(0);
}

Value SortPermutationBuilder::buildPassCount() {
  // The number of passes is the bit width of count - 1.
  Value countMinusOne = arith::SubIOp::create(b, loc, count, one);
  Value nonNegative = arith::MaxSIOp::create(b, loc, countMinusOne, zero);
  Value bits = arith::IndexCastOp::create(b, loc, b.getI64Type(), nonNegative);
  Value leading = math::CountLeadingZerosOp::create(b, loc, bits);
  Value width = arith::ConstantIntOp::create(b, loc, 64, 64);
  Value passes = arith::SubIOp::create(b, loc, width, leading);
  return arith::IndexCastOp::create(b, loc, b.getIndexType(), passes);
}

Value SortPermutationBuilder::buildIota() {
  Value empty =
      tensor::EmptyOp::create(b, loc, sizes[dimension], b.getI64Type());
  return linalg::GenericOp::create(
             b, loc, empty.getType(), ValueRange(), empty,
             b.getMultiDimIdentityMap(1), utils::IteratorType::parallel,
             [&](OpBuilder &inner, Location, ValueRange) {
               Value index = linalg::IndexOp::create(inner, loc, 0);
               Value integer = arith::IndexCastOp::create(
                   inner, loc, inner.getI64Type(), index);
               linalg::YieldOp::create(inner, loc, integer);
             })
      .getResult(0);
}

Value SortPermutationBuilder::build() {
  SmallVector<OpFoldResult> rows(sizes);
  rows.erase(rows.begin() + dimension);
  OpFoldResult zeroSize = b.getIndexAttr(0), oneSize = b.getIndexAttr(1);
  SmallVector<OpFoldResult> halves = {b.getIndexAttr(2), sizes[dimension]};
  SmallVector<OpFoldResult> half = {oneSize, sizes[dimension]};
  SmallVector<OpFoldResult> ones(2, oneSize), firstHalf(2, zeroSize);
  Value iota = buildIota();
  Value passes = buildPassCount();
  Value lastHalf = arith::AndIOp::create(b, loc, passes, one);
  Value result = tensor::EmptyOp::create(b, loc, sizes, b.getI64Type());
  Value buffer = tensor::EmptyOp::create(b, loc, halves, b.getI64Type());
  return buildLoops(
      b, loc, rows, {result, buffer},
      [&](ValueRange row, ValueRange carried) -> SmallVector<Value> {
        Value unsorted = tensor::InsertSliceOp::create(b, loc, iota, carried[1],
                                                       firstHalf, half, ones);
        Value sorted = buildLoops(
            b, loc, OpFoldResult(passes), unsorted,
            [&](ValueRange pass, ValueRange inner) -> SmallVector<Value> {
              return {mergeRuns(row, inner[0], pass[0])};
            })[0];
        SmallVector<OpFoldResult> offsets = {lastHalf, zeroSize};
        Value order = tensor::ExtractSliceOp::create(
            b, loc, llvm::cast<RankedTensorType>(iota.getType()), sorted,
            offsets, half, ones);
        SmallVector<OpFoldResult> start(row.begin(), row.end());
        start.insert(start.begin() + dimension, zeroSize);
        SmallVector<OpFoldResult> rowSizes(start.size(), oneSize);
        rowSizes[dimension] = sizes[dimension];
        SmallVector<OpFoldResult> strides(start.size(), oneSize);
        Value updated = tensor::InsertSliceOp::create(b, loc, order, carried[0],
                                                      start, rowSizes, strides);
        return {updated, sorted};
      })[0];
}

/// Gathers the elements of `tensor` at `positions` along a dimension.
static Value gather(OpBuilder &b, Location loc, Value tensor, Value positions,
                    int64_t dimension, RankedTensorType type) {
  Type elementType = type.getElementType();
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, loc, positions);
  Value empty = tensor::EmptyOp::create(b, loc, sizes, elementType);
  int64_t rank = type.getRank();
  SmallVector<AffineMap> maps(2, b.getMultiDimIdentityMap(rank));
  SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
  Value result =
      linalg::GenericOp::create(
          b, loc, empty.getType(), positions, empty, maps, loops,
          [&](OpBuilder &inner, Location, ValueRange elements) {
            SmallVector<Value> indices;
            for (int64_t i = 0; i < rank; ++i)
              indices.push_back(
                  i == dimension
                      ? arith::IndexCastOp::create(
                            inner, loc, inner.getIndexType(), elements[0])
                            .getResult()
                      : linalg::IndexOp::create(inner, loc, i).getResult());
            Value element =
                tensor::ExtractOp::create(inner, loc, tensor, indices);
            linalg::YieldOp::create(inner, loc, element);
          })
          .getResult(0);
  return castTo(b, loc, result, type);
}

static bool haveCompatibleShapes(ValueRange tensors) {
  return succeeded(verifyCompatibleShapes(tensors.getTypes()));
}

sg::Lowered sg::lowerSort(Operation *op, OpBuilder &builder) {
  FailureOr<FrontendOp> sort = FrontendOp::get(op, 0, -1, -1);
  if (failed(sort))
    return failure();
  ValueRange keys = sort->getOutputs();
  auto type = llvm::cast<RankedTensorType>(keys[0].getType());
  FailureOr<int64_t> dimension = sort->getDimension(type.getRank());
  if (failed(dimension))
    return failure();
  if (sort->getBody().getNumArguments() != 2 * keys.size() ||
      !haveCompatibleShapes(keys))
    return op->emitOpError() << "must have a body with two arguments for each "
                                "of its outs, and outs of one shape";
  Value positions =
      SortPermutationBuilder(*sort, builder, keys, *dimension).build();
  SmallVector<Value> results;
  for (Value key : keys)
    results.push_back(gather(builder, op->getLoc(), key, positions, *dimension,
                             llvm::cast<RankedTensorType>(key.getType())));
  return results;
}

sg::Lowered sg::lowerTopK(Operation *op, OpBuilder &builder) {
  FailureOr<FrontendOp> top = FrontendOp::get(op, -1, 2, 2);
  if (failed(top))
    return failure();
  ValueRange inputs = top->getInputs(), outputs = top->getOutputs();
  if (inputs.empty() || inputs.size() > 2 || !haveCompatibleShapes(inputs))
    return op->emitOpError()
           << "must have values, and optional indices of the same shape";
  Location loc = op->getLoc();
  auto type = llvm::cast<RankedTensorType>(outputs[0].getType());
  auto indexType = llvm::cast<RankedTensorType>(outputs[1].getType());
  FailureOr<int64_t> dimension = top->getDimension(type.getRank());
  if (failed(dimension))
    return failure();
  Value positions =
      SortPermutationBuilder(*top, builder, inputs.take_front(), *dimension)
          .build();
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(builder, loc, positions);
  SmallVector<OpFoldResult> zeros(sizes.size(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> ones(sizes.size(), builder.getIndexAttr(1));
  sizes[*dimension] =
      tensor::getMixedSize(builder, loc, outputs[0], *dimension);
  Value first = tensor::ExtractSliceOp::create(builder, loc, positions, zeros,
                                               sizes, ones);
  Value values = gather(builder, loc, inputs[0], first, *dimension, type);
  if (inputs.size() == 2) {
    Value indices =
        gather(builder, loc, inputs[1], first, *dimension, indexType);
    return SmallVector<Value>{values, indices};
  }
  Value indices = first;
  if (indexType.getElementType() != builder.getI64Type()) {
    Value empty = tensor::EmptyOp::create(builder, loc, sizes,
                                          indexType.getElementType());
    indices = linalg::MapOp::create(
                  builder, loc, first, empty,
                  [&](OpBuilder &inner, Location, ValueRange elements) {
                    Value narrow = arith::TruncIOp::create(
                        inner, loc, indexType.getElementType(), elements[0]);
                    linalg::YieldOp::create(inner, loc, narrow);
                  })
                  ->getResult(0);
  }
  indices = castTo(builder, loc, indices, indexType);
  return SmallVector<Value>{values, indices};
}
