//===- TensorSliceRules.cpp - Rules of slices, extract, insert and pad ----===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementSum.h"
#include "TensorRules.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "sg/Rules/RuleKinds.h"
#include "sg/StructuredOps/Padding.h"
#include "sg/StructuredOps/TensorExpansions.h"

using namespace mlir;
using namespace sg;
using namespace sg::grad;
using namespace sg::rules;

/// Returns `type` with the element type of `cotangent`, which may be wider.
static RankedTensorType typeLike(RankedTensorType type, Value cotangent) {
  return cast<RankedTensorType>(
      withElementType(type, getElementTypeOrSelf(cotangent)));
}

/// Adds `cotangent` to a part of the cotangent of `whole`, in place if `whole`
/// has one. `extract(whole)` reads and `insert(part, whole)` writes the part.
static void accumulatePart(ReverseContext &context, Location loc, Value whole,
                           Value cotangent, function_ref<Value(Value)> extract,
                           function_ref<Value(Value, Value)> insert) {
  Value running = context.take(whole);
  if (running) {
    cotangent = context.convert(cotangent, running.getType(), loc);
    cotangent = context.add(extract(running), cotangent, loc);
  } else {
    running =
        context.zero(whole, withElementType(whole.getType(),
                                            getElementTypeOrSelf(cotangent)));
  }
  context.accumulate(whole, insert(cotangent, running));
}

static SmallVector<Value> primals(ValueRange values,
                                  DerivativeContext &context) {
  return llvm::map_to_vector(values,
                             [&](Value v) { return context.primal(v); });
}

static LogicalResult transposeExtract(tensor::ExtractOp op,
                                      ReverseContext &context) {
  OpBuilder &b = context.builder();
  Location loc = op.getLoc();
  SmallVector<Value> indices = primals(op.getIndices(), context);
  accumulatePart(
      context, loc, op.getTensor(), context.wideCotangent(op.getResult()),
      [&](Value whole) -> Value {
        return tensor::ExtractOp::create(b, loc, whole, indices);
      },
      [&](Value part, Value whole) -> Value {
        return tensor::InsertOp::create(b, loc, part, whole, indices);
      });
  return success();
}

static LogicalResult transposeInsert(tensor::InsertOp op,
                                     ReverseContext &context) {
  OpBuilder &b = context.builder();
  Location loc = op.getLoc();
  Value cotangent = context.wideCotangent(op.getResult());
  SmallVector<Value> indices = primals(op.getIndices(), context);
  if (context.isActive(op.getScalar())) {
    Value part = tensor::ExtractOp::create(b, loc, cotangent, indices);
    context.accumulate(op.getScalar(), part);
  }
  if (context.isActive(op.getDest())) {
    Value zero = context.zero(op.getScalar(), getElementTypeOrSelf(cotangent));
    Value rest = tensor::InsertOp::create(b, loc, zero, cotangent, indices);
    context.accumulate(op.getDest(), rest);
  }
  return success();
}

namespace {
/// Offsets, sizes and strides of a slice, usable in reverse code.
struct Slice {
  template <typename Op>
  Slice(Op op, ReverseContext &context)
      : b(context.builder()), loc(op.getLoc()),
        offsets(context.primal(op.getMixedOffsets())),
        sizes(context.primal(op.getMixedSizes())),
        strides(context.primal(op.getMixedStrides())) {}

  Value extract(RankedTensorType type, Value whole) {
    return tensor::ExtractSliceOp::create(b, loc, typeLike(type, whole), whole,
                                          offsets, sizes, strides);
  }
  Value insert(Value part, Value whole) {
    return tensor::InsertSliceOp::create(b, loc, part, whole, offsets, sizes,
                                         strides);
  }

  OpBuilder &b;
  Location loc;
  SmallVector<OpFoldResult> offsets, sizes, strides;
};
} // namespace

static LogicalResult transposeExtractSlice(tensor::ExtractSliceOp op,
                                           ReverseContext &context) {
  Slice slice(op, context);
  accumulatePart(
      context, op.getLoc(), op.getSource(),
      context.wideCotangent(op.getResult()),
      [&](Value whole) { return slice.extract(op.getType(), whole); },
      [&](Value part, Value whole) { return slice.insert(part, whole); });
  return success();
}

static LogicalResult transposeInsertSlice(tensor::InsertSliceOp op,
                                          ReverseContext &context) {
  Slice slice(op, context);
  Value cotangent = context.wideCotangent(op.getResult());
  if (context.isActive(op.getSource()))
    context.accumulate(op.getSource(),
                       slice.extract(op.getSourceType(), cotangent));
  if (context.isActive(op.getDest())) {
    Value zero =
        context.zero(op.getSource(), typeLike(op.getSourceType(), cotangent));
    context.accumulate(op.getDest(), slice.insert(zero, cotangent));
  }
  return success();
}

//===----------------------------------------------------------------------===//
// tensor.pad
//===----------------------------------------------------------------------===//

namespace {
struct PadRule
    : DifferentiableOpInterface::ExternalModel<PadRule, tensor::PadOp> {
  static Value padding(tensor::PadOp op) {
    return op.getRegion().front().getTerminator()->getOperand(0);
  }
  /// Returns true if the padding value is defined outside of the op's region.
  static bool isUniform(tensor::PadOp op) {
    return !op.getRegion().isAncestor(padding(op).getParentRegion());
  }

  void derivativeFlow(Operation *o, FlowContext &flow) const {
    auto op = cast<tensor::PadOp>(o);
    flow.edge(op.getSource(), op.getResult());
    flow.edge(padding(op), op.getResult());
  }

  /// Expands the op if its region computes an active padding value.
  SmallVector<Value> decompose(Operation *o, OpBuilder &b,
                               DecompositionContext &context) const {
    auto op = cast<tensor::PadOp>(o);
    if (isUniform(op) || !context.isActive(padding(op)))
      return {};
    return expandPad(op, b);
  }

  static LogicalResult checkNotNegative(tensor::PadOp op) {
    if (!hasNegativePadding(op))
      return success();
    return op.emitOpError()
           << "has a negative padding; crop with tensor.extract_slice";
  }

  LogicalResult pushforward(Operation *o, ForwardContext &context) const {
    auto op = cast<tensor::PadOp>(o);
    if (failed(checkNotNegative(op)))
      return failure();
    Value value = context.tangent(padding(op));
    if (!value)
      value = context.zero(op.getSource(), op.getType().getElementType());
    Value source = context.tangentOrZero(op.getSource());
    OpBuilder &b = context.builder();
    // Upstream's builder for mixed sizes makes constant sizes static, which
    // contradicts the type `op.getType()` (22.1.8).
    auto tangent = tensor::PadOp::create(b, op.getLoc(), op.getType(), source,
                                         op.getStaticLow(), op.getStaticHigh(),
                                         op.getLow(), op.getHigh());
    SmallVector<Type> indices(op.getType().getRank(), b.getIndexType());
    SmallVector<Location> locations(indices.size(), op.getLoc());
    OpBuilder::InsertionGuard guard(b);
    b.createBlock(&tangent.getRegion(), {}, indices, locations);
    tensor::YieldOp::create(b, op.getLoc(), value);
    context.setTangent(op.getResult(), tangent);
    return success();
  }

  LogicalResult pullback(Operation *o, ReverseContext &context) const {
    auto op = cast<tensor::PadOp>(o);
    if (failed(checkNotNegative(op)))
      return failure();
    OpBuilder &b = context.builder();
    Location loc = op.getLoc();
    Value cotangent = context.wideCotangent(op.getResult());
    SmallVector<OpFoldResult> offsets = context.primal(getLowPadding(op));
    SmallVector<OpFoldResult> sizes = context.shape(op.getSource());
    SmallVector<OpFoldResult> strides(sizes.size(), b.getIndexAttr(1));
    RankedTensorType type = typeLike(op.getSourceType(), cotangent);
    bool isAtEnd =
        beginsAtEnd(cast<RankedTensorType>(cotangent.getType()), offsets);
    if (context.isActive(op.getSource())) {
      Value inside;
      if (isAtEnd)
        inside = context.zero(op.getSource(), type);
      else
        inside = tensor::ExtractSliceOp::create(b, loc, type, cotangent,
                                                offsets, sizes, strides);
      context.accumulate(op.getSource(), inside);
    }
    if (context.isActive(padding(op))) {
      Value rest = cotangent;
      if (!isAtEnd) {
        Value zero = context.zero(op.getSource(), type);
        rest = tensor::InsertSliceOp::create(b, loc, zero, cotangent, offsets,
                                             sizes, strides);
      }
      context.accumulate(padding(op), createElementSum(context, loc, rest));
    }
    return success();
  }
};
} // namespace

void sg::rules::attachTensorSliceRules(MLIRContext *context) {
  linear<tensor::ExtractOp>(context, transposeExtract);
  linear<tensor::ExtractSliceOp>(context, transposeExtractSlice);
  linear<tensor::InsertOp>(context, transposeInsert);
  linear<tensor::InsertSliceOp>(context, transposeInsertSlice);
  tensor::PadOp::attachInterface<PadRule>(*context);
}
