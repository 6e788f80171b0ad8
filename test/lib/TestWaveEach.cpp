//===- TestWaveEach.cpp - The rule of an op with a region -----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/WritingARule.md quotes this file.
//
//===----------------------------------------------------------------------===//

#include "Wave.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sg/Rules/Captures.h"
#include "sg/Rules/RuleKinds.h"

using namespace mlir;
using namespace sg::grad;

/// Returns the type of a signal with the length of `like` and elements of type
/// `element`.
static RankedTensorType signalOf(Value like, Type element) {
  return cast<RankedTensorType>(like.getType()).clone(element);
}

LogicalResult wave::EachOp::verify() {
  Block &block = getBody().front();
  auto fits = [](TypeRange elements, TypeRange signals) {
    return llvm::equal(elements, signals, [](Type element, Type signal) {
      return element == cast<RankedTensorType>(signal).getElementType();
    });
  };
  if (getSignals().empty() ||
      !fits(block.getArgumentTypes(), getSignals().getTypes()) ||
      !fits(block.getTerminator()->getOperandTypes(), getResultTypes()))
    return emitOpError("takes and yields an element of each of its signals");
  return success();
}

//===----------------------------------------------------------------------===//
// The derivative
//===----------------------------------------------------------------------===//

/// Rebuilds the op with further operands and results. Its region already has
/// the corresponding arguments and yielded values.
static wave::EachOp rebuild(wave::EachOp op, ValueRange furtherOperands,
                            ValueRange furtherYields,
                            DerivativeContext &context) {
  SmallVector<Value> operands(op.getSignals());
  llvm::append_range(operands, furtherOperands);
  SmallVector<Type> types(op.getResultTypes());
  for (Value value : furtherYields)
    types.push_back(signalOf(operands.front(), value.getType()));
  Operation *yield = op.getBody().front().getTerminator();
  yield->insertOperands(yield->getNumOperands(), furtherYields);
  OpBuilder b(
      op); // insert into the primal program, not at the context's builder
  auto made = wave::EachOp::create(b, op.getLoc(), types, operands);
  made.getBody().takeBody(op.getBody());
  context.replace(op, made.getResults().take_front(op.getNumResults()));
  return made;
}

/// Returns signals with all values of the region that its reverse reads. A
/// value that is not an argument of the region becomes a further result of the
/// primal op.
static FailureOr<SmallVector<Value>> getSavedSignals(wave::EachOp op,
                                                     ArrayRef<Value> elements,
                                                     ArrayRef<Value> saved,
                                                     ReverseContext &context) {
  SmallVector<Value> kept;
  for (Value value : saved) {
    if (!TensorType::isValidElementType(value.getType()))
      return DerivativeContext::emitUnsupported(
          op, "computes what is no number, and its derivative reads it");
    if (!llvm::is_contained(elements, value))
      kept.push_back(value);
  }
  unsigned next = op.getNumResults();
  SmallVector<Value> operands(op.getSignals());
  ResultRange results = op.getResults();
  if (!kept.empty())
    results = rebuild(op, {}, kept, context).getResults();
  return llvm::map_to_vector(saved, [&](Value value) {
    const auto *element = llvm::find(elements, value);
    return context.primal(
        element == elements.end()
            ? Value(results[next++])
            : operands[std::distance(elements.begin(), element)]);
  });
}

namespace {
/// Adds a block argument to the reverse region for each primal value that the
/// reverse region reads.
struct ElementScope final : RegionScope {
  explicit ElementScope(Block &reverse) : reverse(reverse) {}
  Value save(Value value) override {
    saved.push_back(value);
    return reverse.addArgument(value.getType(), value.getLoc());
  }
  Block &reverse;
  SmallVector<Value> saved;
};

struct EachRule
    : DifferentiableOpInterface::ExternalModel<EachRule, wave::EachOp> {
  void derivativeFlow(Operation *o, FlowContext &flow) const {
    auto op = cast<wave::EachOp>(o);
    Block &body = op.getBody().front();
    for (auto [signal, element] :
         llvm::zip(op.getSignals(), body.getArguments()))
      flow.edge(signal, element);
    for (auto [element, result] :
         llvm::zip(body.getTerminator()->getOperands(), op.getResults()))
      flow.edge(element, result);
  }

  /// Adds tangents to the operands and results of the op and of its region.
  LogicalResult pushforward(Operation *o, ForwardContext &context) const {
    auto op = cast<wave::EachOp>(o);
    Block &body = op.getBody().front();
    SmallVector<Value> operands, yields;
    SmallVector<std::pair<Value, Value>> seeds;
    for (auto [signal, element] : llvm::zip(
             op.getSignals(), llvm::to_vector_of<Value>(body.getArguments())))
      if (Value tangent = context.tangent(signal)) {
        operands.push_back(tangent);
        seeds.emplace_back(
            element, body.addArgument(element.getType(), element.getLoc()));
      }
    FailureOr<Tangents> tangents =
        context.pushforwardRegion(op.getBody(), seeds);
    if (failed(tangents))
      return failure();

    OpBuilder::InsertionGuard guard(context.builder());
    context.builder().setInsertionPoint(body.getTerminator());
    SmallVector<unsigned> active;
    for (OpResult result : op.getResults())
      if (context.isActive(result)) {
        unsigned i = result.getResultNumber();
        Value element = body.getTerminator()->getOperand(i);
        Value tangent = tangents->lookup(element);
        yields.push_back(tangent ? tangent : context.zero(element));
        active.push_back(i);
      }
    wave::EachOp made = rebuild(op, operands, yields, context);
    for (auto [k, i] : llvm::enumerate(active))
      context.setTangent(made.getResult(i),
                         made.getResult(op.getNumResults() + k));
    return success();
  }

  /// Creates another wave.each. Its operands are the cotangents and the saved
  /// signals. It yields the cotangents of the elements and of the values that
  /// the region captures.
  LogicalResult pullback(Operation *o, ReverseContext &context) const {
    auto op = cast<wave::EachOp>(o);
    OpBuilder &b = context.builder();
    Location loc = op.getLoc();
    Block &body = op.getBody().front();
    SmallVector<Value> captures = sg::rules::getActiveCaptures(op, context);
    for (Value capture : captures)
      if (!capture.getType().isF64())
        return DerivativeContext::emitUnsupported(
            op, "captures what is no number, and a derivative flows through");

    SmallVector<Value> operands(op.getSignals()), wanted, cotangents;
    SmallVector<Value> elements(body.getArguments());
    SmallVector<Type> types;
    for (auto [signal, element] : llvm::zip(operands, elements))
      if (context.isActive(signal)) {
        wanted.push_back(element);
        types.push_back(signal.getType());
      }
    for (Value capture : captures) {
      wanted.push_back(capture);
      types.push_back(signalOf(operands.front(), capture.getType()));
    }
    SmallVector<std::pair<Value, Value>> seeds;
    for (Value capture : captures)
      seeds.emplace_back(capture, Value());
    // Request the cotangents while the builder is outside of the region,
    // because the request may emit a sum.
    for (auto [result, element] :
         llvm::zip(op.getResults(), body.getTerminator()->getOperands()))
      if (Value cotangent = context.cotangent(result)) {
        cotangents.push_back(cotangent);
        seeds.emplace_back(element, cotangent);
      }
    auto reverse = wave::EachOp::create(b, loc, types, ValueRange{});
    {
      OpBuilder::InsertionGuard guard(b);
      Block *block = b.createBlock(&reverse.getBody());
      for (auto &[value, seed] : seeds)
        if (seed)
          seed = block->addArgument(value.getType(), loc);
      ElementScope scope(*block);
      FailureOr<Cotangents> ofRegion =
          context.pullbackRegion(op.getBody(), seeds, &scope);
      if (failed(ofRegion))
        return failure();
      SmallVector<Value> yields;
      for (Value value : wanted) {
        Value found = ofRegion->lookup(value);
        yields.push_back(found ? context.convert(found, value.getType(), loc)
                               : context.zero(value));
      }
      wave::YieldOp::create(b, loc, yields);

      b.setInsertionPoint(reverse);
      FailureOr<SmallVector<Value>> signals =
          getSavedSignals(op, elements, scope.saved, context);
      if (failed(signals))
        return failure();
      llvm::append_range(cotangents, *signals);
      reverse->setOperands(cotangents);
    }
    unsigned next = 0;
    for (Value signal : operands)
      if (context.isActive(signal))
        context.accumulate(signal, reverse.getResult(next++));
    for (Value capture : captures) {
      Value parts = reverse.getResult(next++);
      Value one = arith::ConstantOp::create(b, loc, b.getF64FloatAttr(1));
      Value ones = tensor::SplatOp::create(
          b, loc, one, tensor::getMixedSizes(b, loc, parts));
      context.accumulate(capture, wave::DotOp::create(b, loc, parts, ones));
    }
    return success();
  }
};
} // namespace

void wave::attachEachRule(MLIRContext *context) {
  EachOp::attachInterface<EachRule>(*context);
}

//===----------------------------------------------------------------------===//
// Lowering
//===----------------------------------------------------------------------===//

SmallVector<Value> wave::lowerEach(EachOp op, OpBuilder &b) {
  Location loc = op.getLoc();
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(b, loc, op.getSignals().front());
  SmallVector<Value> outputs;
  Block &body = op.getBody().front();
  for (Type type : op.getResultTypes()) {
    Type element = cast<RankedTensorType>(type).getElementType();
    Value output = tensor::EmptyOp::create(b, loc, sizes, element);
    if (output.getType() != type)
      output = tensor::CastOp::create(b, loc, type, output);
    outputs.push_back(output);
    body.addArgument(element, loc);
  }
  SmallVector<AffineMap> maps(op.getNumOperands() + op.getNumResults(),
                              b.getMultiDimIdentityMap(1));
  auto made =
      linalg::GenericOp::create(b, loc, op.getResultTypes(), op.getSignals(),
                                outputs, maps, {utils::IteratorType::parallel});
  made.getRegion().takeBody(op.getBody());
  Operation *yield = made.getRegion().front().getTerminator();
  OpBuilder inside(yield);
  linalg::YieldOp::create(inside, loc, yield->getOperands());
  yield->erase();
  return SmallVector<Value>(made.getResults());
}
