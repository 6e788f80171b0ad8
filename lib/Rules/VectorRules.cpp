//===- VectorRules.cpp - Derivative rules of the vector dialect -----------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules of vector.broadcast, extract, fma, insert, reduction and shape_cast.
// multi_reduction has a rule only for sums, which occur as transposes of
// broadcasts. A derivative that flows through another vector op is an error.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "sg/Rules/RuleKinds.h"
#include "sg/Rules/Rules.h"

using namespace mlir;
using namespace sg::grad;
using namespace sg::rules;

/// Returns the type of `value` with the element type of `cotangent`, which may
/// be wider.
static Type typeLike(Value value, Value cotangent) {
  return withElementType(value.getType(), getElementTypeOrSelf(cotangent));
}

//===----------------------------------------------------------------------===//
// Broadcasts and sums
//===----------------------------------------------------------------------===//

/// Transposes a broadcast: sums over the dimensions along which `op` repeats
/// its source.
static LogicalResult transposeBroadcast(vector::BroadcastOp op,
                                        ReverseContext &context) {
  OpBuilder &b = context.builder();
  Location loc = op.getLoc();
  VectorType type = op.getResultVectorType();
  Value cotangent = context.wideCotangent(op.getVector());
  auto source = dyn_cast<VectorType>(op.getSourceType());
  int64_t leading = type.getRank() - (source ? source.getRank() : 0);
  auto isOne = [](VectorType type, int64_t dim) {
    return type.getDimSize(dim) == 1 && !type.getScalableDims()[dim];
  };
  SmallVector<bool> isSummed;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    isSummed.push_back(!isOne(type, dim) &&
                       (dim < leading || isOne(source, dim - leading)));
  if (llvm::is_contained(isSummed, true)) {
    SmallVector<int64_t> kept;
    SmallVector<bool> scalable;
    for (auto [dim, summed] : llvm::enumerate(isSummed))
      if (!summed) {
        kept.push_back(type.getDimSize(dim));
        scalable.push_back(type.getScalableDims()[dim]);
      }
    cotangent = context.convert(cotangent, getAccumulatorType(type), loc);
    Type element = getElementTypeOrSelf(cotangent);
    Type sum =
        kept.empty() ? element : VectorType::get(kept, element, scalable);
    Value zero = createZero(b, loc, sum);
    cotangent = vector::MultiDimReductionOp::create(
        b, loc, cotangent, zero, isSummed, vector::CombiningKind::ADD);
  }
  Type target = typeLike(op.getSource(), cotangent);
  if (cotangent.getType() != target) {
    if (!isa<VectorType>(cotangent.getType()))
      cotangent = vector::BroadcastOp::create(b, loc, target, cotangent);
    else if (!isa<VectorType>(target))
      cotangent = vector::ExtractOp::create(
          b, loc, cotangent,
          SmallVector<int64_t>(cast<VectorType>(cotangent.getType()).getRank(),
                               0));
    else
      cotangent = vector::ShapeCastOp::create(b, loc, target, cotangent);
  }
  context.accumulate(op.getSource(), cotangent);
  return success();
}

/// Transposes a sum of `source` over `dims`: broadcasts `cotangent` back.
static Value transposeSum(OpBuilder &b, Location loc, Value cotangent,
                          Value source, ArrayRef<int64_t> dims) {
  auto type = cast<VectorType>(typeLike(source, cotangent));
  if (isa<VectorType>(cotangent.getType())) {
    SmallVector<int64_t> shape(type.getShape());
    SmallVector<bool> scalable(type.getScalableDims());
    for (int64_t dim : dims) {
      shape[dim] = 1;
      scalable[dim] = false;
    }
    auto flat = VectorType::get(shape, type.getElementType(), scalable);
    cotangent = vector::ShapeCastOp::create(b, loc, flat, cotangent);
  }
  return vector::BroadcastOp::create(b, loc, type, cotangent);
}

namespace {
struct MultiReductionRule
    : DifferentiableOpInterface::ExternalModel<MultiReductionRule,
                                               vector::MultiDimReductionOp> {
  void derivativeFlow(Operation *op, FlowContext &flow) const {
    flow.edgesToResults(op);
  }
  static LogicalResult verifyKind(vector::MultiDimReductionOp op) {
    if (op.getKind() == vector::CombiningKind::ADD)
      return success();
    return DerivativeContext::emitUnsupported(op,
                                              "has a derivative for sums only");
  }
  LogicalResult pushforward(Operation *o, ForwardContext &context) const {
    auto op = cast<vector::MultiDimReductionOp>(o);
    if (failed(verifyKind(op)))
      return failure();
    if (context.tangent(op.getSource()))
      return pushforwardLinear(op, context);
    context.setTangent(op.getDest(), context.tangent(op.getAcc()));
    return success();
  }
  LogicalResult pullback(Operation *o, ReverseContext &context) const {
    auto op = cast<vector::MultiDimReductionOp>(o);
    if (failed(verifyKind(op)))
      return failure();
    Value cotangent = context.wideCotangent(op.getDest());
    if (context.isActive(op.getSource()))
      context.accumulate(op.getSource(),
                         transposeSum(context.builder(), op.getLoc(), cotangent,
                                      op.getSource(), op.getReductionDims()));
    context.accumulate(op.getAcc(), cotangent);
    return success();
  }
};

/// The rule of vector.reduction. Sums are linear. For an extremum, the tied
/// elements, and the accumulator if it is tied, share the derivative equally.
/// Products are decomposed into multiplications.
struct ReductionRule
    : DifferentiableOpInterface::ExternalModel<ReductionRule,
                                               vector::ReductionOp> {
  void derivativeFlow(Operation *op, FlowContext &flow) const {
    flow.edgesToResults(op);
  }

  SmallVector<Value> decompose(Operation *o, OpBuilder &b,
                               DecompositionContext &) const {
    auto op = cast<vector::ReductionOp>(o);
    if (op.getKind() != vector::CombiningKind::MUL)
      return {};
    Location loc = op.getLoc();
    Value product = op.getAcc();
    VectorType type = op.getSourceVectorType();
    if (type.isScalable())
      return {};
    for (int64_t i = 0; i < type.getNumElements(); ++i) {
      Value factor = type.getRank() == 0
                         ? vector::ExtractOp::create(b, loc, op.getVector())
                         : vector::ExtractOp::create(b, loc, op.getVector(), i);
      product = product ? arith::MulFOp::create(b, loc, product, factor,
                                                op.getFastmath())
                        : factor;
    }
    return {product};
  }

  LogicalResult pushforward(Operation *o, ForwardContext &context) const {
    auto op = cast<vector::ReductionOp>(o);
    OpBuilder &b = context.builder();
    Location loc = op.getLoc();
    Value elements = context.tangent(op.getVector());
    Value start = op.getAcc() ? context.tangent(op.getAcc()) : Value();
    if (op.getKind() == vector::CombiningKind::ADD) {
      Value sum = start;
      if (elements)
        sum = vector::ReductionOp::create(b, loc, vector::CombiningKind::ADD,
                                          elements, start, op.getFastmath());
      context.setTangent(op.getDest(), sum);
      return success();
    }
    if (failed(verifyKind(op)))
      return failure();
    Ties ties(op, context);
    Value sum;
    if (elements) {
      Value selected = selectTied(context, ties.elements, elements, loc);
      sum = vector::ReductionOp::create(b, loc, vector::CombiningKind::ADD,
                                        selected);
    }
    if (start)
      sum = context.add(sum, selectTied(context, ties.start, start, loc), loc);
    // If the result is NaN, nothing is tied. A divisor of one makes the
    // derivative zero, as in reverse mode.
    Value one = arith::ConstantOp::create(
        b, loc, b.getFloatAttr(ties.count.getType(), 1.0));
    Value count = arith::MaximumFOp::create(b, loc, ties.count, one);
    Value share = arith::DivFOp::create(b, loc, sum, count);
    context.setTangent(op.getDest(),
                       context.convert(share, op.getDest().getType(), loc));
    return success();
  }

  LogicalResult pullback(Operation *o, ReverseContext &context) const {
    auto op = cast<vector::ReductionOp>(o);
    OpBuilder &b = context.builder();
    Location loc = op.getLoc();
    Value cotangent = context.wideCotangent(op.getDest());
    if (op.getKind() == vector::CombiningKind::ADD) {
      if (context.isActive(op.getVector()))
        context.accumulate(op.getVector(),
                           transposeSum(b, loc, cotangent, op.getVector(), {}));
      if (op.getAcc())
        context.accumulate(op.getAcc(), cotangent);
      return success();
    }
    if (failed(verifyKind(op)))
      return failure();
    Ties ties(op, context);
    cotangent = context.convert(cotangent, ties.count.getType(), loc);
    Value share = arith::DivFOp::create(b, loc, cotangent, ties.count);
    if (context.isActive(op.getVector())) {
      Value shares = transposeSum(b, loc, share, op.getVector(), {});
      context.accumulate(op.getVector(),
                         selectTied(context, ties.elements, shares, loc));
    }
    if (op.getAcc() && context.isActive(op.getAcc()))
      context.accumulate(op.getAcc(),
                         selectTied(context, ties.start, share, loc));
    return success();
  }

private:
  /// Returns `derivatives`, in the accumulator type, where `isTied` is true,
  /// otherwise zero.
  static Value selectTied(DerivativeContext &context, Value isTied,
                          Value derivatives, Location loc) {
    Value wide = context.convert(
        derivatives, getAccumulatorType(derivatives.getType()), loc);
    OpBuilder &b = context.builder();
    Value zero = createZero(b, loc, wide.getType());
    return arith::SelectOp::create(b, loc, isTied, wide, zero);
  }

  static LogicalResult verifyKind(vector::ReductionOp op) {
    switch (op.getKind()) {
    case vector::CombiningKind::MAXIMUMF:
    case vector::CombiningKind::MAXNUMF:
    case vector::CombiningKind::MINIMUMF:
    case vector::CombiningKind::MINNUMF:
      return success();
    default:
      return DerivativeContext::emitUnsupported(
          op, "has no derivative for this kind of reduction");
    }
  }

  /// Masks of the elements, and of the accumulator (`start`), that equal the
  /// result, and the number of these ties.
  struct Ties {
    Ties(vector::ReductionOp op, DerivativeContext &context) {
      OpBuilder &b = context.builder();
      Location loc = op.getLoc();
      Value result = context.primal(op.getDest());
      Value source = context.primal(op.getVector());
      Type type = getAccumulatorType(result.getType());
      Value results =
          vector::BroadcastOp::create(b, loc, source.getType(), result);
      elements = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OEQ,
                                       source, results);
      auto vectorType =
          cast<VectorType>(withElementType(source.getType(), type));
      Value zeros = createZero(b, loc, vectorType);
      Value ones = arith::ConstantOp::create(
          b, loc,
          DenseElementsAttr::get(vectorType, b.getFloatAttr(type, 1.0)));
      Value tied = arith::SelectOp::create(b, loc, elements, ones, zeros);
      count =
          vector::ReductionOp::create(b, loc, vector::CombiningKind::ADD, tied);
      if (!op.getAcc())
        return;
      Value initial = context.primal(op.getAcc());
      start = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OEQ, initial,
                                    result);
      Value one = arith::ConstantOp::create(b, loc, b.getFloatAttr(type, 1.0));
      Value zero = createZero(b, loc, type);
      Value more = arith::SelectOp::create(b, loc, start, one, zero);
      count = arith::AddFOp::create(b, loc, count, more);
    }
    Value elements, start, count;
  };
};
} // namespace

//===----------------------------------------------------------------------===//
// Parts and shapes
//===----------------------------------------------------------------------===//

static LogicalResult transposeExtract(vector::ExtractOp op,
                                      ReverseContext &context) {
  OpBuilder &b = context.builder();
  Value cotangent = context.wideCotangent(op.getResult());
  Location loc = op.getLoc();
  SmallVector<OpFoldResult> position = context.primal(op.getMixedPosition());
  // vector.extract may return one element as a vector<1xT>, but vector.insert
  // rejects a vector<1xT> for one element.
  auto part = dyn_cast<VectorType>(cotangent.getType());
  int64_t partRank = op.getSourceVectorType().getRank() - position.size();
  if (part && part.getRank() != partRank)
    cotangent = vector::ExtractOp::create(b, loc, cotangent, 0);
  Value zero =
      context.zero(op.getSource(), typeLike(op.getSource(), cotangent));
  Value whole = vector::InsertOp::create(b, loc, cotangent, zero, position);
  context.accumulate(op.getSource(), whole);
  return success();
}

static LogicalResult transposeInsert(vector::InsertOp op,
                                     ReverseContext &context) {
  OpBuilder &b = context.builder();
  Location loc = op.getLoc();
  Value cotangent = context.wideCotangent(op.getResult());
  SmallVector<OpFoldResult> position = context.primal(op.getMixedPosition());
  if (context.isActive(op.getValueToStore())) {
    Value part = vector::ExtractOp::create(b, loc, cotangent, position);
    context.accumulate(op.getValueToStore(), part);
  }
  if (context.isActive(op.getDest())) {
    Value zero = context.zero(op.getValueToStore(),
                              typeLike(op.getValueToStore(), cotangent));
    Value rest = vector::InsertOp::create(b, loc, zero, cotangent, position);
    context.accumulate(op.getDest(), rest);
  }
  return success();
}

static LogicalResult transposeShapeCast(vector::ShapeCastOp op,
                                        ReverseContext &context) {
  Value cotangent = context.wideCotangent(op.getResult());
  Value transposed = vector::ShapeCastOp::create(
      context.builder(), op.getLoc(), typeLike(op.getSource(), cotangent),
      cotangent);
  context.accumulate(op.getSource(), transposed);
  return success();
}

void sg::rules::registerVectorRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, vector::VectorDialect *) {
    using E = Expr;
    linear<vector::BroadcastOp>(context, transposeBroadcast);
    linear<vector::ExtractOp>(context, transposeExtract);
    scalar<vector::FMAOp>(
        context, [](E a, E b, E c, E y) { return b; },
        [](E a, E b, E c, E y) { return a; },
        [](E a, E b, E c, E y) { return E(1); });
    linear<vector::InsertOp>(context, transposeInsert);
    // The op has no result through which a derivative could flow.
    inactive<vector::PrintOp>(context);
    vector::MultiDimReductionOp::attachInterface<MultiReductionRule>(*context);
    vector::ReductionOp::attachInterface<ReductionRule>(*context);
    linear<vector::ShapeCastOp>(context, transposeShapeCast);
  });
}
