//===- SortPermutation.cpp - The permutation that sorts a tensor ----------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/StructuredOps/SortPermutation.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sg/StructuredOps/LoopNest.h"

using namespace mlir;
using namespace sg;

namespace {
class SortPermutationBuilder {
public:
  SortPermutationBuilder(OpBuilder &builder, Location loc,
                         ArrayRef<OpFoldResult> sizes, int64_t dimension,
                         IsBefore isBefore)
      : b(builder), loc(loc), sizes(sizes), dimension(dimension),
        isBeforeAt(isBefore),
        zero(arith::ConstantIndexOp::create(builder, loc, 0)),
        one(arith::ConstantIndexOp::create(builder, loc, 1)),
        count(getValueOrCreateConstantIndexOp(builder, loc, sizes[dimension])) {
  }

  Value build();

private:
  Value buildIota();
  Value buildPassCount();
  Value mergeRuns(ValueRange row, Value buffer, Value pass);
  SmallVector<Value> buildMergeStep(ValueRange row, Value from, Value to,
                                    Value middle, Value end, Value position,
                                    ValueRange carried);
  /// Returns the indices of the element at `position`, an i64, of a row.
  SmallVector<Value> getIndices(ValueRange row, Value position);
  Value isBefore(ValueRange row, Value right, Value left) {
    SmallVector<Value> rightIndices = getIndices(row, right);
    return isBeforeAt(rightIndices, getIndices(row, left));
  }
  Value compare(arith::CmpIPredicate predicate, Value left, Value right) {
    return arith::CmpIOp::create(b, loc, predicate, left, right);
  }

  OpBuilder &b;
  Location loc;
  SmallVector<OpFoldResult> sizes;
  int64_t dimension;
  IsBefore isBeforeAt;
  Value zero, one, count;
};
} // namespace

SmallVector<Value> SortPermutationBuilder::getIndices(ValueRange row,
                                                      Value position) {
  SmallVector<Value> indices(row);
  Value index = arith::IndexCastOp::create(b, loc, b.getIndexType(), position);
  indices.insert(indices.begin() + dimension, index);
  return indices;
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

Value sg::buildSortPermutation(OpBuilder &builder, Location loc,
                               ArrayRef<OpFoldResult> sizes, int64_t dimension,
                               IsBefore isBefore) {
  // Upstream's verifier rejects slices of a dimension of size 0.
  if (isZeroInteger(sizes[dimension]))
    return tensor::EmptyOp::create(builder, loc, sizes, builder.getI64Type());
  return SortPermutationBuilder(builder, loc, sizes, dimension, isBefore)
      .build();
}

Value sg::buildIsBefore(OpBuilder &b, Location loc, Value right, Value left,
                        bool isAscending) {
  // Ascending order: the right element is less, or only the left one is NaN.
  // Descending order: the right one is greater, or only the right one is NaN.
  Value isBefore = arith::CmpFOp::create(
      b, loc,
      isAscending ? arith::CmpFPredicate::ULT : arith::CmpFPredicate::UGT,
      right, left);
  Value number = isAscending ? right : left;
  Value isNumber =
      arith::CmpFOp::create(b, loc, arith::CmpFPredicate::ORD, number, number);
  return arith::AndIOp::create(b, loc, isBefore, isNumber);
}
