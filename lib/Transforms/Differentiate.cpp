//===- Differentiate.cpp - The derivative of a function -------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Transforms/Differentiate.h"
#include "AskedFunction.h"
#include "RequestExpander.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace sg;
using namespace sg::grad;

/// The positions asked for, or all of differentiable type, at least one.
static FailureOr<std::vector<unsigned>>
findPositions(func::FuncOp function, ArrayRef<int64_t> asked, TypeRange types,
              StringRef what, StringRef option) {
  FailureOr<std::vector<unsigned>> positions =
      checkPositions(function, asked, types, what, option);
  if (failed(positions))
    return failure();
  for (unsigned i : *positions)
    if (!isDifferentiable(types[i]))
      return emitError(function.getLoc())
             << what << " " << i << " of '@" << function.getName()
             << "' is of type " << types[i]
             << ", which has no derivative: leave it out of " << option;
  if (!positions->empty())
    return positions;
  for (unsigned i : getDifferentiablePositions(types))
    positions->push_back(i);
  if (positions->empty())
    return emitError(function.getLoc())
           << "there is nothing to differentiate: no " << what << " of '@"
           << function.getName() << "' has a differentiable type";
  return positions;
}

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

static std::string makeName(func::FuncOp function,
                            const DerivativeRequest &request) {
  if (!request.name.empty())
    return request.name;
  StringRef suffix = request.mode == RequestMode::JVP   ? "_jvp"
                     : request.mode == RequestMode::VJP ? "_vjp"
                                                        : "_value_and_grad";
  return (function.getName() + suffix).str();
}

static SmallVector<Type> select(TypeRange types, ArrayRef<unsigned> positions) {
  return llvm::map_to_vector(positions,
                             [&](unsigned i) -> Type { return types[i]; });
}

FailureOr<func::FuncOp> sg::differentiate(func::FuncOp function,
                                          const DerivativeRequest &request) {
  Location loc = function.getLoc();
  if (request.mode == RequestMode::Split)
    return emitError(loc) << "the mode split makes two functions, "
                             "--grad-request-derivative does so; ask for "
                             "value-and-grad, vjp or jvp";
  auto module = function->getParentOfType<ModuleOp>();
  if (!module || function->getParentOp() != module)
    return emitError(loc) << "'@" << function.getName()
                          << "' is in no module, where its derivative could "
                             "be: insert it into one";
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
  std::string name = makeName(function, request);
  if (Operation *other = module.lookupSymbol(name)) {
    InFlightDiagnostic error = emitError(loc) << "there is a '@" << name
                                              << "' already; give another name";
    error.attachNote(other->getLoc()) << "it is defined here";
    return failure();
  }

  RequestExpander expander(function.getContext(), request.isStrict);
  if (failed(expander.expandReachable(function)))
    return failure();
  SmallVector<Type> inputs(arguments);
  if (request.mode == RequestMode::VJP)
    llvm::append_range(inputs, select(results, *of));
  else if (request.mode == RequestMode::JVP)
    llvm::append_range(inputs, select(arguments, *wrt));
  OpBuilder b(function.getContext());
  b.setInsertionPointAfter(function);
  auto added = func::FuncOp::create(b, loc, name,
                                    b.getFunctionType(inputs, TypeRange()));
  b.setInsertionPointToEnd(added.addEntryBlock());
  ValueRange all = added.getArguments();
  FailureOr<SmallVector<Value>> values = expander.derive(
      b, function, function,
      {request.mode, *wrt, *of, all.take_front(arguments.size()),
       all.drop_front(arguments.size()), request.isStrict});
  if (failed(values)) {
    added.erase();
    return failure();
  }
  func::ReturnOp::create(b, loc, *values);
  added.setFunctionType(
      b.getFunctionType(inputs, ValueRange(*values).getTypes()));
  return added;
}
