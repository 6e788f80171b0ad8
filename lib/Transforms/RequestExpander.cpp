//===- RequestExpander.cpp - Requests become calls ------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Transforms/RequestExpander.h"
#include "Positions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Support/DebugStringHelper.h"
#include "sg/Transforms/CustomRuleFunctions.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace sg::grad;

//===----------------------------------------------------------------------===//
// The order: innermost first
//===----------------------------------------------------------------------===//

LogicalResult RequestExpander::expandReachable(Operation *root) {
  if (!uses.try_emplace(root).second)
    return success();
  // In program order. A nested function is reached by name.
  SmallVector<Use> found;
  for (func::FuncOp rule : getRuleFunctions(root))
    found.push_back({rule, root->getLoc(), rule});
  for (Region &region : root->getRegions())
    region.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<FunctionOpInterface>(op))
        return WalkResult::skip();
      SymbolRefAttr name;
      if (auto request = dyn_cast<DerivativeRequestOpInterface>(op))
        name = request.getCalleeAttr();
      else if (auto call = dyn_cast<CallOpInterface>(op))
        name = dyn_cast<SymbolRefAttr>(call.getCallableForCallee());
      if (name)
        if (Operation *callee = SymbolTable::lookupNearestSymbolFrom(op, name))
          found.push_back({op, op->getLoc(), callee});
      return WalkResult::advance();
    });
  uses[root] = found;
  for (const Use &use : found) {
    if (failed(expandReachable(use.callee)))
      return failure();
    auto request = dyn_cast<DerivativeRequestOpInterface>(use.op);
    if (request && (failed(checkAcyclic(request, root, use.callee)) ||
                    failed(expand(request))))
      return failure();
  }
  return success();
}

/// The derivative of a function that reaches the request for it would have to
/// be there before it can be generated.
LogicalResult
RequestExpander::checkAcyclic(DerivativeRequestOpInterface request,
                              Operation *function, Operation *callee) {
  // Breadth first: each function with the one it is used in, and that use.
  llvm::MapVector<Operation *, std::pair<Operation *, const Use *>> reached;
  reached.insert({callee, {nullptr, nullptr}});
  for (size_t next = 0; next < reached.size(); ++next) {
    Operation *current = reached.begin()[next].first;
    auto known = uses.find(current);
    // What is not known yet is reached from a function that is being looked at,
    // as this one is: its way here has been found.
    if (known == uses.end())
      continue;
    for (const Use &use : known->second)
      reached.insert({use.callee, {current, &use}});
  }
  if (!reached.contains(function))
    return success();
  InFlightDiagnostic error =
      request->emitOpError()
      << "asks for a derivative of a function that reaches this request itself";
  SmallVector<Location> path;
  for (Operation *step = function; step != callee; step = reached[step].first)
    path.push_back(reached[step].second->location);
  for (Location location : llvm::reverse(path))
    error.attachNote(location) << "it is reached through here";
  return error;
}

//===----------------------------------------------------------------------===//
// One request
//===----------------------------------------------------------------------===//

Value sg::grad::createAbsent(OpBuilder &b, Operation *from, Type type,
                             ArrayRef<OpFoldResult> sizes) {
  if (hasZero(type))
    return createZero(b, from->getLoc(), type, sizes);
  DerivativeContext::emitUnsupported(
      from, "needs a zero of type " + debugString(type) +
                " for a derivative that is absent, which that type cannot "
                "represent");
  return {};
}

static Value createOne(OpBuilder &b, Location loc, Type type) {
  TypedAttr one = b.getFloatAttr(getElementTypeOrSelf(type), 1.0);
  if (auto shaped = dyn_cast<ShapedType>(type))
    one = DenseElementsAttr::get(shaped, one);
  return arith::ConstantOp::create(b, loc, one);
}

LogicalResult RequestExpander::checkStrict(Operation *from, bool isStrict,
                                           func::FuncOp function,
                                           const BitVector &varied,
                                           const BitVector &useful) {
  if (!options.strict && !isStrict)
    return success();
  bool isConnected = true;
  for (unsigned i : varied.set_bits()) {
    Connection connection =
        explainConnection(function, i, useful, cache.getSummaries());
    if (connection.kind == Connection::Active)
      continue;
    isConnected = false;
    InFlightDiagnostic error =
        from->emitOpError()
        << "is strict, but no derivative flows from argument " << i << " of '@"
        << function.getName() << "' to its results: ";
    if (connection.kind == Connection::Disconnected) {
      error << "they do not depend on it";
      continue;
    }
    error << "every path is blocked";
    for (Operation *blocker : connection.blockers) {
      Diagnostic &note = error.attachNote(blocker->getLoc());
      note << "blocked by '" << blocker->getName() << "'";
      if (auto stop = dyn_cast<StopGradientOp>(blocker))
        if (stop.getNameAttr())
          note << " named " << stop.getNameAttr();
    }
  }
  return success(isConnected);
}

LogicalResult RequestExpander::expand(DerivativeRequestOpInterface request) {
  auto function = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      request, request.getCalleeAttr());
  SmallVector<unsigned> wrt =
      getDifferentiatedArguments(function.getArgumentTypes(), request.getWrt());
  SmallVector<unsigned> sloped =
      getDifferentiablePositions(function.getResultTypes());
  RequestMode mode = RequestMode::VJP;
  if (isa<JVPOp>(request))
    mode = RequestMode::JVP;
  if (isa<ValueAndGradOp>(request)) {
    mode = RequestMode::ValueAndGrad;
    sloped = {0};
  }
  IRRewriter rewriter(request, listener);
  FailureOr<SmallVector<Value>> results =
      derive(rewriter, request, function,
             {mode, wrt, sloped, request.getInputs(), request.getDirections(),
              request.getStrict(), request.getStrongZero()});
  if (failed(results))
    return failure();
  rewriter.replaceOp(request, *results);
  return success();
}

void RequestExpander::setStrongZero(bool isAsked) {
  cache.setZeroProducts(isAsked || options.strongZero ? ZeroProducts::Strong
                                                      : kDefaultZeroProducts);
}

FailureOr<SmallVector<Value>> RequestExpander::derive(OpBuilder &b,
                                                      Operation *from,
                                                      func::FuncOp function,
                                                      const Derivation &what) {
  RequestMode mode = what.mode;
  ArrayRef<unsigned> wrt = what.wrt, of = what.of;
  BitVector varied = toBits(function.getNumArguments(), wrt);
  BitVector useful = toBits(function.getNumResults(), of);
  Location loc = from->getLoc();
  SmallVector<Value> operands(what.inputs);
  FunctionOpInterface derivative;
  SmallVector<unsigned> outputs;
  bool isForward = mode == RequestMode::JVP;
  setStrongZero(what.hasStrongZero);
  // Directions come in the order asked for and go in that of the function.
  auto pushDirection = [&](ArrayRef<unsigned> asked, unsigned position) {
    operands.push_back(what.directions[std::distance(
        asked.begin(), llvm::find(asked, position))]);
  };
  if (isForward) {
    auto tangent = cache.tangentFunction(from, function, varied, useful);
    if (failed(tangent))
      return failure();
    derivative = tangent->function;
    outputs = tangent->outputs;
    for (unsigned i : tangent->inputs)
      pushDirection(wrt, i);
  } else {
    auto pullback = cache.pullbackFunction(from, function, varied, useful);
    if (failed(pullback))
      return failure();
    derivative = pullback->function;
    outputs = pullback->outputs;
    for (unsigned j : useful.set_bits())
      if (mode == RequestMode::ValueAndGrad)
        operands.push_back(createOne(b, loc, function.getResultTypes()[j]));
      else
        pushDirection(of, j);
  }
  if (failed(checkStrict(from, what.isStrict, function, varied, useful)))
    return failure();

  auto call = func::CallOp::create(
      b, loc, cast<func::FuncOp>(derivative.getOperation()), operands);
  unsigned numResults = function.getNumResults();
  SmallVector<Value> results(call.getResults().take_front(numResults));
  for (unsigned position : isForward ? of : wrt) {
    auto *known = llvm::find(outputs, position);
    if (known != outputs.end()) {
      results.push_back(
          call.getResult(numResults + std::distance(outputs.begin(), known)));
      continue;
    }
    Value like = isForward ? results[position] : what.inputs[position];
    SmallVector<OpFoldResult> sizes;
    if (isa<RankedTensorType>(like.getType()))
      sizes = tensor::getMixedSizes(b, loc, like);
    Value zero = createAbsent(b, from, like.getType(), sizes);
    if (!zero)
      return failure();
    results.push_back(zero);
  }
  return results;
}
