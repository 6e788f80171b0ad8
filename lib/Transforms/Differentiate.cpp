//===- Differentiate.cpp - The derivative of a function -------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Transforms/Differentiate.h"
#include "DerivativeSignature.h"
#include "sg/Transforms/RequestExpander.h"

using namespace mlir;
using namespace sg;
using namespace sg::grad;

/// Returns the position of the float scalar whose gradient is requested.
static FailureOr<SmallVector<unsigned>>
findScalar(func::FuncOp function, const DerivativeRequest &request) {
  if (request.of.empty() && function.getNumResults() != 0) {
    DerivativeRequest first = request;
    first.of = {0};
    return findScalar(function, first);
  }
  FailureOr<SmallVector<unsigned>> of = findPositions(
      function, request.of, function.getResultTypes(), "result", "of");
  if (failed(of))
    return failure();
  if (of->size() != 1)
    return emitError(function.getLoc())
           << "a gradient requires one result, but " << of->size()
           << " are named in of: name one, or use the mode vjp";
  Type type = function.getResultTypes()[of->front()];
  auto shaped = dyn_cast<ShapedType>(type);
  if (shaped && (!shaped.hasRank() || shaped.getRank() != 0))
    return emitError(function.getLoc())
           << "a gradient requires a float scalar, but result " << of->front()
           << " of '@" << function.getName() << "' is " << type
           << ": reduce it, or use the mode vjp";
  return of;
}

/// Resolves the defaults of a request. Emits an error if it is invalid.
static FailureOr<ResolvedRequest> resolve(func::FuncOp function,
                                          const DerivativeRequest &requested) {
  if (requested.mode == RequestMode::Split)
    return emitError(function.getLoc())
           << "the mode split adds two functions, which only "
              "--grad-request-derivative supports; use value-and-grad, vjp or "
              "jvp";
  FailureOr<SmallVector<unsigned>> wrt = findPositions(
      function, requested.wrt, function.getArgumentTypes(), "argument", "wrt");
  if (failed(wrt))
    return failure();
  FailureOr<SmallVector<unsigned>> of =
      requested.mode == RequestMode::ValueAndGrad
          ? findScalar(function, requested)
          : findPositions(function, requested.of, function.getResultTypes(),
                          "result", "of");
  if (failed(of))
    return failure();
  return ResolvedRequest{function, requested.mode,     *wrt,
                         *of,      requested.isStrict, requested.hasStrongZero};
}

FailureOr<func::FuncOp> sg::differentiate(func::FuncOp function,
                                          const DerivativeRequest &requested,
                                          OpBuilder::Listener *listener) {
  FailureOr<ResolvedRequest> request = resolve(function, requested);
  if (failed(request))
    return failure();
  TypeRange arguments = function.getArgumentTypes();
  SmallVector<Type> inputs(arguments);
  if (request->mode == RequestMode::VJP)
    llvm::append_range(inputs, select(function.getResultTypes(), request->of));
  else if (request->mode == RequestMode::JVP)
    llvm::append_range(inputs, select(arguments, request->wrt));
  FailureOr<func::FuncOp> added = addFunction(
      function, makeDerivativeName(function, requested.name, requested.mode),
      inputs);
  if (failed(added))
    return failure();

  RequestExpander expander(function.getContext(), {}, listener);
  OpBuilder b = OpBuilder::atBlockEnd(&added->front());
  ValueRange all = added->getArguments();
  FailureOr<SmallVector<Value>> values = failure();
  if (succeeded(expander.expandReachable(function)))
    values =
        expander.derive(b, function, *request, all.take_front(arguments.size()),
                        all.drop_front(arguments.size()));
  if (failed(values)) {
    added->erase();
    return failure();
  }
  finishFunction(*added, *values);
  return added;
}
