//===- Point.cpp - Where gradients are checked ----------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Point.h"
#include "Directions.h"
#include "WidenFloats.h"
#include "mlir/IR/TypeUtilities.h"
#include "sg/GradientCheck/GradientCheck.h"

using namespace mlir;
using namespace sg;
using namespace sg::gradcheck;

static llvm::Expected<Array> makeRandom(Type type, Bounds range,
                                        Random &random) {
  Type element = getElementTypeOrSelf(type);
  SmallVector<int64_t> shape(shapeOf(type));
  for (int64_t &size : shape)
    if (ShapedType::isDynamic(size))
      size = kRandomSize;
  // An error, unless there is memory for doubles in its place.
  llvm::Expected<Array> memory =
      Array::allocate(Float64Type::get(type.getContext()), shape);
  if (!memory) {
    llvm::consumeError(memory.takeError());
    return makeError("out of memory for " + describeArray(shape, element));
  }
  Doubles values(memory->getNumElements());
  for (double &value : values)
    if (isa<FloatType>(element))
      value = random.uniform(range.low, range.high);
    else
      value = shape.empty() && !element.isInteger(1)
                  ? 2
                  : static_cast<double>(random.next() >> 63);
  return toArray(values, element, shape);
}

llvm::Expected<SmallVector<Array>>
sg::gradcheck::makeRandomInputs(FunctionType type, Bounds range,
                                uint64_t seed) {
  Random random(seed);
  SmallVector<Array> inputs;
  for (auto [i, input] : llvm::enumerate(type.getInputs())) {
    llvm::Expected<Array> array = makeRandom(input, range, random);
    if (!array)
      return makeError("input " + Twine(i) + ": " +
                       llvm::toString(array.takeError()));
    inputs.push_back(std::move(*array));
  }
  return inputs;
}

llvm::Error sg::gradcheck::checkInput(unsigned position, Type type,
                                      Type element, ArrayRef<int64_t> sizes) {
  ArrayRef<int64_t> shape = shapeOf(type);
  bool fits =
      element == getElementTypeOrSelf(type) && sizes.size() == shape.size();
  for (auto [got, size] : llvm::zip(sizes, shape))
    fits &= ShapedType::isDynamic(size) ? got >= 0 : got == size;
  if (fits)
    return llvm::Error::success();
  return llvm::make_error<CheckError>(
      CheckError::Inputs, "argument " + std::to_string(position) + " is " +
                              describeArray(sizes, element) +
                              ", the function has " +
                              describeArray(shape, getElementTypeOrSelf(type)));
}

llvm::Error sg::gradcheck::checkInputs(FunctionType type,
                                       ArrayRef<Array> inputs) {
  if (inputs.size() != type.getNumInputs())
    return llvm::make_error<CheckError>(
        CheckError::Inputs, "the function has " +
                                std::to_string(type.getNumInputs()) +
                                " arguments, but there are " +
                                std::to_string(inputs.size()) + " inputs");
  for (auto [i, array] : llvm::enumerate(inputs))
    if (llvm::Error error = checkInput(
            i, type.getInput(i), array.getElementType(), array.getShape()))
      return error;
  return llvm::Error::success();
}

llvm::Expected<Array> sg::gradcheck::widen(const Array &array) {
  Type element = array.getElementType();
  if (!isNarrowFloat(element))
    return array;
  return toArray(toDoubles(array), Float64Type::get(element.getContext()),
                 array.getShape());
}
