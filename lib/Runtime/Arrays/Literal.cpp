//===- Literal.cpp - Arrays as text ---------------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Runtime/Array.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <charconv>
#include <cmath>
#include <cstring>

using namespace llvm;
using namespace sg;

static constexpr StringLiteral kSeparators = " \t\r\n,[]";
static bool isSeparator(char c) { return kSeparators.contains(c); }

/// Parses a float and returns its bits, or std::nullopt if the type cannot
/// represent the text.
static std::optional<APInt> parseFloat(StringRef text,
                                       const fltSemantics &semantics) {
  // Reject an exponent without digits, which LLVM accepts.
  if (text.ends_with_insensitive(text.contains_insensitive("0x") ? "p" : "e") ||
      text.ends_with("+") || text.ends_with("-"))
    return std::nullopt;
  // Not every type has infinity, NaN, zero and signs. Detect them in f64, which
  // has all of them.
  APFloat valueInF64(APFloat::IEEEdouble());
  Expected<APFloat::opStatus> status =
      valueInF64.convertFromString(text, APFloat::rmNearestTiesToEven);
  if (!status) {
    consumeError(status.takeError());
    return std::nullopt;
  }
  bool isInfinity = valueInF64.isInfinity() && *status == APFloat::opOK;
  if ((isInfinity && !APFloat::semanticsHasInf(semantics)) ||
      (valueInF64.isNaN() && !APFloat::semanticsHasNaN(semantics)) ||
      (valueInF64.isZero() && !APFloat::semanticsHasZero(semantics)) ||
      (valueInF64.isNegative() && !APFloat::semanticsHasSignedRepr(semantics)))
    return std::nullopt;
  APFloat value(semantics);
  status = value.convertFromString(text, APFloat::rmNearestTiesToEven);
  if (!status) {
    consumeError(status.takeError());
    return std::nullopt;
  }
  if (*status & APFloat::opOverflow)
    return std::nullopt;
  return value.bitcastToAPInt();
}

/// Parses an integer and returns its bits, or std::nullopt. A value of a
/// signless type may be in the signed or the unsigned range.
static std::optional<APInt> parseInteger(StringRef text, mlir::Type element) {
  unsigned width = element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
  if (width == 1 && (text == "true" || text == "false"))
    return APInt(1, text == "true");
  bool isNegative = text.consume_front("-");
  APInt magnitude;
  if (text.getAsInteger(10, magnitude))
    return std::nullopt;
  magnitude = magnitude.zext(std::max(magnitude.getBitWidth(), width + 1));
  APInt value = isNegative ? -magnitude : magnitude;
  bool fits = !element.isUnsignedInteger() && value.isSignedIntN(width);
  if (!element.isSignedInteger() && !isNegative)
    fits |= value.isIntN(width);
  if (element.isUnsignedInteger() && value.isZero())
    fits = true; // -0
  if (!fits)
    return std::nullopt;
  return value.trunc(width);
}

/// Splits "1+2j" into the real and the imaginary part without the "j". A part
/// that is missing is "0".
static std::pair<StringRef, StringRef> splitComplex(StringRef text) {
  StringRef real = text, imaginary = "0";
  if (!real.consume_back("j"))
    return {real, imaginary};
  // The sign of the imaginary part is the last one that is not an exponent's.
  size_t sign = real.find_last_of("+-");
  while (sign != StringRef::npos && sign != 0 &&
         StringRef("eEpP").contains(real[sign - 1]))
    sign = real.take_front(sign).find_last_of("+-");
  if (sign == StringRef::npos || sign == 0)
    return {"0", real};
  imaginary = real.drop_front(sign);
  imaginary.consume_front("+"); // APFloat does not accept "+nan"
  return {real.take_front(sign), imaginary};
}

/// Parses an element and returns the bits of its parts. Returns fewer parts if
/// the type cannot represent the text.
static SmallVector<uint64_t, 2> parseElement(StringRef text,
                                             mlir::Type element) {
  SmallVector<StringRef, 2> texts{text};
  if (isa<mlir::ComplexType>(element)) {
    auto [real, imaginary] = splitComplex(text);
    texts = {real, imaginary};
  }
  SmallVector<uint64_t, 2> parts;
  auto type = dyn_cast<mlir::FloatType>(getPartType(element));
  for (StringRef part : texts)
    if (std::optional<APInt> bits =
            type ? parseFloat(part, type.getFloatSemantics())
                 : parseInteger(part, element))
      parts.push_back(bits->getZExtValue());
  return parts;
}

/// Parses "2x3xf32" or "tensor<2x3xf32>", the text before '='.
static Error parseType(StringRef text, mlir::Type element,
                       SmallVectorImpl<int64_t> &shape) {
  StringRef rest = text;
  if (rest.consume_front("tensor<") && !rest.consume_back(">"))
    return makeError("'" + text + "' is not a type such as tensor<2x3xf32>");
  while (!rest.empty() && isDigit(rest.front())) {
    int64_t size;
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

/// Appends the brackets of an array of shape `shape`, including the outermost
/// pair, and a letter for each element.
static void appendBracketPattern(std::string &pattern,
                                 ArrayRef<int64_t> shape) {
  pattern += '[';
  for (int64_t i = 0; i < shape.front(); ++i)
    if (shape.size() > 1)
      appendBracketPattern(pattern, shape.drop_front());
    else
      pattern += 'e';
  pattern += ']';
}

/// Returns true if `text` has no brackets or the brackets match `shape`. The
/// outermost pair is optional.
static bool hasFittingBrackets(StringRef text, ArrayRef<int64_t> shape) {
  if (text.find_first_of("[]") == StringRef::npos)
    return true;
  std::string pattern;
  while (!text.empty()) {
    char c = text.front();
    if (c == '[' || c == ']')
      pattern += c;
    bool isElement = !isSeparator(c);
    text = isElement ? text.drop_until(isSeparator) : text.drop_front();
    if (isElement)
      pattern += 'e';
  }
  std::string expected;
  appendBracketPattern(expected, shape);
  return pattern == expected ||
         pattern == StringRef(expected).drop_front().drop_back();
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
      return error;
  } else if (llvm::any_of(shape, mlir::ShapedType::isDynamic)) {
    return makeError("the sizes must be given, as in 2x3xf32=...: the "
                     "function has " +
                     describeArray(expectedShape, element));
  }

  SmallVector<StringRef> words;
  SplitString(values, words, kSeparators);
  Expected<Array> array = Array::allocate(element, shape);
  if (!array)
    return array.takeError();
  int64_t count = array->getNumElements();
  if (static_cast<int64_t>(words.size()) != count && words.size() != 1)
    return makeError("there are " + Twine(words.size()) + " elements, " +
                     array->describe() + " has " + Twine(count));
  if (count == 0)
    return array; // ignore the brackets of an array without elements
  if (words.size() != 1 && !hasFittingBrackets(values, shape))
    return makeError("the brackets do not match " + array->describe());
  int64_t size = getPartSize(element);
  SmallVector<uint64_t, 2> parts;
  char *position = array->getData();
  for (int64_t i = 0; i < count; ++i) {
    if (static_cast<size_t>(i) < words.size())
      parts = parseElement(words[i], element);
    if (static_cast<int64_t>(parts.size()) != countParts(element))
      return makeError("'" + words[i] + "' is not a valid " +
                       describeArray({}, element));
    for (uint64_t bits : parts) {
      std::memcpy(position, &bits, size); // little endian
      position += size;
    }
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

/// Prints a float of the type `type`, whose value is `value`.
static void printFloat(raw_ostream &os, mlir::Type type, double value) {
  if (type.isF64())
    printShortest(os, value);
  else
    printShortest(os, static_cast<float>(value));
}

void sg::printElement(raw_ostream &os, const Array &array, int64_t index) {
  mlir::Type element = array.getElementType();
  if (mlir::Type part = getPartType(element); isa<mlir::FloatType>(part)) {
    printFloat(os, part, array.getAsDouble(index));
    if (countParts(element) == 1)
      return;
    double imaginary = array.getAsDouble(index, 1);
    if (!std::signbit(imaginary))
      os << '+';
    printFloat(os, part, imaginary);
    os << 'j';
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

/// Prints the part of the array that starts at element `index` and has the
/// dimensions from `dim` on. Advances `index` past the part.
static void printElements(raw_ostream &os, const Array &array, size_t dim,
                          int64_t &index) {
  ArrayRef<int64_t> shape = array.getShape();
  if (dim == shape.size()) {
    printElement(os, array, index++);
    return;
  }
  // Arrays of rank 1 have no brackets. Other arrays lack the outermost pair.
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
  if (array.getNumElements() == 0)
    return; // the other sizes may be huge
  int64_t index = 0;
  printElements(os, array, 0, index);
}
