//===- LinalgForward.cpp - Tangents of structured ops ---------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A separate op computes the tangent, so that a named primal op is unchanged.
// If the form of a result is unknown (ResultForm::Other), one op computes both
// results and tangents.
//
//===----------------------------------------------------------------------===//

#include "Contraction.h"
#include "LinalgDerivatives.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "sg/Rules/Captures.h"
#include "sg/StructuredOps/ContractionDims.h"

using namespace mlir;
using namespace sg;
using namespace sg::grad;
using namespace sg::rules;

using SeedVector = SmallVector<std::pair<Value, Value>>;

/// Returns the initial value for the tangent of a sum, in the accumulator type.
static Value createInitialTangent(OpOperand &init, ForwardContext &context,
                                  Location loc) {
  Type type = getAccumulatorType(init.get().getType());
  if (Value tangent = context.tangent(init.get()))
    return context.convert(tangent, type, loc);
  return context.zero(init.get(), type);
}

static bool isPermuted(linalg::LinalgOp op, OpOperand *operand) {
  return op.getMatchingIndexingMap(operand).isProjectedPermutation();
}

/// Clones `op` with `operand` replaced by `tangent` and the initial value by
/// `init`.
static Value cloneWith(linalg::LinalgOp op, OpOperand *operand, Value tangent,
                       Value init, ForwardContext &context) {
  Operation *clone = context.builder().clone(*op);
  clone->setOperand(operand->getOperandNumber(), tangent);
  clone->setOperand(op.getDpsInitOperand(0)->getOperandNumber(), init);
  return clone->getResult(0);
}

/// Computes the tangent with one op per input, or returns null if `op` is
/// nonlinear.
static Value pushforwardNamed(linalg::LinalgOp op, ForwardContext &context) {
  if (op->getNumResults() != 1)
    return {};
  Location loc = op.getLoc();
  OpOperand *init = op.getDpsInitOperand(0);
  if (OpOperand *input = getCopiedInput(op)) {
    Value tangent = context.tangent(input->get());
    if (!tangent)
      return {};
    // The op does not read its initial value.
    Value target = init->get();
    if (!target.getDefiningOp<tensor::EmptyOp>())
      target = context.empty(target, target.getType());
    return cloneWith(op, input, tangent, target, context);
  }
  SmallVector<OpOperand *> inputs;
  auto factors = getFactors(op);
  if (factors)
    inputs = {factors->first, factors->second};
  else if (OpOperand *input = getSummedInput(op))
    inputs = {input};
  else
    return {};
  Type type = init->get().getType();
  bool isWide = getAccumulatorType(type) != type;
  bool isContraction = factors && isPermuted(op, factors->first) &&
                       isPermuted(op, factors->second) && isPermuted(op, init);
  if (isWide && !isContraction)
    return {};

  Value sum = createInitialTangent(*init, context, loc);
  for (OpOperand *input : inputs) {
    Value tangent = context.tangent(input->get());
    if (!tangent)
      continue;
    if (!isContraction) {
      sum = cloneWith(op, input, tangent, sum, context);
      continue;
    }
    auto indexed = [&](OpOperand *operand, Value tensor) {
      return Indexed{tensor, op.getMatchingIndexingMap(operand)};
    };
    auto factor = [&](OpOperand *operand) {
      return indexed(operand, operand == input ? tangent : operand->get());
    };
    sum = createContraction(context.builder(), loc, factor(factors->first),
                            factor(factors->second), indexed(init, sum));
    if (!sum)
      return {};
  }
  return context.convert(sum, type, loc);
}

/// Pairs the arguments of `copy` for inputs with elements of their tangents.
static SeedVector seedInputs(linalg::LinalgOp op, BodyCopy &copy,
                             ForwardContext &context) {
  SeedVector seeds;
  auto add = [&](OpOperand &operand) {
    Value tangent = context.tangent(operand.get());
    Value element = copy.element(operand);
    bool isKnown =
        llvm::any_of(seeds, [&](auto &seed) { return seed.first == element; });
    if (tangent && !isKnown)
      seeds.emplace_back(
          element, copy.read(tangent, op.getMatchingIndexingMap(&operand)));
  };
  for (OpOperand *input : op.getDpsInputOperands())
    add(*input);
  for (OpOperand &init : op.getDpsInitsMutable())
    if (isPointwise(op, init))
      add(init);
  for (Value capture : getActiveCaptures(op, context))
    seeds.emplace_back(capture, context.tangent(capture));
  return seeds;
}

/// Computes the tangents of pointwise results and of sums.
static LogicalResult pushforwardSums(linalg::LinalgOp op,
                                     ArrayRef<unsigned> positions,
                                     ForwardContext &context) {
  Location loc = op.getLoc();
  SmallVector<Value> starts;
  for (unsigned j : positions) {
    OpOperand &init = *op.getDpsInitOperand(j);
    starts.push_back(isPointwise(op, init)
                         ? context.empty(init.get(), init.get().getType())
                         : createInitialTangent(init, context, loc));
  }
  BodyCopy copy(op, context);
  DerivativeContext::PlainProducts plain(context, getFactors(op).has_value());
  FailureOr<Tangents> tangents =
      context.pushforwardCopy(copy.getRegion(), seedInputs(op, copy, context));
  if (failed(tangents))
    return failure();
  copy.setInsertionPointToEnd();
  SmallVector<Value> yields;
  for (auto [j, start] : llvm::zip(positions, starts)) {
    OpOperand *init = op.getDpsInitOperand(j);
    Value accumulator = copy.addResult(start, op.getMatchingIndexingMap(init));
    Value tangent = tangents->lookup(copy.yielded(j));
    if (isPointwise(op, *init))
      yields.push_back(tangent ? tangent : context.zero(copy.yielded(j)));
    else
      yields.push_back(context.add(
          accumulator,
          tangent ? context.convert(tangent, accumulator.getType(), loc)
                  : Value(),
          loc));
  }
  SmallVector<Value> results = copy.finish(yields);
  for (auto [j, tangent] : llvm::zip(positions, results))
    context.setTangent(
        op->getResult(j),
        context.convert(tangent, op->getResult(j).getType(), loc));
  return success();
}

static LogicalResult pushforwardExtremum(linalg::LinalgOp op, unsigned j,
                                         ForwardContext &context) {
  Location loc = op.getLoc();
  OpOperand *init = op.getDpsInitOperand(j);
  Type type = getAccumulatorType(init->get().getType());
  ExtremumChoice choice(op, j, context);
  Value start;
  Value initTangent = context.tangent(init->get());
  if (initTangent && choice.mayComeFromInit())
    start = choice.chooseInit(context.convert(initTangent, type, loc));
  else
    start = context.zero(init->get(), type);

  BodyCopy copy(op, context);
  copy.setYielded(j, copy.lookup(choice.getTerm()));
  FailureOr<Tangents> tangents =
      context.pushforwardCopy(copy.getRegion(), seedInputs(op, copy, context));
  if (failed(tangents))
    return failure();
  copy.setInsertionPointToEnd();
  Value sum = copy.addResult(start, op.getMatchingIndexingMap(init));
  if (Value tangent = tangents->lookup(copy.yielded(j))) {
    Value chosen = choice.choose(copy, copy.yielded(j),
                                 context.convert(tangent, sum.getType(), loc));
    sum = context.add(sum, chosen, loc);
  }
  Value shared = choice.share(copy.finish(sum).front());
  context.setTangent(op->getResult(j),
                     context.convert(shared, op->getResult(j).getType(), loc));
  return success();
}

/// Builds one op that computes results of any form and their tangents.
static LogicalResult pushforwardTogether(linalg::LinalgOp op,
                                         ArrayRef<unsigned> positions,
                                         ForwardContext &context) {
  SmallVector<Value> starts;
  for (unsigned j : positions)
    starts.push_back(context.tangentOrZero(op.getDpsInitOperand(j)->get()));
  BodyCopy copy(op, context);
  copy.setRecomputesResults();
  SeedVector seeds = seedInputs(op, copy, context);
  // Replace elements of the initial values by accumulators of the new op.
  for (OpOperand &init : op.getDpsInitsMutable()) {
    Value element = copy.element(init);
    Value accumulator =
        copy.addResult(init.get(), op.getMatchingIndexingMap(&init));
    element.replaceAllUsesWith(accumulator);
    llvm::erase_if(seeds, [&](auto &seed) { return seed.first == element; });
    auto *position =
        llvm::find(positions, op.getTiedOpResult(&init).getResultNumber());
    if (position == positions.end())
      continue;
    Value start = starts[std::distance(positions.begin(), position)];
    seeds.emplace_back(accumulator,
                       copy.addResult(start, op.getMatchingIndexingMap(&init)));
  }
  FailureOr<Tangents> tangents =
      context.pushforwardCopy(copy.getRegion(), seeds);
  if (failed(tangents))
    return failure();
  copy.setInsertionPointToEnd();
  SmallVector<Value> yields;
  for (unsigned j = 0; j < op->getNumResults(); ++j) {
    Value value = copy.yielded(j);
    yields.push_back(value);
    if (!llvm::is_contained(positions, j))
      continue;
    Value tangent = tangents->lookup(value);
    yields.push_back(tangent ? tangent : context.zero(value));
  }
  SmallVector<Value> newResults = copy.finish(yields);
  SmallVector<Value> results, resultTangents;
  for (unsigned j = 0, k = 0; j < op->getNumResults(); ++j) {
    results.push_back(newResults[k++]);
    if (llvm::is_contained(positions, j))
      resultTangents.push_back(newResults[k++]);
  }
  context.replace(op, results);
  for (auto [j, tangent] : llvm::zip(positions, resultTangents))
    context.setTangent(results[j], tangent);
  return success();
}

/// Returns the results that are active, or whose accumulator is active, because
/// an active result may read the accumulator of an inactive result.
static SmallVector<unsigned> getActiveAccumulators(linalg::LinalgOp op,
                                                   ForwardContext &context) {
  SmallVector<unsigned> positions;
  for (OpOperand &init : op.getDpsInitsMutable()) {
    OpResult result = op.getTiedOpResult(&init);
    if (context.isActive(result) ||
        context.isActive(op.getMatchingBlockArgument(&init)))
      positions.push_back(result.getResultNumber());
  }
  return positions;
}

LogicalResult sg::rules::pushforwardStructured(linalg::LinalgOp op,
                                               ForwardContext &context) {
  if (Value tangent = pushforwardNamed(op, context)) {
    context.setTangent(op->getResult(0), tangent);
    return success();
  }
  SmallVector<unsigned> sums, extrema;
  bool isKnown = true;
  for (unsigned j = 0; j < op->getNumResults(); ++j) {
    if (!context.isActive(op->getResult(j)))
      continue;
    ResultForm form = getResultForm(op, j);
    isKnown &= form.kind != ResultForm::Other;
    (form.kind == ResultForm::Extremum ? extrema : sums).push_back(j);
  }
  if (!isKnown)
    return pushforwardTogether(op, getActiveAccumulators(op, context), context);
  if (!sums.empty() && failed(pushforwardSums(op, sums, context)))
    return failure();
  for (unsigned j : extrema)
    if (failed(pushforwardExtremum(op, j, context)))
      return failure();
  return success();
}
