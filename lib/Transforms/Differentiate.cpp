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

/// Of the result whose gradient is asked for.
static FailureOr<std::vector<unsigned>>
findScalar(func::FuncOp function, const DerivativeRequest &request) {
  if (request.of.empty() && function.getNumResults() != 0) {
    DerivativeRequest first = request;
    first.of = {0};
    return findScalar(function, first);
  }
  FailureOr<std::vector<unsigned>> of = findPositions(
      function, request.of, function.getResultTypes(), "result", "of");
  if (failed(of))
    return failure();
  if (of->size() != 1)
    return emitError(function.getLoc())
           << "a gradient is that of one result, but " << of->size()
           << " are named in of: name one, or use the mode vjp";
  Type type = function.getResultTypes()[of->front()];
  auto shaped = dyn_cast<ShapedType>(type);
  if (shaped && (!shaped.hasRank() || shaped.getRank() != 0))
    return emitError(function.getLoc())
           << "a gradient is that of a float scalar, but result " << of->front()
           << " of '@" << function.getName() << "' is " << type
           << ": reduce it, or use the mode vjp";
  return of;
}

FailureOr<func::FuncOp> sg::differentiate(func::FuncOp function,
                                          const DerivativeRequest &request,
                                          OpBuilder::Listener *listener) {
  Location loc = function.getLoc();
  if (request.mode == RequestMode::Split)
    return emitError(loc) << "the mode split makes two functions, "
                             "--grad-request-derivative does so; ask for "
                             "value-and-grad, vjp or jvp";
  TypeRange arguments = function.getArgumentTypes();
  TypeRange results = function.getResultTypes();
  FailureOr<std::vector<unsigned>> wrt =
      findPositions(function, request.wrt, arguments, "argument", "wrt");
  if (failed(wrt))
    return failure();
  FailureOr<std::vector<unsigned>> of =
      request.mode == RequestMode::ValueAndGrad
          ? findScalar(function, request)
          : findPositions(function, request.of, results, "result", "of");
  if (failed(of))
    return failure();
  SmallVector<Type> inputs(arguments);
  if (request.mode == RequestMode::VJP)
    llvm::append_range(inputs, select(results, *of));
  else if (request.mode == RequestMode::JVP)
    llvm::append_range(inputs, select(arguments, *wrt));
  FailureOr<func::FuncOp> added =
      addFunction(function, makeDerivativeName(function, request), inputs);
  if (failed(added))
    return failure();

  ExpandDerivativesOptions options;
  options.strict = request.isStrict;
  RequestExpander expander(function.getContext(), options, listener);
  OpBuilder b = OpBuilder::atBlockEnd(&added->front());
  ValueRange all = added->getArguments();
  FailureOr<SmallVector<Value>> values = failure();
  if (succeeded(expander.expandReachable(function)))
    values = expander.derive(b, function, function,
                             {request.mode, *wrt, *of,
                              all.take_front(arguments.size()),
                              all.drop_front(arguments.size()),
                              request.isStrict, request.hasStrongZero});
  if (failed(values)) {
    added->erase();
    return failure();
  }
  finishFunction(*added, *values);
  return added;
}
