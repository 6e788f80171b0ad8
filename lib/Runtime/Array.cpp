//===- Array.cpp - Arrays in memory ---------------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Array.h"
#include "llvm/ADT/APFloat.h"
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

/// The product of the sizes and the element's, or nothing if that is too much.
static std::optional<int64_t> countBytes(mlir::Type element,
                                         ArrayRef<int64_t> shape) {
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
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  return count;
}

int64_t Array::getNumBytes() const {
  return getNumElements() * sg::getElementSize(element);
}

double Array::getAsDouble(int64_t index) const {
  int64_t size = sg::getElementSize(element);
  uint64_t bits = 0;
  std::memcpy(&bits, data + index * size, size); // little endian
  if (auto type = dyn_cast<mlir::FloatType>(element)) {
    APFloat value(type.getFloatSemantics(), APInt(type.getWidth(), bits));
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

Error sg::compareArrays(const Array &got, const Array &expected,
                        double tolerance) {
  if (got.getElementType() != expected.getElementType() ||
      got.getShape() != expected.getShape())
    return makeError("is " + got.describe() + ", expected " +
                     expected.describe());
  bool isExact = !isa<mlir::FloatType>(got.getElementType());
  double largest = 0;
  for (int64_t i = 0, end = expected.getNumElements(); i < end; ++i)
    if (double value = std::fabs(expected.getAsDouble(i)); std::isfinite(value))
      largest = std::max(largest, value);
  double scale = largest == 0 || isExact ? 1 : largest;
  double worst = 0;
  int64_t where = -1;
  for (int64_t i = 0, end = expected.getNumElements(); i < end; ++i) {
    double x = got.getAsDouble(i), y = expected.getAsDouble(i);
    double error = std::isnan(x) && std::isnan(y) ? 0
                   : x == y                       ? 0
                                                  : std::fabs(x - y) / scale;
    if (std::isnan(error) || (std::isinf(x) != std::isinf(y)))
      error = HUGE_VAL;
    if (error > worst) {
      worst = error;
      where = i;
    }
  }
  if (worst <= (isExact ? 0 : tolerance))
    return Error::success();
  std::string text;
  raw_string_ostream os(text);
  os << "is not as expected: element " << where << " is "
     << got.getAsDouble(where) << ", expected " << expected.getAsDouble(where);
  if (!isExact)
    os << " (relative error " << worst << ", tolerance " << tolerance << ")";
  return makeError(text);
}
