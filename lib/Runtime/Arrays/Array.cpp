//===- Array.cpp - Arrays in memory ---------------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Runtime/Array.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <cstdlib>
#include <cstring>

using namespace llvm;
using namespace sg;

Error sg::makeError(const Twine &message) {
  return createStringError(inconvertibleErrorCode(), message);
}

std::string sg::describeArray(ArrayRef<int64_t> shape, mlir::Type element) {
  std::string text;
  raw_string_ostream os(text);
  for (int64_t size : shape)
    if (mlir::ShapedType::isDynamic(size))
      os << "?x";
    else
      os << size << "x";
  element.print(os);
  return text;
}

std::optional<int64_t> sg::countBytes(mlir::Type element,
                                      ArrayRef<int64_t> shape) {
  if (llvm::is_contained(shape, 0))
    return 0; // the product of the other sizes may overflow
  int64_t bytes = getElementSize(element);
  for (int64_t size : shape)
    if (size < 0 || __builtin_mul_overflow(bytes, size, &bytes))
      return std::nullopt;
  return bytes;
}

Expected<Array> Array::allocate(mlir::Type element, ArrayRef<int64_t> shape) {
  std::optional<int64_t> bytes = countBytes(element, shape);
  void *memory = nullptr;
  if (!bytes || posix_memalign(&memory, 64, std::max<int64_t>(*bytes, 1)) != 0)
    return makeError("out of memory for " + describeArray(shape, element));
  return adopt(element, shape, memory);
}

Array Array::map(mlir::Type element, ArrayRef<int64_t> shape,
                 std::shared_ptr<MemoryBuffer> buffer, const char *data) {
  Array array;
  array.element = element;
  array.shape.assign(shape.begin(), shape.end());
  array.owner = std::move(buffer);
  array.data = const_cast<char *>(data);
  return array;
}

Array Array::adopt(mlir::Type element, ArrayRef<int64_t> shape, void *data) {
  Array array;
  array.element = element;
  array.shape.assign(shape.begin(), shape.end());
  array.owner = std::shared_ptr<void>(data, std::free);
  array.data = static_cast<char *>(data);
  return array;
}

Expected<Array> Array::copy() const {
  Expected<Array> result = allocate(element, shape);
  if (result)
    std::memcpy(result->data, data, getNumBytes());
  return result;
}

int64_t Array::getNumElements() const {
  return getNumBytes() / sg::getElementSize(element);
}

int64_t Array::getNumBytes() const { return *countBytes(element, shape); }

double Array::getAsDouble(int64_t index, int64_t part) const {
  int64_t size = sg::getPartSize(element);
  uint64_t bits = 0;
  std::memcpy(&bits, data + (index * sg::countParts(element) + part) * size,
              size); // little endian
  if (auto type = dyn_cast<mlir::FloatType>(sg::getPartType(element))) {
    APFloat value(type.getFloatSemantics(), APInt(type.getWidth(), bits));
    if (value.isNaN())
      return std::nan(""); // APFloat converts the NaN of f8E8M0FNU to infinity
    bool losesInfo;
    value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
    return value.convertToDouble();
  }
  unsigned width = element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
  if (element.isUnsignedInteger() || width == 1)
    return static_cast<double>(bits);
  return static_cast<double>(SignExtend64(bits, width));
}

std::string Array::describe() const { return describeArray(shape, element); }

/// Returns a message, for example "is not as expected: element [1, 2] is 3,
/// expected 4".
static std::string describeDifference(const Array &actual,
                                      const Array &expected, int64_t position) {
  SmallVector<int64_t> index;
  int64_t rest = position;
  for (int64_t size : llvm::reverse(actual.getShape())) {
    index.push_back(rest % size);
    rest /= size;
  }
  std::string text;
  raw_string_ostream os(text);
  os << "is not as expected: ";
  if (!index.empty()) {
    os << "element [";
    llvm::interleaveComma(llvm::reverse(index), os);
    os << "] ";
  }
  os << "is ";
  printElement(os, actual, position);
  os << ", expected ";
  printElement(os, expected, position);
  return text;
}

static Error compareExactly(const Array &actual, const Array &expected) {
  int64_t size = sg::getElementSize(actual.getElementType());
  for (int64_t i = 0, end = expected.getNumElements(); i < end; ++i)
    if (std::memcmp(actual.getData() + i * size, expected.getData() + i * size,
                    size) != 0)
      return makeError(describeDifference(actual, expected, i));
  return Error::success();
}

Error sg::compareArrays(const Array &actual, const Array &expected,
                        double tolerance) {
  if (actual.getElementType() != expected.getElementType() ||
      actual.getShape() != expected.getShape())
    return makeError("is " + actual.describe() + ", expected " +
                     expected.describe());
  mlir::Type element = actual.getElementType();
  if (!isa<mlir::FloatType>(sg::getPartType(element)))
    return compareExactly(actual, expected);

  int64_t numParts = sg::countParts(element);
  int64_t count = expected.getNumElements() * numParts;
  auto getPart = [numParts](const Array &array, int64_t i) {
    return array.getAsDouble(i / numParts, i % numParts);
  };
  double scale = 0;
  for (int64_t i = 0; i < count; ++i)
    if (double value = std::fabs(getPart(expected, i)); std::isfinite(value))
      scale = std::max(scale, value);
  if (scale == 0)
    scale = 1;
  double largestError = 0;
  int64_t worstIndex = 0;
  for (int64_t i = 0; i < count; ++i) {
    double x = getPart(actual, i), y = getPart(expected, i);
    if (x == y || (std::isnan(x) && std::isnan(y)))
      continue;
    if (!std::isfinite(x) || !std::isfinite(y))
      return makeError(describeDifference(actual, expected, i / numParts));
    // Halve first: the difference of two large numbers may overflow.
    double error = std::fabs(x / 2 - y / 2) / scale * 2;
    if (error > largestError) {
      largestError = error;
      worstIndex = i / numParts;
    }
  }
  if (largestError <= tolerance)
    return Error::success();
  std::string text = describeDifference(actual, expected, worstIndex);
  raw_string_ostream os(text);
  os << " (relative error " << llvm::format("%.3g", largestError)
     << ", tolerance " << llvm::format("%g", tolerance) << ")";
  return makeError(text);
}
