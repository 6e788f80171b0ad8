//===- CheckInputs.cpp - Where gradients are checked ----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckInputs.h"
#include "Messages.h"
#include "NativeCall.h"
#include "Session.h"
#include "WidenFloats.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Support/DebugStringHelper.h"

using namespace mlir;
using namespace sg;
using namespace sg::run;

/// Integers are small: they may be indices, or tell how often a loop runs.
static llvm::Expected<Array> makeRandom(Type type, Range range,
                                        Random &random) {
  Type element = getElementTypeOrSelf(type);
  SmallVector<int64_t> shape(shapeOf(type));
  for (int64_t &size : shape)
    if (ShapedType::isDynamic(size))
      size = kRandomSize;
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  Doubles values(count);
  for (double &value : values)
    if (isa<FloatType>(element))
      value = random.uniform(range.low, range.high);
    else
      value = shape.empty() && !element.isInteger(1)
                  ? 2
                  : static_cast<double>(random.next() >> 63);
  return toArray(values, element, shape);
}

int sg::run::checkTypes(StringRef function, FunctionType type) {
  auto check = [&](StringRef what, TypeRange types) -> int {
    for (auto [i, value] : llvm::enumerate(types))
      if (!isPassable(value))
        return fail("gradients cannot be checked: " + what + " " + Twine(i) +
                    " of @" + function + " is of type " + debugString(value) +
                    "; check a function of numbers and tensors that calls it");
    return Success;
  };
  if (int code = check("argument", type.getInputs()))
    return code;
  return check("result", type.getResults());
}

int sg::run::makeInputs(const Options &options, FunctionType type, Range range,
                        SmallVectorImpl<Array> &inputs) {
  bool isRandom = options.inputs.empty();
  if (!isRandom && options.inputs.size() != type.getNumInputs())
    return fail("@" + options.function + " has " + Twine(type.getNumInputs()) +
                " argument" + (type.getNumInputs() == 1 ? "" : "s") +
                ", but there are " + Twine(options.inputs.size()) + " --input");
  Random random(options.seed);
  for (auto [i, input] : llvm::enumerate(type.getInputs())) {
    llvm::Expected<Array> array = isRandom
                                      ? makeRandom(input, range, random)
                                      : readValue(options.inputs[i], input);
    if (!array)
      return fail("--input " + Twine(i) + ": " +
                  llvm::toString(array.takeError()));
    inputs.push_back(std::move(*array));
  }
  return Success;
}

llvm::Expected<Array> sg::run::widen(const Array &array) {
  Type element = array.getElementType();
  if (!isNarrowFloat(element))
    return array;
  return toArray(toDoubles(array), Float64Type::get(element.getContext()),
                 array.getShape());
}
