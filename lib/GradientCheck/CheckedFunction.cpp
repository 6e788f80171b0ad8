//===- CheckedFunction.cpp - A function with its derivatives --------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckedFunction.h"
#include "SplitStops.h"
#include "mlir/Support/DebugStringHelper.h"
#include "sg/Dialect/Grad/IR/Grad.h"
#include "sg/Dialect/Grad/IR/TangentType.h"
#include "sg/Freeze/Passes.h"
#include "sg/Transforms/Passes.h"

using namespace mlir;
using namespace sg;
using namespace sg::gradcheck;

std::string sg::gradcheck::jvpName(StringRef function) {
  return (function + "_checked_jvp").str();
}

std::string sg::gradcheck::vjpName(StringRef function) {
  return (function + "_checked_vjp").str();
}

/// Returns an error whose cause a pass has already diagnosed.
static llvm::Error failDiagnosed(const Twine &text) {
  return llvm::make_error<CheckError>(
      CheckError(CheckError::Unsupported, text.str()).diagnosed());
}

llvm::Error sg::gradcheck::addRequests(ModuleOp module, StringRef function,
                                       ArrayRef<unsigned> wrt) {
  PassManager pm(module.getContext());
  for (bool isForward : {true, false}) {
    grad::RequestDerivativeOptions options;
    options.function = function.str();
    options.mode = isForward ? grad::RequestMode::JVP : grad::RequestMode::VJP;
    options.wrt.assign(wrt.begin(), wrt.end());
    options.name = isForward ? jvpName(function) : vjpName(function);
    pm.addPass(grad::createRequestDerivative(options));
  }
  if (failed(pm.run(module)))
    return failDiagnosed("derivatives of @" + function +
                         " cannot be requested");
  return llvm::Error::success();
}

CheckedFunction::CheckedFunction(std::string name, FunctionType type,
                                 ArrayRef<unsigned> wrt)
    : name(std::move(name)), type(type), wrt(wrt),
      differentiableResults(
          grad::getDifferentiablePositions(type.getResults())) {}

llvm::Error CheckedFunction::freeze(ModuleOp module) {
  splitStops(module);
  PassManager pm(module.getContext());
  grad::FreezeStopGradientOptions options;
  options.function = name;
  pm.addPass(grad::createFreezeStopGradient(options));
  if (failed(pm.run(module)))
    return failDiagnosed("stops of @" + name + " cannot be frozen");
  recordType =
      module.lookupSymbol<func::FuncOp>(name + "_record").getFunctionType();
  for (Type type : recordType.getResults().drop_front(type.getNumResults()))
    if (!isPassable(type))
      return llvm::make_error<CheckError>(
          CheckError::Unsupported,
          "gradients of @" + name +
              " cannot be checked: it leads to a stop on a value of type " +
              debugString(type) + ", which cannot be kept");
  return llvm::Error::success();
}

Doubles CheckedFunction::flatten(ArrayRef<Array> arrays) const {
  Doubles all;
  for (const Array &array : arrays)
    llvm::append_range(all, toDoubles(array));
  return all;
}

std::optional<CallOutcome>
CheckedFunction::setPoint(const NativeProgram &native, ArrayRef<Array> point) {
  program = &native;
  arguments.assign(point.begin(), point.end());
  CallOutcome failed;
  std::optional<SmallVector<Array>> recorded = program->call(
      name + "_record", arguments, recordType.getResults(), &failed);
  if (!recorded)
    return failed;
  results.clear();
  for (unsigned i : differentiableResults)
    results.push_back((*recorded)[i]);
  ArrayRef<Array> recordedStops =
      ArrayRef(*recorded).drop_front(type.getNumResults());
  stopValues.assign(recordedStops.begin(), recordedStops.end());
  return std::nullopt;
}

std::optional<CallOutcome>
CheckedFunction::tryPoint(const NativeProgram &native,
                          ArrayRef<Array> point) const {
  return native.tryCall(name + "_record", point, recordType.getResults());
}

/// Returns `values` as an array of the type and shape of `array`, or
/// std::nullopt if memory runs out.
static std::optional<Array> makeLike(const Array &array,
                                     ArrayRef<double> values) {
  llvm::Expected<Array> copy =
      toArray(values, array.getElementType(), array.getShape());
  if (copy)
    return *copy;
  llvm::consumeError(copy.takeError());
  return std::nullopt;
}

std::optional<SmallVector<Array>>
CheckedFunction::moveArguments(unsigned argument, ArrayRef<double> direction,
                               double distance) const {
  SmallVector<Array> inputs(arguments);
  if (distance == 0)
    return inputs;
  Array &moved = inputs[argument];
  Doubles values = toDoubles(moved);
  for (auto [value, v] : llvm::zip_equal(values, direction))
    value += distance * v;
  std::optional<Array> array = makeLike(moved, values);
  if (!array)
    return std::nullopt;
  moved = *array;
  return inputs;
}

std::optional<Doubles> CheckedFunction::resultsAt(unsigned argument,
                                                  ArrayRef<double> direction,
                                                  double distance) {
  std::optional<SmallVector<Array>> moved =
      moveArguments(argument, direction, distance);
  if (!moved)
    return std::nullopt;
  SmallVector<Array> &inputs = *moved;
  llvm::append_range(inputs, stopValues);
  std::optional<SmallVector<Array>> replayed =
      program->call(name + "_replay", inputs, type.getResults());
  if (!replayed)
    return std::nullopt;
  SmallVector<Array> floats;
  for (unsigned i : differentiableResults)
    floats.push_back((*replayed)[i]);
  return flatten(floats);
}

std::optional<Doubles> CheckedFunction::tangents(unsigned argument,
                                                 ArrayRef<double> direction,
                                                 double distance) {
  std::optional<SmallVector<Array>> moved =
      moveArguments(argument, direction, distance);
  if (!moved)
    return std::nullopt;
  SmallVector<Array> &inputs = *moved;
  for (unsigned i : wrt) {
    const Array &point = arguments[i];
    Doubles values(point.getNumElements());
    std::optional<Array> tangent =
        makeLike(point, i == argument ? direction : ArrayRef(values));
    if (!tangent)
      return std::nullopt;
    inputs.push_back(*tangent);
  }
  SmallVector<Type> types(type.getResults());
  for (unsigned i : differentiableResults)
    types.push_back(type.getResult(i));
  std::optional<SmallVector<Array>> outputs =
      program->call(jvpName(name), inputs, types);
  if (!outputs)
    return std::nullopt;
  return flatten(ArrayRef(*outputs).drop_front(type.getNumResults()));
}

size_t sg::gradcheck::countElements(ArrayRef<Array> arrays) {
  size_t count = 0;
  for (const Array &array : arrays)
    count += array.getNumElements();
  return count;
}

llvm::Expected<SmallVector<Array>>
sg::gradcheck::splitLike(ArrayRef<double> flat, ArrayRef<Array> results) {
  SmallVector<Array> arrays;
  for (const Array &result : results) {
    size_t size = result.getNumElements();
    llvm::Expected<Array> array = toArray(
        flat.take_front(size), result.getElementType(), result.getShape());
    if (!array)
      return array.takeError();
    arrays.push_back(*array);
    flat = flat.drop_front(size);
  }
  return arrays;
}

std::optional<std::vector<Doubles>>
CheckedFunction::gradients(ArrayRef<double> cotangents) {
  return gradientsAt(arguments, cotangents);
}

std::optional<Doubles> CheckedFunction::gradient(ArrayRef<double> cotangents,
                                                 unsigned argument,
                                                 ArrayRef<double> direction,
                                                 double distance) {
  std::optional<SmallVector<Array>> moved =
      moveArguments(argument, direction, distance);
  if (!moved)
    return std::nullopt;
  std::optional<std::vector<Doubles>> all =
      gradientsAt(std::move(*moved), cotangents);
  if (!all)
    return std::nullopt;
  return (*all)[positionOf(argument)];
}

std::optional<DirectionalDerivatives>
CheckedFunction::derivativesAt(ArrayRef<double> cotangents, unsigned argument,
                               ArrayRef<double> direction, double distance) {
  std::optional<Doubles> forward = tangents(argument, direction, distance);
  std::optional<Doubles> reverse =
      gradient(cotangents, argument, direction, distance);
  if (!forward || !reverse)
    return std::nullopt;
  return DirectionalDerivatives{dot(cotangents, *forward),
                                dot(*reverse, direction)};
}

DirectionalResult
CheckedFunction::compare(unsigned argument, ArrayRef<double> direction,
                         ArrayRef<double> cotangents, ArrayRef<double> tangents,
                         ArrayRef<Doubles> gradients, Precision precision,
                         ResultsAt resultsAt) {
  auto runAt = [&](double distance) {
    return this->resultsAt(argument, direction, distance);
  };
  auto derivativesAt = [&](double distance) {
    return this->derivativesAt(cotangents, argument, direction, distance);
  };
  DirectionalDerivatives derivatives{
      dot(cotangents, tangents),
      dot(gradients[positionOf(argument)], direction)};
  DirectionalResult result = compareWithDifferences(
      {resultsAt ? resultsAt : ResultsAt(runAt), cotangents,
       scaleOf(toDoubles(arguments[argument])), derivatives, derivativesAt},
      precision);
  result.direction = direction;
  return result;
}

std::optional<std::vector<Doubles>>
CheckedFunction::gradientsAt(SmallVector<Array> inputs,
                             ArrayRef<double> cotangents) {
  llvm::Expected<SmallVector<Array>> split = splitLike(cotangents, results);
  if (!split) {
    llvm::consumeError(split.takeError());
    return std::nullopt;
  }
  llvm::append_range(inputs, *split);
  SmallVector<Type> types(type.getResults());
  for (unsigned i : wrt)
    types.push_back(type.getInput(i));
  std::optional<SmallVector<Array>> outputs =
      program->call(vjpName(name), inputs, types);
  if (!outputs)
    return std::nullopt;
  std::vector<Doubles> gradients;
  for (const Array &gradient :
       ArrayRef(*outputs).drop_front(type.getNumResults()))
    gradients.push_back(toDoubles(gradient));
  return gradients;
}
