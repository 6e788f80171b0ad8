//===- Point.cpp - Inputs at which gradients are checked ------------------===//
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

static llvm::Expected<Array> makeRandom(Type type, Bounds range, Random &random,
                                        const IntegerInput *given) {
  Type element = getElementTypeOrSelf(type);
  SmallVector<int64_t> shape(shapeOf(type));
  for (int64_t &size : shape)
    if (ShapedType::isDynamic(size))
      size = kRandomSize;
  // Fail if the values as doubles would not fit into memory.
  llvm::Expected<Array> memory =
      Array::allocate(Float64Type::get(type.getContext()), shape);
  if (!memory) {
    llvm::consumeError(memory.takeError());
    return makeError("out of memory for " + describeArray(shape, element));
  }
  Doubles values(memory->getNumElements() * countParts(element));
  for (double &value : values)
    if (isa<FloatType>(getPartType(element)))
      value = random.uniform(range.low, range.high);
    else
      value = shape.empty() && !element.isInteger(1)
                  ? 2
                  : static_cast<double>(random.next() >> 63);
  if (given)
    llvm::fill(values, static_cast<double>(given->value));
  return toArray(values, element, shape);
}

llvm::Expected<SmallVector<Array>>
sg::gradcheck::makeRandomInputs(FunctionType type, Bounds range, uint64_t seed,
                                ArrayRef<IntegerInput> integers) {
  Random random(seed);
  SmallVector<Array> inputs;
  for (auto [i, input] : llvm::enumerate(type.getInputs())) {
    const IntegerInput *given =
        llvm::find_if(integers, [position = i](const IntegerInput &integer) {
          return integer.argument == position;
        });
    llvm::Expected<Array> array = makeRandom(
        input, range, random, given == integers.end() ? nullptr : given);
    if (!array)
      return makeError("input " + Twine(i) + ": " +
                       llvm::toString(array.takeError()));
    inputs.push_back(std::move(*array));
  }
  return inputs;
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// Returns true if values of `type` are integers with one element.
static bool isOneInteger(Type type) {
  return getElementTypeOrSelf(type).isIntOrIndex() &&
         llvm::all_of(shapeOf(type), [](int64_t size) { return size == 1; });
}

/// Returns true if values of `type` are 0 or 1 at random points: booleans, and
/// elements of tensors, which are indices more often than trip counts.
static bool isBoolean(Type type) {
  return !shapeOf(type).empty() || getElementTypeOrSelf(type).isInteger(1);
}

/// Returns one parity per integer for each point. True means odd.
static SmallVector<SmallVector<bool>> chooseParities(size_t count,
                                                     Random &random) {
  SmallVector<bool> even(count, false), odd(count, true);
  if (count < 2)
    return {even, odd};
  SmallVector<bool> mixed, opposite;
  for (size_t i = 0; i < count; ++i) {
    // The first two integers always differ in parity.
    mixed.push_back(i < 2 ? i == 0 : random.next() >> 63);
    opposite.push_back(!mixed.back());
  }
  return {even, odd, mixed, opposite};
}

std::vector<IntegerPoint> sg::gradcheck::chooseIntegers(func::FuncOp function,
                                                        uint64_t seed) {
  SmallVector<BlockArgument> arguments = llvm::to_vector(
      llvm::make_filter_range(function.getArguments(), [](BlockArgument value) {
        return isOneInteger(value.getType()) && !value.use_empty();
      }));
  if (arguments.empty())
    return {IntegerPoint()};
  // Draw integers and floats from different sequences.
  Random random(seed + 4);
  std::vector<IntegerPoint> points;
  for (ArrayRef<bool> parities : chooseParities(arguments.size(), random)) {
    IntegerPoint &point = points.emplace_back();
    for (auto [argument, isOdd] : llvm::zip_equal(arguments, parities)) {
      bool isLarger = random.next() >> 63;
      unsigned position = argument.getArgNumber();
      if (isBoolean(argument.getType())) {
        point.drawn.push_back({position, isOdd});
        point.smallest.push_back({position, isOdd});
        continue;
      }
      int64_t smallest = isOdd ? 1 : 2;
      point.drawn.push_back({position, isLarger ? smallest + 2 : smallest});
      point.smallest.push_back({position, smallest});
    }
  }
  return points;
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

llvm::Error sg::gradcheck::checkInput(unsigned position, Type type,
                                      Type element, ArrayRef<int64_t> sizes) {
  ArrayRef<int64_t> shape = shapeOf(type);
  bool fits =
      element == getElementTypeOrSelf(type) && sizes.size() == shape.size();
  for (auto [actual, size] : llvm::zip(sizes, shape))
    fits &= ShapedType::isDynamic(size) ? actual >= 0 : actual == size;
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
  if (!isNarrowFloat(getPartType(element)))
    return array;
  return toArray(toDoubles(array), widen(element), array.getShape());
}
