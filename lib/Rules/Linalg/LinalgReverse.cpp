//===- LinalgReverse.cpp - Cotangents of structured ops -------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A separate structured op computes the cotangent of each active input. Its
// result has the map of the input, and its body is the primal body reversed
// with respect to this input only. Hence the cotangent of one factor of a
// product reads only the other factor. The initial value is the cotangent
// summed so far, so that no op is needed to add the two.
//
//===----------------------------------------------------------------------===//

#include "Contraction.h"
#include "CotangentLayout.h"
#include "LinalgDerivatives.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "sg/Rules/Captures.h"
#include "sg/StructuredOps/ContractionDims.h"

using namespace mlir;
using namespace sg;
using namespace sg::grad;
using namespace sg::rules;

namespace {
/// A result that has a cotangent, and the map by which the body reads the
/// cotangent.
struct ResultSeed {
  unsigned result;
  AffineMap map;
  /// The cotangent, or, for an extremum, the share of each tied iteration.
  Value cotangent;
  std::optional<ExtremumChoice> choice;
  /// The element of `cotangent` in the current copy of the body.
  Value element = {};
};

/// A value that receives a cotangent: an operand, or a captured scalar.
struct Target {
  Value value;
  /// The block argument or captured scalar for `value` in the original body.
  Value inner;
  AffineMap map;

  bool isTensor() const { return isa<RankedTensorType>(value.getType()); }
  /// Returns true if each element of `value` is read in exactly one iteration.
  bool isReadOnce() const { return isTensor() && map.isPermutation(); }
};
} // namespace

using SeedVector = SmallVector<std::pair<Value, Value>>;

/// Pairs the yielded values in the body of `copy` with the cotangents of the
/// results. If `wide`, the body computes in the accumulator type.
static SeedVector seedResults(MutableArrayRef<ResultSeed> seeds, BodyCopy &copy,
                              bool wide, ReverseContext &context,
                              Location loc) {
  copy.setInsertionPointToEnd();
  SeedVector result;
  for (ResultSeed &seed : seeds) {
    Value cotangent = seed.element = copy.read(seed.cotangent, seed.map);
    if (wide)
      cotangent = context.convert(cotangent,
                                  getAccumulatorType(cotangent.getType()), loc);
    if (seed.choice) {
      Value term = copy.lookup(seed.choice->getTerm());
      result.emplace_back(term, seed.choice->choose(copy, term, cotangent));
    } else {
      result.emplace_back(copy.yielded(seed.result), cotangent);
    }
  }
  return result;
}

//===----------------------------------------------------------------------===//
// One target
//===----------------------------------------------------------------------===//

static Value scalarTensor(OpBuilder &b, Location loc, Value scalar) {
  auto type = RankedTensorType::get({}, scalar.getType());
  return tensor::FromElementsOp::create(b, loc, type, scalar);
}

/// Builds a structured op that adds to the cotangent of one target.
static LogicalResult pullbackInto(linalg::LinalgOp op, const Target &target,
                                  MutableArrayRef<ResultSeed> seeds,
                                  ReverseContext &context) {
  Location loc = op.getLoc();
  OpBuilder &b = context.builder();
  Type type = getAccumulatorType(target.value.getType());
  Value running = context.take(target.value);
  bool isSum = running || !target.isReadOnce();
  Value start;
  if (!isSum) {
    start = context.empty(target.value, target.value.getType());
  } else {
    start = running ? running : context.zero(target.value, type);
    if (!target.isTensor())
      start = scalarTensor(b, loc, start);
  }

  BodyCopy copy(op, context);
  SeedVector inside =
      seedResults(seeds, copy, /*wide=*/!target.isReadOnce(), context, loc);
  Value element = copy.addResult(start, target.map);
  Value inner = copy.lookup(target.inner);
  DerivativeContext::PlainProducts plain(context, !target.isReadOnce() &&
                                                      getFactors(op));
  FailureOr<Cotangents> cotangents =
      context.pullbackCopy(copy.getRegion(), inside, inner);
  if (failed(cotangents))
    return failure();
  Value cotangent = cotangents->lookup(inner);
  if (!cotangent) { // these results do not depend on the target
    context.accumulate(target.value, running);
    return success();
  }
  for (const ResultSeed &seed : seeds)
    if (auto change = getLayoutChange(seed.map, {target.value, target.map});
        change && cotangent == seed.element) {
      copy.discard();
      context.accumulate(target.value, running);
      accumulateInLayout(*change, {seed.cotangent, seed.map},
                         {target.value, target.map}, context, loc);
      return success();
    }
  copy.setInsertionPointToEnd();
  cotangent = context.convert(cotangent, element.getType(), loc);
  if (isSum)
    cotangent = context.add(element, cotangent, loc);
  Value result = copy.finish(cotangent).front();
  if (!target.isTensor())
    result = tensor::ExtractOp::create(b, loc, result, ValueRange());
  context.accumulate(target.value, result);
  return success();
}

/// Adds to the cotangents of captured tensors from which the body extracts
/// elements. The loops are sequential, because iterations may add to one
/// element.
static LogicalResult scatterInto(linalg::LinalgOp op, ArrayRef<Value> tensors,
                                 MutableArrayRef<ResultSeed> seeds,
                                 ReverseContext &context) {
  SmallVector<Value> starts;
  for (Value tensor : tensors)
    starts.push_back(context.takeOrZero(tensor));
  BodyCopy copy(op, context);
  SeedVector inside =
      seedResults(seeds, copy, /*wide=*/true, context, op.getLoc());
  SmallVector<Value> carried;
  for (auto [tensor, start] : llvm::zip(tensors, starts)) {
    carried.push_back(copy.addCarried(start));
    inside.emplace_back(tensor, carried.back());
  }
  FailureOr<Cotangents> cotangents =
      context.pullbackCopy(copy.getRegion(), inside, tensors);
  if (failed(cotangents))
    return failure();
  SmallVector<Value> next;
  for (Value tensor : tensors)
    next.push_back(cotangents->lookup(tensor));
  for (auto [tensor, cotangent] : llvm::zip(tensors, copy.finishAsLoops(next)))
    context.accumulate(tensor, cotangent);
  return success();
}

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

/// Adds the contraction of `cotangent` and the factor `other` to the cotangent
/// of the factor `input`. Returns false if the maps form no contraction.
static bool pullbackContraction(linalg::LinalgOp op, OpOperand *input,
                                OpOperand *other, Value cotangent,
                                ReverseContext &context) {
  auto map = [&](OpOperand *operand) {
    return op.getMatchingIndexingMap(operand);
  };
  OpOperand *init = op.getDpsInitOperand(0);
  for (OpOperand *operand : {input, other, init})
    if (!map(operand).isProjectedPermutation() ||
        !isa<RankedTensorType>(operand->get().getType()))
      return false;
  // linalg.contract needs a reduction dimension.
  auto dims = linalg::inferContractionDims({map(init), map(other), map(input)});
  if (failed(dims) || dims->k.empty())
    return false;
  Value start = context.takeOrZero(input->get());
  bool isFirst = input->getOperandNumber() < other->getOperandNumber();
  Indexed seed{cotangent, map(init)};
  Indexed factor{context.primal(other->get()), map(other)};
  Value result =
      createContraction(context.builder(), op.getLoc(), isFirst ? seed : factor,
                        isFirst ? factor : seed, {start, map(input)});
  if (!result) { // restore the cotangent removed by takeOrZero
    context.accumulate(input->get(), start);
    return false;
  }
  context.accumulate(input->get(), result);
  return true;
}

//===----------------------------------------------------------------------===//
// The rule
//===----------------------------------------------------------------------===//

/// Collects a seed for each result that has a cotangent.
static LogicalResult collectSeeds(linalg::LinalgOp op, ReverseContext &context,
                                  SmallVectorImpl<ResultSeed> &seeds) {
  for (OpOperand &init : op.getDpsInitsMutable()) {
    OpResult result = op.getTiedOpResult(&init);
    Value cotangent = context.cotangent(result);
    if (!cotangent)
      continue;
    unsigned j = result.getResultNumber();
    AffineMap map = op.getMatchingIndexingMap(&init);
    switch (getResultForm(op, j).kind) {
    case ResultForm::Pointwise:
      seeds.push_back({j, map, cotangent, std::nullopt});
      break;
    case ResultForm::Sum:
      seeds.push_back({j, map, cotangent, std::nullopt});
      break;
    case ResultForm::Extremum: {
      ExtremumChoice choice(op, j, context);
      Value shared = choice.share(cotangent);
      seeds.push_back({j, map, shared, choice});
      break;
    }
    case ResultForm::Other:
      return DerivativeContext::emitUnsupported(
          op, "combines its iterations in a way that was not decomposed");
    }
  }
  return success();
}

/// Returns the operands whose cotangents the reversed body must compute. Emits
/// the cotangents of the other operands: factors of a contraction, and initial
/// values of sums and extrema.
static SmallVector<Target> collectTargets(linalg::LinalgOp op,
                                          MutableArrayRef<ResultSeed> seeds,
                                          ReverseContext &context) {
  // Inputs that read the same element form one target, because a BodyCopy
  // merges such inputs. An initial value is not merged.
  SmallVector<Target> targets;
  auto addTarget = [&](OpOperand &operand) {
    Value inner = op.getMatchingBlockArgument(&operand);
    AffineMap map = op.getMatchingIndexingMap(&operand);
    bool isMerged = op.isDpsInput(&operand) &&
                    llvm::any_of(targets, [&](const Target &target) {
                      return target.value == operand.get() && target.map == map;
                    });
    if (context.isActive(operand.get()) && context.isActive(inner) && !isMerged)
      targets.push_back({operand.get(), inner, map});
  };
  auto factors = getFactors(op);
  for (OpOperand *input : op.getDpsInputOperands()) {
    bool isFactor =
        factors && (input == factors->first || input == factors->second);
    if (isFactor && context.isActive(input->get()) &&
        pullbackContraction(op, input,
                            input == factors->first ? factors->second
                                                    : factors->first,
                            seeds.front().cotangent, context))
      continue;
    addTarget(*input);
  }
  for (ResultSeed &seed : seeds) {
    OpOperand *init = op.getDpsInitOperand(seed.result);
    if (!context.isActive(init->get()))
      continue;
    if (seed.choice) {
      context.accumulate(init->get(),
                         seed.choice->mayComeFromInit()
                             ? seed.choice->chooseInit(seed.cotangent)
                             : Value());
    } else if (!isPointwise(op, *init)) {
      context.accumulate(init->get(), seed.cotangent);
    }
  }
  for (OpOperand &init : op.getDpsInitsMutable())
    if (isPointwise(op, init))
      addTarget(init);
  return targets;
}

LogicalResult sg::rules::pullbackStructured(linalg::LinalgOp op,
                                            ReverseContext &context) {
  SmallVector<ResultSeed> seeds;
  if (failed(collectSeeds(op, context, seeds)))
    return failure();
  SmallVector<Target> targets = collectTargets(op, seeds, context);
  SmallVector<Value> tensors;
  AffineMap everywhere = AffineMap::get(op.getNumLoops(), 0, op.getContext());
  for (Value capture : getActiveCaptures(op, context)) {
    if (isa<RankedTensorType>(capture.getType()))
      tensors.push_back(capture);
    else
      targets.push_back({capture, capture, everywhere});
  }
  for (const Target &target : targets)
    if (failed(pullbackInto(op, target, seeds, context)))
      return failure();
  if (!tensors.empty())
    return scatterInto(op, tensors, seeds, context);
  return success();
}
