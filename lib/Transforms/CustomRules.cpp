//===- CustomRules.cpp - Derivatives by custom rules ----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A custom rule is a pair of functions (grad.custom_vjp) or one function
// (grad.custom_jvp). If a caller needs only some of the derivatives, it calls a
// copy of the rule function, in which absent tangents or cotangents are zero.
// The copy does not return unneeded derivatives, whose computation is then
// dead.
//
//===----------------------------------------------------------------------===//

#include "CustomRules.h"
#include "DerivativeFunctions.h"
#include "TransposedRules.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Support/DebugStringHelper.h"
#include "sg/Dialect/Grad/IR/PositionSets.h"
#include "sg/Transforms/CustomRuleFunctions.h"
#include "sg/Transforms/DerivativeLocations.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "grad-expand-derivatives"

using namespace mlir;
using namespace sg;
using namespace sg::grad;

//===----------------------------------------------------------------------===//
// Copies of rule functions
//===----------------------------------------------------------------------===//

/// Clones the rule function `rule`. If `rule` itself has a custom rule, several
/// blocks or no body, instead creates a function that calls `rule`.
static func::FuncOp copyRule(func::FuncOp rule) {
  bool isPlain = !hasCustomRule(rule) && rule.getBody().hasOneBlock() &&
                 isa<func::ReturnOp>(rule.getBody().front().getTerminator());
  return isPlain ? cloneFunction(rule, "_part") : createCaller(rule, "_part");
}

/// Replaces the absent derivative `argument` by a zero of the shape of `like`.
static LogicalResult replaceByZero(Operation *from, BlockArgument argument,
                                   Value like) {
  Location loc = argument.getLoc();
  if (!hasZero(argument.getType()))
    return DerivativeContext::emitUnsupported(
        from, "needs a zero of type " + debugString(argument.getType()) +
                  " for a derivative that is absent, which that type cannot "
                  "represent");
  OpBuilder b = OpBuilder::atBlockBegin(argument.getOwner());
  SmallVector<OpFoldResult> sizes;
  if (isa<RankedTensorType>(argument.getType()))
    sizes = tensor::getMixedSizes(b, loc, like);
  argument.replaceAllUsesWith(
      createZero(b, withRole(loc, Role::Adjoint), argument.getType(), sizes));
  return success();
}

static bool hasDynamicShape(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped && !shaped.hasStaticShape();
}

/// Drops the results of `function` that are not at `positions`.
static void returnOnly(func::FuncOp part, ArrayRef<unsigned> positions) {
  Operation *end = part.getBody().front().getTerminator();
  end->setOperands(llvm::map_to_vector(
      positions, [&](unsigned i) { return end->getOperand(i); }));
  finishDerivative(part);
}

/// Returns the indices i for which `bits` contains `positions[i]`.
static SmallVector<unsigned> indicesOf(ArrayRef<unsigned> positions,
                                       const BitVector &bits) {
  SmallVector<unsigned> indices;
  for (auto [index, position] : llvm::enumerate(positions))
    if (bits[position])
      indices.push_back(index);
  return indices;
}

/// Returns the positions of the arguments of differentiable type, and of the
/// results of differentiable type.
static std::pair<SmallVector<unsigned>, SmallVector<unsigned>>
differentiablePositions(func::FuncOp function) {
  return {getDifferentiablePositions(function.getArgumentTypes()),
          getDifferentiablePositions(function.getResultTypes())};
}

//===----------------------------------------------------------------------===//
// Forward mode
//===----------------------------------------------------------------------===//

static FailureOr<TangentFunction> tangentByJVP(Operation *from,
                                               func::FuncOp function,
                                               const BitVector &varied,
                                               const BitVector &useful) {
  auto [in, out] = differentiablePositions(function);
  TangentFunction result{getForwardRule(function),
                         llvm::to_vector(varied.set_bits()),
                         llvm::to_vector(useful.set_bits())};
  SmallVector<unsigned> given = indicesOf(in, varied);
  SmallVector<unsigned> wanted = indicesOf(out, useful);
  if (given.size() == in.size() && wanted.size() == out.size()) {
    LDBG() << "using the forward rule without changes: @" << function.getName();
    return result;
  }
  func::FuncOp part = copyRule(getForwardRule(function));
  Block &body = part.getBody().front();
  unsigned numArguments = function.getNumArguments();
  for (unsigned index = in.size(); index-- > 0;) {
    if (varied[in[index]])
      continue;
    BlockArgument tangent = body.getArgument(numArguments + index);
    if (failed(replaceByZero(from, tangent, body.getArgument(in[index]))))
      return failure();
    body.eraseArgument(tangent.getArgNumber());
  }
  unsigned numResults = function.getNumResults();
  SmallVector<unsigned> kept =
      llvm::to_vector(llvm::seq<unsigned>(0, numResults));
  for (unsigned index : wanted)
    kept.push_back(numResults + index);
  returnOnly(part, kept);
  result.function = part;
  return result;
}

/// Builds a tangent function that calls the forward half of grad.custom_vjp,
/// then the transposed backward half.
static FailureOr<TangentFunction>
tangentByVJP(DerivativeSource &source, Operation *from, func::FuncOp function,
             const BitVector &varied, const BitVector &useful) {
  auto [in, out] = differentiablePositions(function);
  func::FuncOp forward = getForwardHalf(function),
               backward = getBackwardHalf(function);
  unsigned numResults = function.getNumResults();
  unsigned numResiduals = forward.getNumResults() - numResults;
  SmallVector<unsigned> linear;
  for (unsigned index : indicesOf(out, useful))
    linear.push_back(numResiduals + index);
  FailureOr<TransposedRule> transposed =
      transposeRule(source, from, function, backward,
                    toPositionSet(backward.getNumArguments(), linear),
                    toPositionSet(in.size(), indicesOf(in, varied)));
  if (failed(transposed))
    return failure();

  Location loc = withRole(function.getLoc(), Role::Tangent);
  func::FuncOp tangent =
      createFunction(function, function.getName() + "_jvp", function.getLoc());
  Block &body = tangent.getBody().front();
  for (Type type : function.getArgumentTypes())
    body.addArgument(type, loc);
  SmallVector<Value> arguments(body.getArguments()), tangents;
  for (unsigned i : varied.set_bits())
    tangents.push_back(body.addArgument(function.getArgumentTypes()[i], loc));
  OpBuilder b = OpBuilder::atBlockBegin(&body);
  auto primal = func::CallOp::create(b, loc, forward, arguments);
  SmallVector<Value> given(primal.getResults().drop_front(numResults));
  for (unsigned j : out) // in place of cotangents: only the shape is read
    given.push_back(primal.getResult(j));
  SmallVector<Value> operands = llvm::map_to_vector(
      transposed->arguments, [&](unsigned i) { return given[i]; });
  llvm::append_range(operands, tangents);
  auto derivatives =
      func::CallOp::create(b, loc, transposed->function, operands);
  SmallVector<Value> returned(primal.getResults().take_front(numResults));
  llvm::append_range(returned, derivatives.getResults());
  func::ReturnOp::create(b, loc, returned);
  updateFunctionType(tangent);
  return TangentFunction{tangent, llvm::to_vector(varied.set_bits()),
                         llvm::to_vector(useful.set_bits())};
}

FailureOr<TangentFunction>
sg::grad::generateTangentByRule(DerivativeSource &source, Operation *from,
                                func::FuncOp function, const BitVector &varied,
                                const BitVector &useful) {
  if (function->hasAttr(kCustomJVPAttr))
    return tangentByJVP(from, function, varied, useful);
  return tangentByVJP(source, from, function, varied, useful);
}

//===----------------------------------------------------------------------===//
// Reverse mode
//===----------------------------------------------------------------------===//

static FailureOr<SplitFunction> splitByVJP(Operation *from,
                                           func::FuncOp function,
                                           const BitVector &varied,
                                           const BitVector &useful) {
  auto [in, out] = differentiablePositions(function);
  func::FuncOp backward = getBackwardHalf(function);
  unsigned numResults = function.getNumResults();
  SplitFunction result{getForwardHalf(function), backward, {}, {}, {}};
  unsigned numResiduals = getForwardHalf(function).getNumResults() - numResults;
  for (unsigned i = 0; i < numResiduals; ++i)
    result.inputs.push_back({/*isOperand=*/false, numResults + i});
  result.outputs = llvm::to_vector(varied.set_bits());
  SmallVector<unsigned> wanted = indicesOf(in, varied);
  if (indicesOf(out, useful).size() == out.size() &&
      wanted.size() == in.size()) {
    LDBG() << "using the backward half without changes: @"
           << function.getName();
    return result;
  }

  func::FuncOp part = copyRule(backward);
  Block &body = part.getBody().front();
  for (unsigned index = out.size(); index-- > 0;) {
    unsigned j = out[index];
    if (useful[j])
      continue;
    BlockArgument cotangent = body.getArgument(result.inputs.size() + index);
    Value like = cotangent;
    if (hasDynamicShape(cotangent.getType())) {
      // Read the shape from the primal result.
      like = body.insertArgument(result.inputs.size(), cotangent.getType(),
                                 cotangent.getLoc());
      result.inputs.push_back({/*isOperand=*/false, j});
    }
    if (failed(replaceByZero(from, cotangent, like)))
      return failure();
    body.eraseArgument(cotangent.getArgNumber());
  }
  returnOnly(part, wanted);
  result.inputs = llvm::map_to_vector(
      eraseUnreadArguments(part, result.inputs.size()),
      [&, inputs = result.inputs](unsigned i) { return inputs[i]; });
  result.backward = part;
  return result;
}

FailureOr<SplitFunction>
sg::grad::generateSplitByRule(DerivativeSource &source, Operation *from,
                              func::FuncOp function, const BitVector &varied,
                              const BitVector &useful) {
  if (function->hasAttr(kCustomVJPAttr))
    return splitByVJP(from, function, varied, useful);

  auto [in, out] = differentiablePositions(function);
  func::FuncOp rule = getForwardRule(function);
  unsigned numArguments = function.getNumArguments();
  unsigned numResults = function.getNumResults();
  BitVector linear(rule.getNumArguments()),
      tangentResults(rule.getNumResults());
  for (unsigned index : indicesOf(in, varied))
    linear.set(numArguments + index);
  for (unsigned index : indicesOf(out, useful))
    tangentResults.set(numResults + index);
  FailureOr<TransposedRule> transposed =
      transposeRule(source, from, function, rule, linear, tangentResults);
  if (failed(transposed))
    return failure();
  SplitFunction result{function, transposed->function, {}, {}, {}};
  // Pass the arguments as tangents, of which only the shape is read.
  for (unsigned i : transposed->arguments)
    result.inputs.push_back(
        {/*isOperand=*/true, i < numArguments ? i : in[i - numArguments]});
  result.outputs = llvm::to_vector(varied.set_bits());
  return result;
}
