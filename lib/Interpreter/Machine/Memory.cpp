//===- Memory.cpp - The memory of a program -------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Interpreter/Machine/Machine.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace sg::interpreter;

int64_t View::getNumElements() const {
  return countElements(sizes).value_or(INT64_MAX);
}

int64_t View::locate(ArrayRef<int64_t> index) const {
  uint64_t position = offset;
  for (auto [i, stride] : llvm::zip_equal(index, strides))
    position += uint64_t(i) * uint64_t(stride);
  return position;
}

std::optional<int64_t> View::find(ArrayRef<int64_t> index) const {
  std::optional<int64_t> position = offset;
  for (auto [i, stride] : llvm::zip_equal(index, strides))
    if (position)
      position = llvm::checkedMulAdd(i, stride, *position);
  if (!buffer || !position || *position < 0 ||
      *position >= buffer->elements.getNumElements())
    return std::nullopt;
  return position;
}

bool View::isContiguous() const {
  int64_t stride = 1;
  for (auto [size, step] :
       llvm::zip_equal(llvm::reverse(sizes), llvm::reverse(strides))) {
    if (size != 1 && step != stride)
      return false;
    stride *= size;
  }
  return true;
}

SmallVector<int64_t, 4>
sg::interpreter::getRowMajorStrides(ArrayRef<int64_t> sizes) {
  SmallVector<int64_t, 4> strides(sizes.size(), 1);
  for (int64_t dim = int64_t(sizes.size()) - 2; dim >= 0; --dim)
    strides[dim] = uint64_t(strides[dim + 1]) * uint64_t(sizes[dim + 1]);
  return strides;
}

FailureOr<View> sg::interpreter::allocateView(Operation *op, Frame &frame,
                                              ArrayRef<int64_t> sizes,
                                              const Element &value) {
  FailureOr<Tensor> elements = frame.allocate(op, sizes);
  if (failed(elements))
    return failure();
  std::fill_n(elements->edit(), elements->getNumElements(), value);
  View view;
  view.sizes.assign(sizes.begin(), sizes.end());
  view.strides = getRowMajorStrides(sizes);
  view.buffer = std::make_shared<Buffer>();
  view.buffer->elements = elements->reshape({elements->getNumElements()});
  return view;
}

FailureOr<Element *> sg::interpreter::accessBuffer(Operation *op, Frame &frame,
                                                   const View &view) {
  if (!view.buffer)
    return frame.machine.fail(op, "there is no memory");
  if (view.buffer->freed)
    return frame.machine.fail(op, "the memory has been freed");
  return frame.edit(op, view.buffer->elements);
}

FailureOr<Element *> sg::interpreter::accessElement(Operation *op, Frame &frame,
                                                    const View &view,
                                                    ArrayRef<int64_t> index) {
  FailureOr<Element *> elements = accessBuffer(op, frame, view);
  if (failed(elements))
    return failure();
  if (!findPosition(view.sizes, index))
    return frame.machine.fail(op, "an index is out of range");
  return *elements + view.locate(index);
}

LogicalResult sg::interpreter::checkInside(Operation *op, Frame &frame,
                                           const View &view) {
  auto isNegative = [](int64_t size) { return size < 0; };
  if (llvm::any_of(view.sizes, isNegative))
    return frame.machine.fail(op, "an element is outside of the memory");
  if (llvm::is_contained(view.sizes, 0))
    return success();
  SmallVector<int64_t> first, last;
  for (auto [size, stride] : llvm::zip_equal(view.sizes, view.strides)) {
    first.push_back(stride < 0 ? size - 1 : 0);
    last.push_back(stride < 0 ? 0 : size - 1);
  }
  if (!view.find(first) || !view.find(last))
    return frame.machine.fail(op, "an element is outside of the memory");
  return success();
}

FailureOr<Tensor> sg::interpreter::readView(Operation *op, Frame &frame,
                                            const View &view) {
  FailureOr<Element *> from = accessBuffer(op, frame, view);
  FailureOr<Tensor> tensor = frame.allocate(op, view.sizes);
  if (failed(from) || failed(tensor))
    return failure();
  Element *next = tensor->edit();
  (void)forEachIndex(view.sizes, [&](ArrayRef<int64_t> index) {
    *next++ = (*from)[view.locate(index)];
    return success();
  });
  return tensor;
}

LogicalResult sg::interpreter::writeView(Operation *op, Frame &frame,
                                         const Tensor &tensor,
                                         const View &view) {
  if (tensor.getShape() != ArrayRef<int64_t>(view.sizes))
    return frame.machine.fail(op, "the sizes of the memory differ from the "
                                  "sizes of the source");
  FailureOr<Element *> to = accessBuffer(op, frame, view);
  if (failed(to))
    return failure();
  const Element *next = tensor.begin();
  return forEachIndex(view.sizes, [&](ArrayRef<int64_t> index) {
    (*to)[view.locate(index)] = *next++;
    return success();
  });
}
