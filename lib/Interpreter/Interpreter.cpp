//===- Interpreter.cpp - The reference ------------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Interpreter/Interpreter.h"
#include "Machine.h"
#include <cstring>

using namespace mlir;
using namespace sg;
using namespace sg::interpreter;

char Fault::ID = 0;

void Fault::log(llvm::raw_ostream &os) const {
  if (auto file = location->findInstanceOf<FileLineColLoc>())
    os << file.getFilename().getValue() << ":" << file.getLine() << ":"
       << file.getColumn() << ": ";
  os << text;
}

std::error_code Fault::convertToErrorCode() const {
  return llvm::inconvertibleErrorCode();
}

/// Fails if an element of a result has no value.
static LogicalResult checkSet(func::FuncOp function, unsigned result,
                              const Tensor &tensor, Machine &machine) {
  for (auto [position, element] : llvm::enumerate(tensor)) {
    if (!element.unset)
      continue;
    std::string place;
    llvm::raw_string_ostream os(place);
    if (tensor.getRank() != 0) {
      os << "element [";
      llvm::interleaveComma(findIndex(tensor.getShape(), position), os);
      os << "] of ";
    }
    os << "result " << result << " of @" << function.getName();
    return machine.fail(element.unset,
                        place + " depends on what this op leaves unset");
  }
  return success();
}

llvm::Expected<std::vector<Tensor>>
sg::interpreter::interpret(func::FuncOp function, ArrayRef<Tensor> arguments,
                           const InterpreterOptions &options) {
  Machine machine(options);
  SmallVector<Datum> data;
  for (auto [tensor, type] :
       llvm::zip_equal(arguments, function.getArgumentTypes()))
    data.push_back(isa<ShapedType>(type) ? Datum(tensor) : Datum(tensor[0]));
  FailureOr<SmallVector<Datum>> results =
      machine.call(function, function, std::move(data));
  if (failed(results))
    return machine.takeFault();
  std::vector<Tensor> tensors;
  for (auto [i, datum] : llvm::enumerate(*results)) {
    if (auto *element = std::get_if<Element>(&datum)) {
      tensors.push_back(
          *Tensor::allocate({}, std::make_shared<MemoryBudget>()));
      *tensors.back().edit() = *element;
    } else {
      tensors.push_back(std::get<Tensor>(std::move(datum)));
    }
    if (failed(checkSet(function, i, tensors.back(), machine)))
      return machine.takeFault();
  }
  return tensors;
}

llvm::Expected<Tensor> sg::interpreter::toTensor(const Array &array) {
  std::optional<Tensor> tensor =
      Tensor::allocate(array.getShape(), std::make_shared<MemoryBudget>());
  if (!tensor)
    return makeError("out of memory for " + array.describe());
  Element *to = tensor->edit();
  bool isFloat = isa<FloatType>(array.getElementType());
  int64_t size = getElementSize(array.getElementType());
  for (int64_t i = 0, end = tensor->getNumElements(); i < end; ++i) {
    uint64_t bits = 0;
    std::memcpy(&bits, array.getData() + i * size, size); // little endian
    to[i] = isFloat ? Element::ofNumber(array.getAsDouble(i))
                    : Element::ofBits(bits);
  }
  return std::move(*tensor);
}

llvm::Expected<Array> sg::interpreter::toArray(const Tensor &tensor,
                                               Type element) {
  llvm::Expected<Array> array = Array::allocate(element, tensor.getShape());
  if (!array)
    return array;
  int64_t size = getElementSize(element);
  auto floating = dyn_cast<FloatType>(element);
  for (auto [i, value] : llvm::enumerate(tensor)) {
    uint64_t bits = value.bits;
    if (floating)
      bits = toAPFloat(floating, value.number).bitcastToAPInt().getZExtValue();
    std::memcpy(array->getData() + i * size, &bits, size);
  }
  return array;
}
