//===- RelayoutRules.cpp - Derivative rules of linalg.pack ----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// linalg.pack with zero padding and linalg.unpack are transposes of each other.
//
//===----------------------------------------------------------------------===//

#include "RelayoutRules.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sg/Rules/RuleKinds.h"

using namespace mlir;
using namespace sg::grad;
using namespace sg::rules;

/// Packs `source` with the tiling of `like` and pads with `padding`, or with
/// zeros if null. The result has the shape of the primal value `target`.
template <typename Op>
static Value createPack(Op like, Value source, Value target, Value padding,
                        DerivativeContext &context) {
  OpBuilder &b = context.builder();
  Location loc = like.getLoc();
  auto type = cast<RankedTensorType>(source.getType());
  if (!padding)
    padding =
        arith::ConstantOp::create(b, loc, b.getZeroAttr(type.getElementType()));
  Value empty = context.empty(target, type);
  return linalg::PackOp::create(b, loc, source, empty, like.getInnerDimsPos(),
                                context.primal(like.getMixedTiles()), padding,
                                like.getOuterDimsPerm())
      ->getResult(0);
}

template <typename Op>
static Value createUnpack(Op like, Value source, Value target,
                          DerivativeContext &context) {
  Value empty = context.empty(target, source.getType());
  return linalg::UnPackOp::create(context.builder(), like.getLoc(), source,
                                  empty, like.getInnerDimsPos(),
                                  context.primal(like.getMixedTiles()),
                                  like.getOuterDimsPerm())
      ->getResult(0);
}

namespace {
struct PackRule
    : DifferentiableOpInterface::ExternalModel<PackRule, linalg::PackOp> {
  void derivativeFlow(Operation *o, FlowContext &flow) const {
    auto op = cast<linalg::PackOp>(o);
    flow.edge(op.getSource(), op->getResult(0));
    if (op.getPaddingValue())
      flow.edge(op.getPaddingValue(), op->getResult(0));
  }

  LogicalResult pushforward(Operation *o, ForwardContext &context) const {
    auto op = cast<linalg::PackOp>(o);
    Value padding =
        op.getPaddingValue() ? context.tangent(op.getPaddingValue()) : Value();
    context.setTangent(op->getResult(0),
                       createPack(op, context.tangentOrZero(op.getSource()),
                                  op->getResult(0), padding, context));
    return success();
  }

  LogicalResult pullback(Operation *o, ReverseContext &context) const {
    auto op = cast<linalg::PackOp>(o);
    Value cotangent = context.cotangent(op->getResult(0));
    context.accumulate(op.getSource(),
                       createUnpack(op, cotangent, op.getSource(), context));
    return success();
  }

  /// If the padding value is active, decomposes the op into a pad and a pack.
  SmallVector<Value> decompose(Operation *o, OpBuilder &b,
                               DecompositionContext &context) const {
    auto op = cast<linalg::PackOp>(o);
    if (!op.getPaddingValue() || !context.isActive(op.getPaddingValue()))
      return {};
    Location loc = op.getLoc();
    auto type = cast<RankedTensorType>(op.getSource().getType());
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(b, loc, op.getSource());
    SmallVector<OpFoldResult> low(type.getRank(), b.getIndexAttr(0)), high(low);
    for (auto [dim, tile] :
         llvm::zip(op.getInnerDimsPos(), op.getMixedTiles())) {
      Value size = getValueOrCreateConstantIndexOp(b, loc, sizes[dim]);
      Value step = getValueOrCreateConstantIndexOp(b, loc, tile);
      Value tiles = b.createOrFold<arith::CeilDivSIOp>(loc, size, step);
      Value whole = b.createOrFold<arith::MulIOp>(loc, tiles, step);
      high[dim] =
          getAsOpFoldResult(b.createOrFold<arith::SubIOp>(loc, whole, size));
    }
    Value padded = tensor::PadOp::create(b, loc, Type(), op.getSource(), low,
                                         high, op.getPaddingValue());
    return {linalg::PackOp::create(b, loc, padded, op.getDest(),
                                   op.getInnerDimsPos(), op.getMixedTiles(),
                                   std::nullopt, op.getOuterDimsPerm())
                ->getResult(0)};
  }
};

struct UnpackRule
    : DifferentiableOpInterface::ExternalModel<UnpackRule, linalg::UnPackOp> {
  void derivativeFlow(Operation *o, FlowContext &flow) const {
    auto op = cast<linalg::UnPackOp>(o);
    flow.edge(op.getSource(), op->getResult(0));
  }

  LogicalResult pushforward(Operation *o, ForwardContext &context) const {
    auto op = cast<linalg::UnPackOp>(o);
    context.setTangent(op->getResult(0),
                       createUnpack(op, context.tangent(op.getSource()),
                                    op->getResult(0), context));
    return success();
  }

  LogicalResult pullback(Operation *o, ReverseContext &context) const {
    auto op = cast<linalg::UnPackOp>(o);
    Value cotangent = context.cotangent(op->getResult(0));
    context.accumulate(op.getSource(), createPack(op, cotangent, op.getSource(),
                                                  Value(), context));
    return success();
  }
};
} // namespace

void sg::rules::attachRelayoutRules(MLIRContext *context) {
  linalg::PackOp::attachInterface<PackRule>(*context);
  linalg::UnPackOp::attachInterface<UnpackRule>(*context);
}
