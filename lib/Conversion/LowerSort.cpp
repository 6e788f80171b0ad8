//===- LowerSort.cpp - Sorts as gathers by a permutation ------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FrontendOp.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Utils/Utils.h"
#include "sg/StructuredOps/SortPermutation.h"

using namespace mlir;
using namespace sg;

/// Builds the condition of an IsBefore by the body of a sort.
static Value isBeforeByBody(FrontendOp op, OpBuilder &b, ValueRange keys,
                            ArrayRef<Value> right, ArrayRef<Value> left) {
  Location loc = op.getLoc();
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
    Value rightKey = tensor::ExtractOp::create(b, loc, keys[i / 2], right);
    Value leftKey = tensor::ExtractOp::create(b, loc, keys[i / 2], left);
    forwards.append({rightKey, leftKey});
    backwards.append({leftKey, rightKey});
  }
  Value before = op.cloneBody(b, forwards);
  if (op.isIREE())
    return before; // StableHLO requires a strict order
  Value after = op.cloneBody(b, backwards);
  Value falseValue = arith::ConstantIntOp::create(b, loc, 0, 1);
  Value notAfter = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                         after, falseValue);
  return arith::AndIOp::create(b, loc, before, notAfter);
}

namespace {
/// The order of a sort whose body compares the two arguments of one key.
struct KeyOrder {
  unsigned key;
  bool isAscending;
};
} // namespace

/// Matches a body that is a single comparison, as in torch-mlir's ops and JAX's
/// top_k. It does not order NaN and may be true for equal operands. In PyTorch
/// and JAX, NaN is the largest value.
static std::optional<KeyOrder> matchKeyOrder(Block &body) {
  auto cmp = body.back().getOperand(0).getDefiningOp<arith::CmpFOp>();
  auto first = cmp ? dyn_cast<BlockArgument>(cmp.getLhs()) : nullptr;
  auto second = cmp ? dyn_cast<BlockArgument>(cmp.getRhs()) : nullptr;
  if (!first || !second || first.getOwner() != &body ||
      second.getOwner() != &body || first.getArgNumber() % 2 != 0 ||
      second.getArgNumber() != first.getArgNumber() + 1)
    return std::nullopt;
  unsigned key = first.getArgNumber() / 2;
  switch (cmp.getPredicate()) {
  case arith::CmpFPredicate::OLT:
  case arith::CmpFPredicate::OLE:
    return KeyOrder{key, true};
  case arith::CmpFPredicate::OGT:
  case arith::CmpFPredicate::OGE:
    return KeyOrder{key, false};
  default:
    return std::nullopt;
  }
}

static Value sortPermutation(FrontendOp op, OpBuilder &b, ValueRange keys,
                             int64_t dimension) {
  Location loc = op.getLoc();
  std::optional<KeyOrder> order = matchKeyOrder(op.getBody());
  return buildSortPermutation(
      b, loc, tensor::getMixedSizes(b, loc, keys[0]), dimension,
      [&](ArrayRef<Value> right, ArrayRef<Value> left) {
        if (!order)
          return isBeforeByBody(op, b, keys, right, left);
        Value key = keys[order->key];
        Value rightKey = tensor::ExtractOp::create(b, loc, key, right);
        Value leftKey = tensor::ExtractOp::create(b, loc, key, left);
        return buildIsBefore(b, loc, rightKey, leftKey, order->isAscending);
      });
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
  Value positions = sortPermutation(*sort, builder, keys, *dimension);
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
      sortPermutation(*top, builder, inputs.take_front(), *dimension);
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
