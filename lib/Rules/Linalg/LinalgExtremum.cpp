//===- LinalgExtremum.cpp - Reductions by maximum and minimum -------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgDerivatives.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace sg;
using namespace sg::grad;
using namespace sg::rules;

/// Returns the constant that all elements of `tensor` equal, if known.
static std::optional<APFloat> getSplat(Value tensor) {
  SplatElementsAttr splat;
  FloatAttr scalar;
  if (matchPattern(tensor, m_Constant(&scalar)))
    return scalar.getValue();
  if (matchPattern(tensor, m_Constant(&splat)))
    return splat.getSplatValue<APFloat>();
  if (auto op = tensor.getDefiningOp<tensor::SplatOp>())
    return getSplat(op.getInput());
  // Look through linalg.fill, linalg.broadcast and equivalent generics.
  if (auto op = tensor.getDefiningOp<linalg::LinalgOp>())
    if (OpOperand *input = getCopiedInput(op))
      return getSplat(input->get());
  return std::nullopt;
}

/// Returns true if all elements of `init` are the neutral element of
/// `combiner`, or the largest finite value of the same sign.
static bool isNeutral(Value init, Operation *combiner) {
  std::optional<APFloat> value = getSplat(init);
  bool isMaximum = isa<arith::MaximumFOp, arith::MaxNumFOp>(combiner);
  return value && (value->isInfinity() || value->isLargest()) &&
         value->isNegative() == isMaximum;
}

ExtremumChoice::ExtremumChoice(linalg::LinalgOp op, unsigned result,
                               DerivativeContext &context)
    : op(op), context(context), form(getResultForm(op, result)) {
  OpOperand *operand = op.getDpsInitOperand(result);
  map = op.getMatchingIndexingMap(operand);
  withInit = !isNeutral(operand->get(), form.combiner);
  this->result = context.primal(op.getTiedOpResult(operand));
  if (withInit)
    init = context.primal(operand->get());
  if (hasWindows(op))
    findFirst();
  else
    countTies();
}

/// Builds a tensor with the shape of the result whose elements, of type
/// `element`, `body` computes from the elements of `inputs`.
Value ExtremumChoice::createElementwise(
    ValueRange inputs, Type element,
    function_ref<Value(OpBuilder &, ValueRange)> body) {
  OpBuilder &b = context.builder();
  Location loc = op.getLoc();
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, loc, result);
  Value empty = tensor::EmptyOp::create(b, loc, sizes, element);
  SmallVector<AffineMap> maps(inputs.size() + 1,
                              b.getMultiDimIdentityMap(sizes.size()));
  SmallVector<utils::IteratorType> iterators(sizes.size(),
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             b, loc, empty.getType(), inputs, empty, maps, iterators,
             [&](OpBuilder &b, Location loc, ValueRange elements) {
               linalg::YieldOp::create(b, loc, body(b, elements.drop_back()));
             })
      .getResult(0);
}

static Value createFloat(OpBuilder &b, Location loc, Type type, double value) {
  return arith::ConstantOp::create(b, loc, b.getFloatAttr(type, value));
}

static Value isEqual(OpBuilder &b, Location loc, Value x, Value y) {
  return arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OEQ, x, y);
}

void ExtremumChoice::countTies() {
  OpBuilder &b = context.builder();
  Location loc = op.getLoc();
  Type type = getElementTypeOrSelf(getAccumulatorType(result.getType()));
  Value start = createElementwise(
      withInit ? ValueRange{init, result} : ValueRange(), type,
      [&](OpBuilder &b, ValueRange elements) -> Value {
        Value zero = createFloat(b, loc, type, 0.0);
        if (!withInit)
          return zero;
        Value isTied = isEqual(b, loc, elements[0], elements[1]);
        Value one = createFloat(b, loc, type, 1.0);
        return arith::SelectOp::create(b, loc, isTied, one, zero);
      });
  BodyCopy copy(op, context);
  copy.setInsertionPointToEnd();
  Value extremum = copy.read(result, map);
  Value running = copy.addResult(start, map);
  Value isTied = isEqual(b, loc, copy.lookup(form.term), extremum);
  Value one = createFloat(b, loc, type, 1.0);
  Value zero = createFloat(b, loc, type, 0.0);
  Value increment = arith::SelectOp::create(b, loc, isTied, one, zero);
  Value sum = arith::AddFOp::create(b, loc, running, increment);
  ties = copy.finish(sum).front();
}

/// Returns the integer type of the position of an iteration among the
/// iterations that one element combines. The maximum of the type means no tie.
/// i32, if sufficient, halves the memory.
Type ExtremumChoice::getPositionType() {
  OpBuilder &b = context.builder();
  int64_t count = 1;
  for (auto [dim, size] : llvm::enumerate(op.getStaticLoopRanges()))
    if (!map.isFunctionOfDim(dim) &&
        (ShapedType::isDynamic(size) || llvm::MulOverflow(count, size, count)))
      return b.getIndexType();
  if (count > std::numeric_limits<int32_t>::max())
    return b.getIndexType();
  return b.getI32Type();
}

Value ExtremumChoice::createPosition(OpBuilder &b, int64_t position) {
  Type type = getPositionType();
  return arith::ConstantOp::create(b, op.getLoc(),
                                   b.getIntegerAttr(type, position));
}

/// Emits the position of the current iteration (see getPositionType).
Value ExtremumChoice::position(BodyCopy &copy) {
  OpBuilder &b = context.builder();
  Location loc = op.getLoc();
  SmallVector<OpFoldResult> sizes = copy.loopSizes();
  Value position;
  for (unsigned dim = 0; dim < op.getNumLoops(); ++dim) {
    if (map.isFunctionOfDim(dim))
      continue;
    Value index = linalg::IndexOp::create(b, loc, dim);
    if (!position) {
      position = index;
      continue;
    }
    Value size = getValueOrCreateConstantIndexOp(b, loc, sizes[dim]);
    Value scaled = arith::MulIOp::create(b, loc, position, size);
    position = arith::AddIOp::create(b, loc, scaled, index);
  }
  // Each element combines one iteration. The op is not pointwise only because
  // it does not write all elements.
  if (!position)
    return createPosition(b, 0);
  return getValueOrCreateCastToIndexLike(b, loc, getPositionType(), position);
}

void ExtremumChoice::findFirst() {
  OpBuilder &b = context.builder();
  Location loc = op.getLoc();
  Type type = getPositionType();
  int64_t last = type.isIndex() ? std::numeric_limits<int64_t>::max()
                                : std::numeric_limits<int32_t>::max();
  Value start = createElementwise(
      withInit ? ValueRange{init, result} : ValueRange(), type,
      [&](OpBuilder &b, ValueRange elements) -> Value {
        Value noTie = createPosition(b, last);
        if (!withInit)
          return noTie;
        Value isTied = isEqual(b, loc, elements[0], elements[1]);
        Value initPosition = createPosition(b, -1);
        return arith::SelectOp::create(b, loc, isTied, initPosition, noTie);
      });
  BodyCopy copy(op, context);
  copy.setInsertionPointToEnd();
  Value extremum = copy.read(result, map);
  Value running = copy.addResult(start, map);
  Value isTied = isEqual(b, loc, copy.lookup(form.term), extremum);
  Value currentPosition = position(copy);
  Value noTie = createPosition(b, last);
  Value candidate =
      arith::SelectOp::create(b, loc, isTied, currentPosition, noTie);
  Value minimum = arith::MinSIOp::create(b, loc, running, candidate);
  first = copy.finish(minimum).front();
}

Value ExtremumChoice::choose(BodyCopy &copy, Value term, Value derivative) {
  OpBuilder &b = context.builder();
  Location loc = op.getLoc();
  Value isChosen;
  if (first) {
    Value chosen = copy.read(first, map);
    Value currentPosition = position(copy);
    isChosen = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                     currentPosition, chosen);
  } else {
    Value extremum = copy.read(result, map);
    isChosen = isEqual(b, loc, term, extremum);
  }
  Value zero = createFloat(b, loc, derivative.getType(), 0.0);
  return arith::SelectOp::create(b, loc, isChosen, derivative, zero);
}

Value ExtremumChoice::chooseInit(Value derivative) {
  Location loc = op.getLoc();
  Type type = getElementTypeOrSelf(derivative);
  SmallVector<Value> inputs{derivative};
  if (first)
    inputs.push_back(first);
  else
    inputs.append({init, result});
  return createElementwise(
      inputs, type, [&](OpBuilder &b, ValueRange elements) -> Value {
        Value isChosen;
        if (first) {
          Value initPosition = createPosition(b, -1);
          isChosen = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                           elements[1], initPosition);
        } else {
          isChosen = isEqual(b, loc, elements[1], elements[2]);
        }
        Value zero = createFloat(b, loc, type, 0.0);
        return arith::SelectOp::create(b, loc, isChosen, elements[0], zero);
      });
}

Value ExtremumChoice::share(Value derivative) {
  if (first)
    return derivative;
  Location loc = op.getLoc();
  Value wide = context.convert(derivative, ties.getType(), loc);
  Type type = getElementTypeOrSelf(ties);
  return createElementwise(
      {wide, ties}, type, [&](OpBuilder &b, ValueRange elements) -> Value {
        // If the result is NaN, no iteration is tied and the count is zero.
        Value one = createFloat(b, loc, type, 1.0);
        Value count = arith::MaximumFOp::create(b, loc, elements[1], one);
        return arith::DivFOp::create(b, loc, elements[0], count);
      });
}
