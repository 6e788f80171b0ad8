//===- RequestDerivative.cpp - Pass that adds a request -------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DerivativeSignature.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sg/Transforms/Differentiate.h"
#include "sg/Transforms/PassOptionUtils.h"
#include "sg/Transforms/RequestExpander.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "grad-request-derivative"

using namespace mlir;
using namespace sg;
using namespace sg::grad;

#include "sg/Transforms/RequestMode.cpp.inc"

namespace sg::grad {
#define GEN_PASS_DEF_REQUESTDERIVATIVE
#include "sg/Transforms/Passes.h.inc"
} // namespace sg::grad

namespace {
struct RequestDerivative
    : sg::grad::impl::RequestDerivativeBase<RequestDerivative> {
  using RequestDerivativeBase::RequestDerivativeBase;

  LogicalResult initializeOptions(
      StringRef options,
      function_ref<LogicalResult(const Twine &)> errorHandler) override {
    return readOptions(getArgument(), options,
                       "function=NAME name=NEWNAME "
                       "mode=value-and-grad|vjp|jvp|split wrt=0,1 strict "
                       "strong_zero",
                       errorHandler, [&](auto error) {
                         return Pass::initializeOptions(options, error);
                       });
  }

  void runOnOperation() override {
    if (failed(run()))
      signalPassFailure();
  }

private:
  LogicalResult run() {
    ModuleOp module = getOperation();
    if (function.empty() || name.empty())
      return emitError(module.getLoc())
             << getArgument()
             << " needs the function to differentiate and the name of the "
                "function to add, as in --"
             << getArgument() << "=\"function=f name=df\"";
    FailureOr<func::FuncOp> callee =
        lookupFunctionOption(module, function, getArgument());
    if (failed(callee))
      return failure();
    DerivativeRequest request;
    request.mode = mode;
    request.wrt.assign(wrt.begin(), wrt.end());
    request.name = name;
    request.isStrict = strict;
    request.hasStrongZero = strongZero;
    return requestDerivative(*callee, request);
  }
};
} // namespace

static FailureOr<func::FuncOp> addRequest(const ResolvedRequest &request,
                                          const DerivativeRequest &requested) {
  func::FuncOp callee = request.function;
  RequestMode mode = request.mode;
  TypeRange arguments = callee.getArgumentTypes();
  TypeRange results = callee.getResultTypes();
  SmallVector<Type> ofArguments = select(arguments, request.wrt);
  SmallVector<Type> ofResults = select(results, request.of);
  SmallVector<Type> inputs(arguments);
  if (mode == RequestMode::VJP)
    llvm::append_range(inputs, ofResults);
  else if (mode == RequestMode::JVP)
    llvm::append_range(inputs, ofArguments);
  FailureOr<func::FuncOp> added = addFunction(
      callee, makeDerivativeName(callee, requested.name, mode), inputs);
  if (failed(added))
    return failure();

  OpBuilder b = OpBuilder::atBlockEnd(&added->front());
  Location loc = callee.getLoc();
  auto symbol = FlatSymbolRefAttr::get(callee);
  ValueRange all = added->getArguments();
  ValueRange primal = all.take_front(arguments.size());
  ValueRange rest = all.drop_front(arguments.size());
  SmallVector<Type> types(results);
  llvm::append_range(types, mode == RequestMode::JVP ? ofResults : ofArguments);
  DenseI64ArrayAttr wrtAttr;
  if (!requested.wrt.empty())
    wrtAttr = b.getDenseI64ArrayAttr(requested.wrt);
  UnitAttr strict = request.isStrict ? b.getUnitAttr() : UnitAttr();
  UnitAttr strongZero = request.hasStrongZero ? b.getUnitAttr() : UnitAttr();
  Operation *op;
  if (mode == RequestMode::ValueAndGrad)
    op = ValueAndGradOp::create(b, loc, types, symbol, primal, wrtAttr, strict,
                                strongZero);
  else if (mode == RequestMode::VJP)
    op = VJPOp::create(b, loc, types, symbol, primal, rest, wrtAttr, strict,
                       strongZero);
  else
    op = JVPOp::create(b, loc, types, symbol, primal, rest, wrtAttr, strict,
                       strongZero);
  finishFunction(*added, op->getResults());
  SymbolTableCollection symbols;
  if (failed(cast<SymbolUserOpInterface>(op).verifySymbolUses(symbols)))
    return failure();
  return added;
}

/// Adds a function that calls the forward half. The function returns the primal
/// results, then the residuals, in an order that does not depend on the
/// activity.
static FailureOr<func::FuncOp> addForwardHalf(const ResolvedRequest &request,
                                              SplitFunction &split,
                                              const Twine &name) {
  func::FuncOp callee = request.function;
  TypeRange argumentTypes = callee.getArgumentTypes();
  auto half = cast<func::FuncOp>(split.forward.getOperation());
  FailureOr<func::FuncOp> forward = addFunction(callee, name, argumentTypes);
  if (failed(forward))
    return failure();
  Location loc = callee.getLoc();
  OpBuilder b = OpBuilder::atBlockEnd(&forward->getBody().front());
  auto call = func::CallOp::create(b, loc, half, forward->getArguments());
  SmallVector<Value> results(
      call.getResults().take_front(callee.getNumResults()));
  for (SplitFunction::Input input : split.inputs)
    results.push_back(input.isOperand ? Value(forward->getArgument(input.index))
                                      : Value(call.getResult(input.index)));
  // Return the dynamic sizes of gradients that are structural zeros, too.
  for (unsigned i : request.wrt)
    if (auto type = dyn_cast<RankedTensorType>(argumentTypes[i]);
        type && !llvm::is_contained(split.outputs, i))
      for (int64_t dim = 0; dim < type.getRank(); ++dim)
        if (type.isDynamicDim(dim))
          results.push_back(
              tensor::DimOp::create(b, loc, forward->getArgument(i), dim));
  finishFunction(*forward, results);
  return forward;
}

/// Adds a function that calls the backward half. The function takes the
/// residuals that `forward` returns, then the cotangents of the results, and
/// returns the gradients with respect to the requested arguments.
static FailureOr<func::FuncOp> addBackwardHalf(const ResolvedRequest &request,
                                               SplitFunction &split,
                                               const Twine &name,
                                               func::FuncOp forward) {
  func::FuncOp callee = request.function;
  auto half = cast<func::FuncOp>(split.backward.getOperation());
  TypeRange residuals =
      forward.getResultTypes().drop_front(callee.getNumResults());
  SmallVector<Type> inputs(residuals);
  llvm::append_range(inputs, select(callee.getResultTypes(), request.of));
  FailureOr<func::FuncOp> backward = addFunction(forward, name, inputs);
  if (failed(backward))
    return failure();
  OpBuilder b = OpBuilder::atBlockEnd(&backward->getBody().front());
  unsigned numInputs = split.inputs.size();
  SmallVector<Value> operands(backward->getArguments().take_front(numInputs));
  llvm::append_range(operands,
                     backward->getArguments().drop_front(residuals.size()));
  auto pull = func::CallOp::create(b, callee.getLoc(), half, operands);
  SmallVector<Value> gradients;
  unsigned nextSize = numInputs;
  for (unsigned i : request.wrt) {
    auto *known = llvm::find(split.outputs, i);
    if (known != split.outputs.end()) {
      gradients.push_back(
          pull.getResult(std::distance(split.outputs.begin(), known)));
      continue;
    }
    LDBG() << "zero, because no derivative flows: argument " << i << " of @"
           << callee.getName();
    Type type = callee.getArgumentTypes()[i];
    SmallVector<OpFoldResult> sizes;
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      for (int64_t size : tensor.getShape())
        sizes.push_back(ShapedType::isDynamic(size)
                            ? OpFoldResult(backward->getArgument(nextSize++))
                            : OpFoldResult(b.getIndexAttr(size)));
    Value zero = createZeroDerivative(b, callee, type, sizes);
    if (!zero)
      return failure();
    gradients.push_back(zero);
  }
  finishFunction(*backward, gradients);
  return backward;
}

/// Adds wrappers of both halves, whose arguments and results have the
/// documented order for every activity.
static FailureOr<SmallVector<func::FuncOp>>
addSplit(const ResolvedRequest &request, StringRef requested,
         OpBuilder::Listener *listener) {
  func::FuncOp callee = request.function;
  RequestExpander expander(callee.getContext(), {}, listener);
  if (failed(expander.expandReachable(callee)))
    return failure();
  FailureOr<SplitFunction> split = expander.split(callee, request);
  if (failed(split))
    return failure();

  StringRef name = requested.empty() ? callee.getName() : requested;
  FailureOr<func::FuncOp> forward =
      addForwardHalf(request, *split, name + "_fwd");
  if (failed(forward))
    return failure();
  FailureOr<func::FuncOp> backward =
      addBackwardHalf(request, *split, name + "_bwd", *forward);
  if (failed(backward))
    return failure();
  return SmallVector<func::FuncOp>{*forward, *backward};
}

FailureOr<SmallVector<func::FuncOp>>
sg::requestDerivative(func::FuncOp function, const DerivativeRequest &requested,
                      OpBuilder::Listener *listener) {
  // Outside of a pass, no other code loads the dialect.
  function.getContext()->loadDialect<GradDialect>();
  if (!requested.of.empty())
    return emitError(function.getLoc())
           << "a request covers all results: leave 'of' out, or call "
              "sg::differentiate";
  FailureOr<SmallVector<unsigned>> wrt = findPositions(
      function, requested.wrt, function.getArgumentTypes(), "argument", "wrt");
  if (failed(wrt))
    return failure();
  ResolvedRequest request{function,
                          requested.mode,
                          *wrt,
                          getDifferentiablePositions(function.getResultTypes()),
                          requested.isStrict,
                          requested.hasStrongZero};
  if (requested.mode == RequestMode::Split)
    return addSplit(request, requested.name, listener);
  FailureOr<func::FuncOp> added = addRequest(request, requested);
  if (failed(added))
    return failure();
  return SmallVector<func::FuncOp>{*added};
}
