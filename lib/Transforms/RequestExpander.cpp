//===- RequestExpander.cpp - Expansion of requests into calls -------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Transforms/RequestExpander.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Support/DebugStringHelper.h"
#include "sg/Transforms/CustomRuleFunctions.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "grad-expand-derivatives"

using namespace mlir;
using namespace sg::grad;

//===----------------------------------------------------------------------===//
// Expansion order: innermost first
//===----------------------------------------------------------------------===//

LogicalResult RequestExpander::expandReachable(Operation *root) {
  if (!uses.try_emplace(root).second)
    return success();
  // Collect uses in program order, without nested functions.
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
      if (!name)
        return WalkResult::advance();
      if (Operation *callee = SymbolTable::lookupNearestSymbolFrom(op, name))
        found.push_back({op, op->getLoc(), callee});
      else
        LDBG() << "not followed, unknown symbol " << name << ": "
               << op->getName() << " at " << op->getLoc();
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

/// Emits an error if `callee`, the differentiated function, reaches `request`,
/// because the derivative would have to exist before it is generated.
LogicalResult
RequestExpander::checkAcyclic(DerivativeRequestOpInterface request,
                              Operation *function, Operation *callee) {
  // Breadth-first search. Maps each reached function to its user and the use.
  llvm::MapVector<Operation *, std::pair<Operation *, const Use *>> reached;
  reached.insert({callee, {nullptr, nullptr}});
  for (size_t next = 0; next < reached.size(); ++next) {
    Operation *current = reached.begin()[next].first;
    auto known = uses.find(current);
    // A function without an entry has a caller that is still being visited.
    // That caller also reaches `function`, and the search finds it on another
    // path.
    if (known == uses.end())
      continue;
    for (const Use &use : known->second)
      reached.insert({use.callee, {current, &use}});
  }
  if (!reached.contains(function))
    return success();
  InFlightDiagnostic error =
      request->emitOpError()
      << "requests a derivative of a function that reaches this request";
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

Value sg::grad::createZeroDerivative(OpBuilder &b, Operation *from, Type type,
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

LogicalResult RequestExpander::checkStrict(Operation *from,
                                           const ResolvedRequest &request) {
  if (!options.strict && !request.isStrict)
    return success();
  func::FuncOp function = request.function;
  BitVector varied = request.getVaried(), useful = request.getUseful();
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

void RequestExpander::setZeroProducts(const ResolvedRequest &request) {
  cache.setZeroProducts(request.hasStrongZero || options.strongZero
                            ? ZeroProducts::Strong
                            : kDefaultZeroProducts);
}

LogicalResult RequestExpander::expand(DerivativeRequestOpInterface request) {
  LDBG() << "expanding " << request->getName() << " of "
         << request.getCalleeAttr() << " at " << request->getLoc();
  IRRewriter rewriter(request, listener);
  FailureOr<SmallVector<Value>> results =
      derive(rewriter, request, getRequest(request), request.getInputs(),
             request.getDirections());
  if (failed(results))
    return failure();
  rewriter.replaceOp(request, *results);
  return success();
}

FailureOr<SplitFunction>
RequestExpander::split(Operation *from, const ResolvedRequest &request) {
  setZeroProducts(request);
  BitVector varied = request.getVaried();
  FailureOr<SplitFunction> split = cache.splitFunction(
      from, func::FuncOp(request.function), varied, request.getUseful(),
      /*running=*/BitVector(varied.size()));
  if (failed(split) || failed(checkStrict(from, request)))
    return failure();
  return split;
}

FailureOr<SmallVector<Value>>
RequestExpander::derive(OpBuilder &b, Operation *from,
                        const ResolvedRequest &request, ValueRange inputs,
                        ValueRange directions) {
  func::FuncOp function = request.function;
  ArrayRef<unsigned> wrt = request.wrt, of = request.of;
  BitVector varied = request.getVaried(), useful = request.getUseful();
  Location loc = from->getLoc();
  SmallVector<Value> operands(inputs);
  FunctionOpInterface derivative;
  SmallVector<unsigned> outputs;
  bool isForward = request.mode == RequestMode::JVP;
  setZeroProducts(request);
  // A request orders its directions as in `wrt` or `of`. The derivative
  // function orders its tangents and cotangents by position.
  auto pushDirection = [&](ArrayRef<unsigned> requested, unsigned position) {
    operands.push_back(directions[std::distance(
        requested.begin(), llvm::find(requested, position))]);
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
      if (request.mode == RequestMode::ValueAndGrad)
        operands.push_back(createOne(b, loc, function.getResultTypes()[j]));
      else
        pushDirection(of, j);
  }
  if (failed(checkStrict(from, request)))
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
    LDBG() << "zero, because no derivative flows: "
           << (isForward ? "result " : "argument ") << position << " of @"
           << function.getName();
    Value like = isForward ? results[position] : inputs[position];
    SmallVector<OpFoldResult> sizes;
    if (isa<RankedTensorType>(like.getType()))
      sizes = tensor::getMixedSizes(b, loc, like);
    Value zero = createZeroDerivative(b, from, like.getType(), sizes);
    if (!zero)
      return failure();
    results.push_back(zero);
  }
  return results;
}
