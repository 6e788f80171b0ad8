//===- Literal.cpp - Arrays as text ---------------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Array.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <charconv>
#include <cmath>
#include <cstring>

using namespace llvm;
using namespace sg;

/// The bits of a number in the given type, or nothing if it is none.
static std::optional<APInt> parseElement(StringRef text, mlir::Type element) {
  if (auto type = dyn_cast<mlir::FloatType>(element)) {
    APFloat value(type.getFloatSemantics());
    Expected<APFloat::opStatus> status =
        value.convertFromString(text, APFloat::rmNearestTiesToEven);
    if (!status) {
      consumeError(status.takeError());
      return std::nullopt;
    }
    return value.bitcastToAPInt();
  }
  unsigned width = element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
  if (width == 1 && (text == "true" || text == "false"))
    return APInt(1, text == "true");
  bool isNegative = text.consume_front("-");
  APInt magnitude;
  if (text.getAsInteger(10, magnitude))
    return std::nullopt;
  // Signed or unsigned: what fits the width.
  unsigned bits = magnitude.getActiveBits();
  if (bits > width || (isNegative && bits == width &&
                       !magnitude.zextOrTrunc(width).isSignMask()))
    return std::nullopt;
  APInt value = magnitude.zextOrTrunc(width);
  return isNegative ? -value : value;
}

/// Reads "2x3xf32" in front of '='.
static Error parseType(StringRef text, mlir::Type element,
                       SmallVectorImpl<int64_t> &shape) {
  StringRef rest = text;
  uint64_t size;
  while (!rest.empty() && isDigit(rest.front())) {
    if (rest.consumeInteger(10, size) || !rest.consume_front("x"))
      return makeError("'" + text + "' is not a type such as 2x3xf32");
    shape.push_back(size);
  }
  std::string expected = describeArray({}, element);
  if (rest != expected)
    return makeError("the elements are given as '" + rest + "', expected " +
                     expected);
  return Error::success();
}

Expected<Array> sg::parseArray(StringRef text, mlir::Type element,
                               ArrayRef<int64_t> expectedShape) {
  SmallVector<int64_t> shape(expectedShape);
  StringRef values = text;
  if (text.contains('=')) {
    StringRef type;
    std::tie(type, values) = text.split('=');
    shape.clear();
    if (Error error = parseType(type.trim(), element, shape))
      return std::move(error);
  } else if (llvm::any_of(shape, mlir::ShapedType::isDynamic)) {
    return makeError("the sizes must be given, as in 2x3xf32=...: the "
                     "function takes " +
                     describeArray(expectedShape, element));
  }

  SmallVector<StringRef> words;
  SplitString(values, words, " \t\n,[]");
  Expected<Array> array = Array::allocate(element, shape);
  if (!array)
    return array.takeError();
  int64_t count = array->getNumElements();
  if (static_cast<int64_t>(words.size()) != count && words.size() != 1)
    return makeError("there are " + Twine(words.size()) + " elements, " +
                     array->describe() + " has " + Twine(count));
  if (words.empty())
    return array;
  int64_t size = getElementSize(element);
  uint64_t bits = 0;
  for (int64_t i = 0; i < count; ++i) {
    if (static_cast<size_t>(i) < words.size()) {
      std::optional<APInt> value = parseElement(words[i], element);
      if (!value)
        return makeError("'" + words[i] + "' is no " +
                         describeArray({}, element));
      bits = value->getZExtValue();
    }
    std::memcpy(array->getData() + i * size, &bits, size); // little endian
  }
  return array;
}

template <typename T>
static void printShortest(raw_ostream &os, T value) {
  char text[64];
  auto [end, error] = std::to_chars(text, text + sizeof text, value);
  (void)error; // 64 characters are enough
  os << StringRef(text, end - text);
}

static void printElement(raw_ostream &os, const Array &array, int64_t index) {
  mlir::Type element = array.getElementType();
  if (isa<mlir::FloatType>(element)) {
    double value = array.getAsDouble(index);
    if (element.isF64())
      printShortest(os, value);
    else
      printShortest(os, static_cast<float>(value));
    return;
  }
  int64_t size = getElementSize(element);
  uint64_t bits = 0;
  std::memcpy(&bits, array.getData() + index * size, size); // little endian
  unsigned width = element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
  if (element.isUnsignedInteger() || width == 1)
    os << bits;
  else
    os << SignExtend64(bits, width);
}

/// Prints the elements from `index` on that the dimensions from `dim` on span.
static void printElements(raw_ostream &os, const Array &array, size_t dim,
                          int64_t &index) {
  ArrayRef<int64_t> shape = array.getShape();
  if (dim == shape.size()) {
    printElement(os, array, index++);
    return;
  }
  // The outermost brackets of an array of rank 2 and more say nothing.
  bool hasBrackets = dim != 0 && shape.size() > 1;
  if (hasBrackets)
    os << '[';
  for (int64_t i = 0; i < shape[dim]; ++i) {
    if (i != 0 && dim + 1 == shape.size())
      os << ' ';
    printElements(os, array, dim + 1, index);
  }
  if (hasBrackets)
    os << ']';
}

void sg::printArray(raw_ostream &os, const Array &array) {
  os << array.describe() << '=';
  int64_t index = 0;
  printElements(os, array, 0, index);
}
