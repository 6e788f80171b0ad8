//===- Tensor.h - Arrays in memory ------------------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_BUILDER_TENSOR_H
#define SG_BUILDER_TENSOR_H

#include "sg/Builder/DType.h"
#include <cstring>
#include <memory>
#include <vector>

namespace sg {
inline namespace builder {

/// The sizes of an array in memory.
using TensorShape = std::vector<int64_t>;

namespace detail {

/// Returns the number of elements of a shape.
inline size_t countElements(const TensorShape &shape, size_t bytes,
                            SourceLocation location) {
  // Memory has less than 2^63 bytes.
  uint64_t count = 1, most = INT64_MAX / bytes;
  bool isEmpty = false;
  for (int64_t size : shape) {
    if (size < 0)
      fail(location, "the size " + std::to_string(size) + " is negative");
    isEmpty |= size == 0;
  }
  for (int64_t size : shape) {
    if (isEmpty)
      return 0;
    if (static_cast<uint64_t>(size) > most / count)
      fail(location, "the array is too large for memory");
    count *= static_cast<uint64_t>(size);
  }
  return count;
}

inline void checkDType(DType actual, DType requested, SourceLocation location) {
  bool isIndex = actual == DType::Index && requested == DType::Int64;
  if (actual != requested && !isIndex)
    fail(location, std::string("the elements are of type ") + getName(actual) +
                       ", not " + getName(requested));
}

} // namespace detail

/// An array in memory: elements in row-major order without gaps.
class Tensor {
public:
  /// Makes an array of zeros.
  Tensor(DType dtype, TensorShape shape,
         SourceLocation location = SourceLocation::current())
      : dtype(dtype), shape(std::move(shape)) {
    size_t bytes = detail::getInfo(dtype).bytes;
    count = detail::countElements(this->shape, bytes, location);
    memory = {std::calloc(count ? count : 1, bytes), std::free};
    if (!memory)
      detail::raise(SG_ERROR_MEMORY, "out of memory: an array of " +
                                         std::to_string(count) + " elements");
  }
  /// Copies elements, by default to an array of rank 1.
  template <typename T>
  Tensor(const std::vector<T> &elements,
         SourceLocation location = SourceLocation::current())
      : Tensor(elements, {static_cast<int64_t>(elements.size())}, location) {}
  template <typename T>
  Tensor(const std::vector<T> &elements, TensorShape shape,
         SourceLocation location = SourceLocation::current())
      : Tensor(dtypeOf<T>, std::move(shape), location) {
    if (elements.size() != count)
      detail::fail(location, "the shape has " + std::to_string(count) +
                                 " elements, but " +
                                 std::to_string(elements.size()) +
                                 " are given");
    T *target = getData<T>();
    for (const T &element : elements)
      *target++ = element;
  }
  /// Takes ownership of memory that the library allocated.
  Tensor(DType dtype, TensorShape shape, void *data)
      : dtype(dtype), shape(std::move(shape)), memory(data, sgFree) {
    count = 1;
    for (int64_t size : this->shape)
      count *= static_cast<size_t>(size);
  }

  DType getDType() const { return dtype; }
  const TensorShape &getShape() const { return shape; }
  size_t getElementCount() const { return count; }
  const void *getBytes() const { return memory.get(); }

  /// Returns the first element. T must be the C++ type of the elements.
  template <typename T>
  T *getData(SourceLocation location = SourceLocation::current()) {
    detail::checkDType(dtype, dtypeOf<T>, location);
    return static_cast<T *>(memory.get());
  }
  template <typename T>
  const T *getData(SourceLocation location = SourceLocation::current()) const {
    return const_cast<Tensor *>(this)->getData<T>(location);
  }
  /// Returns the only element.
  template <typename T>
  T getItem(SourceLocation location = SourceLocation::current()) const {
    if (count != 1)
      detail::fail(location, "the array has " + std::to_string(count) +
                                 " elements, not 1");
    return *getData<T>(location);
  }
  /// Returns a copy of the elements.
  template <typename T>
  std::vector<T>
  getVector(SourceLocation location = SourceLocation::current()) const {
    const T *data = getData<T>(location);
    return std::vector<T>(data, data + count);
  }

private:
  DType dtype;
  TensorShape shape;
  size_t count;
  std::unique_ptr<void, void (*)(void *)> memory{nullptr, std::free};
};

/// An argument of a call: elements in memory of the caller, in row-major order
/// without gaps, or a number. The memory must live as long as the view.
class TensorView {
public:
  TensorView(const Tensor &tensor)
      : dtype(tensor.getDType()), shape(tensor.getShape()),
        data(tensor.getBytes()) {}
  /// Views a vector as an array of rank 1.
  template <typename T>
  TensorView(const std::vector<T> &elements)
      : TensorView(elements.data(), {static_cast<int64_t>(elements.size())}) {}
  template <typename T>
  TensorView(const T *data, TensorShape shape)
      : dtype(dtypeOf<T>), shape(std::move(shape)), data(data) {}
  /// Views bytes, also of an element type for which C++ has no type.
  TensorView(DType dtype, TensorShape shape, const void *data)
      : dtype(dtype), shape(std::move(shape)), data(data) {}
  template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>>
  TensorView(T number) : dtype(dtypeOf<T>), isNumber(true) {
    std::memcpy(scalar, &number, sizeof(number));
  }

  DType getDType() const { return dtype; }
  const TensorShape &getShape() const { return shape; }
  const void *getBytes() const { return isNumber ? scalar : data; }

private:
  DType dtype;
  TensorShape shape;
  const void *data = nullptr;
  bool isNumber = false; ///< `scalar` has the element
  alignas(8) char scalar[8] = {};
};

} // namespace builder
} // namespace sg

#endif // SG_BUILDER_TENSOR_H
