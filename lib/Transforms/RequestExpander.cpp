//===- RequestExpander.cpp - Requests become calls ------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RequestExpander.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Support/DebugStringHelper.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace sg::grad;

//===----------------------------------------------------------------------===//
// The order: innermost first
//===----------------------------------------------------------------------===//

LogicalResult RequestExpander::expandReachable(Operation *root) {
  auto [it, isNew] = isDone.try_emplace(root, false);
  if (!isNew)
    return success();
  // Calls and requests in program order. A nested function is reached by name.
  SmallVector<Operation *> uses;
  for (Region &region : root->getRegions())
    region.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<FunctionOpInterface>(op))
        return WalkResult::skip();
      if (isa<CallOpInterface, DerivativeRequestOpInterface>(op))
        uses.push_back(op);
      return WalkResult::advance();
    });
  for (Operation *use : uses) {
    auto request = dyn_cast<DerivativeRequestOpInterface>(use);
    SymbolRefAttr name;
    if (request)
      name = request.getCalleeAttr();
    else
      name = dyn_cast<SymbolRefAttr>(
          cast<CallOpInterface>(use).getCallableForCallee());
    Operation *callee =
        name ? SymbolTable::lookupNearestSymbolFrom(use, name) : nullptr;
    if (callee && failed(enter(callee, use)))
      return failure();
    if (request && failed(expand(request)))
      return failure();
  }
  isDone[root] = true;
  return success();
}

/// A cycle of calls is recursion; one that a request takes part in would need
/// the derivative of a function to generate that same derivative.
LogicalResult RequestExpander::enter(Operation *callee, Operation *through) {
  path.push_back({callee, through});
  llvm::scope_exit popped([&] { path.pop_back(); });
  auto it = isDone.find(callee);
  if (it == isDone.end())
    return expandReachable(callee);
  if (it->second)
    return success();
  // On the way already: look at the steps of the cycle, newest first.
  for (size_t i = path.size(); i-- > 0;) {
    if (i + 1 < path.size() && path[i].function == callee)
      break;
    if (isa<DerivativeRequestOpInterface>(path[i].through))
      return path[i].through->emitOpError()
             << "asks for a derivative of a function that reaches this "
                "request itself";
  }
  return success();
}

//===----------------------------------------------------------------------===//
// One request
//===----------------------------------------------------------------------===//

static BitVector toBits(unsigned size, ArrayRef<unsigned> positions) {
  BitVector bits(size);
  for (unsigned position : positions)
    bits.set(position);
  return bits;
}

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
  if (!strict && !isStrict)
    return success();
  for (unsigned i : varied.set_bits()) {
    Connection connection =
        explainConnection(function, i, useful, cache.getSummaries());
    if (connection.kind == Connection::Active)
      continue;
    InFlightDiagnostic error =
        from->emitOpError()
        << "is strict, but no derivative flows from argument " << i << " of '@"
        << function.getName() << "' to its results: ";
    if (connection.kind == Connection::Disconnected)
      return error << "they do not depend on it";
    error << "every path is blocked";
    for (Operation *blocker : connection.blockers) {
      Diagnostic &note = error.attachNote(blocker->getLoc());
      note << "blocked by '" << blocker->getName() << "'";
      if (auto stop = dyn_cast<StopGradientOp>(blocker))
        if (stop.getNameAttr())
          note << " named " << stop.getNameAttr();
    }
    return error;
  }
  return success();
}

LogicalResult RequestExpander::expand(DerivativeRequestOpInterface request) {
  auto function = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      request, request.getCalleeAttr());
  SmallVector<unsigned> wrt =
      getDifferentiatedArguments(function.getArgumentTypes(), request.getWrt());
  SmallVector<unsigned> sloped =
      getDifferentiablePositions(function.getResultTypes());
  if (isa<ValueAndGradOp>(request))
    sloped = {0};
  BitVector varied = toBits(function.getNumArguments(), wrt);
  BitVector useful = toBits(function.getNumResults(), sloped);

  Location loc = request.getLoc();
  OpBuilder b(request);
  SmallVector<Value> operands(request.getInputs());
  FunctionOpInterface derivative;
  SmallVector<unsigned> outputs;
  bool isForward = isa<JVPOp>(request);
  if (isForward) {
    auto tangent = cache.tangentFunction(request, function, varied, useful);
    if (failed(tangent))
      return failure();
    derivative = tangent->function;
    outputs = tangent->outputs;
    // Tangents come in the order of wrt and go in the order of the arguments.
    for (unsigned i : varied.set_bits())
      operands.push_back(
          request
              .getDirections()[std::distance(wrt.begin(), llvm::find(wrt, i))]);
  } else {
    auto pullback = cache.pullbackFunction(request, function, varied, useful);
    if (failed(pullback))
      return failure();
    derivative = pullback->function;
    outputs = pullback->outputs;
    if (isa<ValueAndGradOp>(request))
      operands.push_back(createOne(b, loc, function.getResultTypes().front()));
    else
      llvm::append_range(operands, request.getDirections());
  }
  if (failed(
          checkStrict(request, request.getStrict(), function, varied, useful)))
    return failure();

  auto call = func::CallOp::create(
      b, loc, cast<func::FuncOp>(derivative.getOperation()), operands);
  unsigned numResults = function.getNumResults();
  SmallVector<Value> results(call.getResults().take_front(numResults));
  for (unsigned position : isForward ? sloped : wrt) {
    auto *known = llvm::find(outputs, position);
    if (known != outputs.end()) {
      results.push_back(
          call.getResult(numResults + std::distance(outputs.begin(), known)));
      continue;
    }
    Value like = isForward ? results[position] : request.getInputs()[position];
    SmallVector<OpFoldResult> sizes;
    if (isa<RankedTensorType>(like.getType()))
      sizes = tensor::getMixedSizes(b, loc, like);
    Value zero = createAbsent(b, request, like.getType(), sizes);
    if (!zero)
      return failure();
    results.push_back(zero);
  }
  request->replaceAllUsesWith(results);
  request->erase();
  return success();
}
