//===- RequestDerivative.cpp - Ask for a derivative from outside ----------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AskedFunction.h"
#include "RequestExpander.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "sg/Transforms/Passes.h"

using namespace mlir;
using namespace sg::grad;

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
                       "mode=value-and-grad|vjp|jvp|split wrt=0,1 strict",
                       errorHandler, [&](auto error) {
                         return Pass::initializeOptions(options, error);
                       });
  }

  void runOnOperation() override {
    if (failed(run()))
      signalPassFailure();
  }

private:
  LogicalResult run();
  LogicalResult addRequest(func::FuncOp callee);
  LogicalResult addSplit(func::FuncOp callee);
  FailureOr<func::FuncOp> addFunction(func::FuncOp behind, const Twine &name,
                                      TypeRange arguments);
  SmallVector<unsigned> positions(func::FuncOp callee) {
    SmallVector<int64_t> given(wrt.begin(), wrt.end());
    if (given.empty())
      return getDifferentiablePositions(callee.getArgumentTypes());
    return SmallVector<unsigned>(given.begin(), given.end());
  }
};
} // namespace

LogicalResult RequestDerivative::run() {
  ModuleOp module = getOperation();
  if (function.empty() || name.empty())
    return emitError(module.getLoc())
           << getArgument()
           << " needs the function to differentiate and the name of the "
              "function to add, as in --"
           << getArgument() << "=\"function=f name=df\"";
  FailureOr<func::FuncOp> callee =
      findAskedFunction(module, function, getArgument());
  if (failed(callee))
    return failure();
  return mode == RequestMode::Split ? addSplit(*callee) : addRequest(*callee);
}

FailureOr<func::FuncOp> RequestDerivative::addFunction(func::FuncOp behind,
                                                       const Twine &newName,
                                                       TypeRange arguments) {
  if (Operation *other = getOperation().lookupSymbol(newName.str())) {
    InFlightDiagnostic error = emitError(getOperation().getLoc())
                               << getArgument() << ": there is a '@" << newName
                               << "' already; give another name";
    error.attachNote(other->getLoc()) << "it is defined here";
    return failure();
  }
  OpBuilder b(behind.getContext());
  b.setInsertionPointAfter(behind);
  auto added = func::FuncOp::create(b, behind.getLoc(), newName.str(),
                                    b.getFunctionType(arguments, TypeRange()));
  added.addEntryBlock();
  return added;
}

static void finish(func::FuncOp function, OpBuilder &b, ValueRange results) {
  func::ReturnOp::create(b, function.getLoc(), results);
  function.setFunctionType(
      b.getFunctionType(function.getArgumentTypes(), results.getTypes()));
}

/// The types of what the positions name.
static SmallVector<Type> select(TypeRange types, ArrayRef<unsigned> positions) {
  return llvm::map_to_vector(positions,
                             [&](unsigned i) -> Type { return types[i]; });
}

LogicalResult RequestDerivative::addRequest(func::FuncOp callee) {
  TypeRange arguments = callee.getArgumentTypes();
  TypeRange results = callee.getResultTypes();
  for (int64_t i : wrt) // the verifier says it of the request
    if (i < 0 || i >= static_cast<int64_t>(arguments.size()))
      return emitError(callee.getLoc())
             << getArgument() << ": there is no argument " << i << " of '@"
             << callee.getName() << "', which takes " << arguments.size();
  SmallVector<Type> points = select(arguments, positions(callee));
  SmallVector<Type> slopes =
      select(results, getDifferentiablePositions(results));
  SmallVector<Type> directions;
  if (mode == RequestMode::VJP)
    directions = slopes;
  else if (mode == RequestMode::JVP)
    directions = points;
  SmallVector<Type> inputs(arguments);
  llvm::append_range(inputs, directions);
  FailureOr<func::FuncOp> added = addFunction(callee, name, inputs);
  if (failed(added))
    return failure();

  OpBuilder b = OpBuilder::atBlockEnd(&added->getBody().front());
  Location loc = callee.getLoc();
  auto symbol = FlatSymbolRefAttr::get(callee);
  ValueRange all = added->getArguments();
  ValueRange primal = all.take_front(arguments.size());
  ValueRange rest = all.drop_front(arguments.size());
  SmallVector<Type> types(results);
  llvm::append_range(types, mode == RequestMode::JVP ? slopes : points);
  DenseI64ArrayAttr wrtAttr;
  if (!wrt.empty())
    wrtAttr =
        b.getDenseI64ArrayAttr(SmallVector<int64_t>(wrt.begin(), wrt.end()));
  UnitAttr strictAttr = strict ? b.getUnitAttr() : UnitAttr();
  Operation *request;
  if (mode == RequestMode::ValueAndGrad)
    request = ValueAndGradOp::create(b, loc, types, symbol, primal, wrtAttr,
                                     strictAttr);
  else if (mode == RequestMode::VJP)
    request =
        VJPOp::create(b, loc, types, symbol, primal, rest, wrtAttr, strictAttr);
  else
    request =
        JVPOp::create(b, loc, types, symbol, primal, rest, wrtAttr, strictAttr);
  finish(*added, b, request->getResults());
  SymbolTableCollection symbols;
  return cast<SymbolUserOpInterface>(request).verifySymbolUses(symbols);
}

/// The functions are wrapped, so that their arguments and results have the
/// promised order, whatever the activity.
LogicalResult RequestDerivative::addSplit(func::FuncOp callee) {
  TypeRange argumentTypes = callee.getArgumentTypes();
  SmallVector<unsigned> points = positions(callee);
  SmallVector<unsigned> sloped =
      getDifferentiablePositions(callee.getResultTypes());
  BitVector varied(argumentTypes.size()), useful(callee.getNumResults());
  for (unsigned i : points) {
    bool isValid = i < argumentTypes.size() && !varied[i] &&
                   isDifferentiable(argumentTypes[i]);
    if (!isValid)
      return emitError(callee.getLoc())
             << getArgument() << ": cannot differentiate argument "
             << static_cast<int>(i) << " of '@" << callee.getName()
             << "': it must exist, be of differentiable type and be named once";
    varied.set(i);
  }
  if (points.empty())
    return emitError(callee.getLoc())
           << getArgument() << ": no argument of '@" << callee.getName()
           << "' has a differentiable type";
  for (unsigned j : sloped)
    useful.set(j);
  RequestExpander expander(&getContext(), strict);
  if (failed(expander.expandReachable(callee)))
    return failure();
  FailureOr<SplitFunction> split = expander.getCache().splitFunction(
      callee, callee, varied, useful, BitVector(varied.size()));
  if (failed(split) ||
      failed(expander.checkStrict(callee, strict, callee, varied, useful)))
    return failure();
  auto forwardHalf = cast<func::FuncOp>(split->forward.getOperation());
  auto backwardHalf = cast<func::FuncOp>(split->backward.getOperation());

  FailureOr<func::FuncOp> forward =
      addFunction(callee, name + "_fwd", argumentTypes);
  if (failed(forward))
    return failure();
  Location loc = callee.getLoc();
  OpBuilder b = OpBuilder::atBlockEnd(&forward->getBody().front());
  auto call =
      func::CallOp::create(b, loc, forwardHalf, forward->getArguments());
  SmallVector<Value> results(
      call.getResults().take_front(callee.getNumResults()));
  SmallVector<Value> residuals;
  for (SplitFunction::Input input : split->inputs)
    residuals.push_back(input.isOperand
                            ? Value(forward->getArgument(input.index))
                            : Value(call.getResult(input.index)));
  // The shape of a gradient that is zero.
  unsigned numInputs = residuals.size();
  for (unsigned i : points)
    if (auto type = dyn_cast<RankedTensorType>(argumentTypes[i]);
        type && !llvm::is_contained(split->outputs, i))
      for (int64_t dim = 0; dim < type.getRank(); ++dim)
        if (type.isDynamicDim(dim))
          residuals.push_back(
              tensor::DimOp::create(b, loc, forward->getArgument(i), dim));
  llvm::append_range(results, residuals);
  finish(*forward, b, results);

  SmallVector<Type> inputs = llvm::to_vector(ValueRange(residuals).getTypes());
  llvm::append_range(inputs, select(callee.getResultTypes(), sloped));
  FailureOr<func::FuncOp> backward =
      addFunction(*forward, name + "_bwd", inputs);
  if (failed(backward))
    return failure();
  b.setInsertionPointToEnd(&backward->getBody().front());
  SmallVector<Value> operands(backward->getArguments().take_front(numInputs));
  llvm::append_range(operands,
                     backward->getArguments().drop_front(residuals.size()));
  auto pull = func::CallOp::create(b, loc, backwardHalf, operands);
  SmallVector<Value> gradients;
  unsigned nextSize = numInputs;
  for (unsigned i : points) {
    auto *known = llvm::find(split->outputs, i);
    if (known != split->outputs.end()) {
      gradients.push_back(
          pull.getResult(std::distance(split->outputs.begin(), known)));
      continue;
    }
    SmallVector<OpFoldResult> sizes;
    if (auto type = dyn_cast<RankedTensorType>(argumentTypes[i]))
      for (int64_t size : type.getShape())
        sizes.push_back(ShapedType::isDynamic(size)
                            ? OpFoldResult(backward->getArgument(nextSize++))
                            : OpFoldResult(b.getIndexAttr(size)));
    Value zero = createAbsent(b, callee, argumentTypes[i], sizes);
    if (!zero)
      return failure();
    gradients.push_back(zero);
  }
  finish(*backward, b, gradients);
  return success();
}
