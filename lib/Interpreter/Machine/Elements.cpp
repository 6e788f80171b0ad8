//===- Elements.cpp - The values of the reference interpreter -------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Interpreter/Machine/Elements.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CheckedArithmetic.h"
#include <cstdlib>
#include <memory>

using namespace llvm;
using namespace sg::interpreter;

std::optional<int64_t> sg::interpreter::countElements(ArrayRef<int64_t> shape) {
  if (is_contained(shape, 0))
    return 0; // even if the product of the other sizes overflows
  std::optional<int64_t> count = 1;
  for (int64_t size : shape)
    if (count)
      count = checkedMul(*count, size);
  return count;
}

std::optional<Tensor>
Tensor::allocate(ArrayRef<int64_t> shape,
                 const std::shared_ptr<MemoryBudget> &budget) {
  std::optional<int64_t> count = countElements(shape);
  std::optional<uint64_t> bytes;
  if (count)
    bytes = checkedMulUnsigned<uint64_t>(*count, sizeof(Element));
  if (!bytes || *bytes > budget->limit - budget->used)
    return std::nullopt;
  // A failed `new` ends the process in LLVM tools. malloc returns null instead.
  auto *memory = static_cast<Element *>(
      std::malloc(std::max<uint64_t>(*bytes, sizeof(Element))));
  if (!memory)
    return std::nullopt;
  std::uninitialized_default_construct_n(memory, *count);
  budget->used += *bytes;
  Tensor tensor;
  tensor.shape.assign(shape.begin(), shape.end());
  tensor.count = *count;
  tensor.budget = budget;
  tensor.elements = std::shared_ptr<Element[]>(
      memory, [budget, bytes = *bytes](Element *memory) {
        budget->used -= bytes;
        std::free(memory);
      });
  return tensor;
}

Element *Tensor::edit() {
  if (elements.use_count() == 1)
    return elements.get();
  std::optional<Tensor> copy = allocate(shape, budget);
  if (!copy)
    return nullptr;
  llvm::copy(*this, copy->elements.get());
  elements = std::move(copy->elements);
  return elements.get();
}

Tensor Tensor::reshape(ArrayRef<int64_t> sizes) const {
  assert(countElements(sizes) == count &&
         "the number of elements must not change");
  Tensor tensor = *this;
  tensor.shape.assign(sizes.begin(), sizes.end());
  return tensor;
}

std::optional<int64_t> sg::interpreter::findPosition(ArrayRef<int64_t> shape,
                                                     ArrayRef<int64_t> index) {
  int64_t position = 0;
  for (auto [size, i] : zip_equal(shape, index)) {
    if (i < 0 || i >= size)
      return std::nullopt;
    position = position * size + i;
  }
  return position;
}

SmallVector<int64_t> sg::interpreter::findIndex(ArrayRef<int64_t> shape,
                                                int64_t position) {
  SmallVector<int64_t> index(shape.size());
  for (size_t dim = shape.size(); dim-- > 0; position /= shape[dim])
    index[dim] = position % shape[dim];
  return index;
}

LogicalResult sg::interpreter::forEachIndex(
    ArrayRef<int64_t> sizes,
    function_ref<LogicalResult(ArrayRef<int64_t>)> visit) {
  if (is_contained(sizes, 0))
    return success();
  SmallVector<int64_t> index(sizes.size(), 0);
  while (true) {
    if (failed(visit(index)))
      return failure();
    size_t dim = sizes.size();
    while (dim > 0 && ++index[dim - 1] == sizes[dim - 1])
      index[--dim] = 0;
    if (dim == 0)
      return success();
  }
}
