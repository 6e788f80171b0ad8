//===- Interpreter.cpp - The reference interpreter ------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Interpreter/Interpreter.h"
#include "sg/Interpreter/Machine/Machine.h"
#include "sg/Interpreter/Ops/AllOps.h"
#include "llvm/ADT/bit.h"
#include <cstring>

using namespace mlir;
using namespace sg;
using namespace sg::interpreter;

/// Fails if an element of a result is unset.
static LogicalResult checkSet(func::FuncOp function, unsigned result,
                              const Tensor &tensor, Machine &machine) {
  for (auto [position, element] : llvm::enumerate(tensor)) {
    if (!element.unset)
      continue;
    std::string elementName;
    llvm::raw_string_ostream os(elementName);
    if (tensor.getRank() != 0) {
      os << "element [";
      llvm::interleaveComma(findIndex(tensor.getShape(), position), os);
      os << "] of ";
    }
    os << "result " << result << " of @" << function.getName();
    return machine.fail(element.unset,
                        elementName +
                            " depends on an element that this op leaves unset");
  }
  return success();
}

/// Returns a view of a new buffer that holds the elements of `tensor`.
static View toView(const Tensor &tensor) {
  View view;
  view.buffer = std::make_shared<Buffer>();
  view.buffer->elements = tensor.reshape({tensor.getNumElements()});
  view.sizes.assign(tensor.getShape().begin(), tensor.getShape().end());
  view.strides = getRowMajorStrides(tensor.getShape());
  return view;
}

static RuntimeValue toRuntimeValue(const Tensor &tensor, Type type) {
  if (isa<MemRefType>(type))
    return toView(tensor);
  return isa<ShapedType>(type) ? RuntimeValue(tensor) : RuntimeValue(tensor[0]);
}

llvm::Expected<std::vector<Tensor>>
sg::interpreter::interpret(func::FuncOp function, ArrayRef<Tensor> arguments,
                           const InterpreterOptions &options) {
  Machine machine(options, getAllOps());
  SmallVector<RuntimeValue> values;
  for (auto [tensor, type] :
       llvm::zip_equal(arguments, function.getArgumentTypes()))
    values.push_back(toRuntimeValue(tensor, type));
  FailureOr<SmallVector<RuntimeValue>> results =
      machine.call(function, function, std::move(values));
  if (failed(results))
    return machine.takeFault();
  std::vector<Tensor> tensors;
  for (auto [i, datum] : llvm::enumerate(*results)) {
    if (std::holds_alternative<View>(datum)) {
      (void)machine.fail(function, "returns memory", Fault::Unknown);
      return machine.takeFault();
    }
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

/// Returns the arguments of an entry point: an unused call context, then the
/// memory and the sizes of each array, or the value of a scalar.
static FailureOr<SmallVector<RuntimeValue>>
makeEntryArguments(func::FuncOp entry, FunctionType type,
                   ArrayRef<Tensor> arguments, Machine &machine) {
  SmallVector<RuntimeValue> values{View()};
  for (auto [tensor, type] : llvm::zip_equal(arguments, type.getInputs())) {
    if (!isa<ShapedType>(type)) {
      values.push_back(tensor[0]);
      continue;
    }
    values.push_back(toView(tensor));
    for (int64_t size : tensor.getShape())
      values.push_back(Element::ofBits(size));
  }
  if (values.size() != entry.getNumArguments())
    return machine.fail(entry, "does not match the type of the entry point",
                        Fault::Unknown);
  return values;
}

/// Fails if the memory of a read-only argument was written to.
static LogicalResult checkReadOnlyArguments(func::FuncOp entry,
                                            FunctionType type,
                                            ArrayRef<Tensor> arguments,
                                            ArrayRef<RuntimeValue> values,
                                            Machine &machine) {
  unsigned nextIndex = 1;
  for (auto [i, tensor, type] : llvm::enumerate(arguments, type.getInputs())) {
    unsigned argumentIndex = nextIndex++;
    if (!isa<ShapedType>(type))
      continue;
    nextIndex += tensor.getRank();
    if (!entry.getArgAttr(argumentIndex, "llvm.readonly"))
      continue;
    const Tensor &finalElements =
        std::get<View>(values[argumentIndex]).buffer->elements;
    // Elements that are still shared were not written to.
    if (finalElements.begin() == tensor.begin())
      continue;
    for (auto [before, after] : llvm::zip_equal(tensor, finalElements))
      if (before.bits != after.bits || after.unset ||
          llvm::bit_cast<uint64_t>(before.imaginary) !=
              llvm::bit_cast<uint64_t>(after.imaginary))
        return machine.fail(entry, "overwrites argument " + Twine(i));
  }
  return success();
}

llvm::Expected<std::vector<Tensor>>
sg::interpreter::interpretEntryPoint(func::FuncOp entry, FunctionType type,
                                     ArrayRef<Tensor> arguments,
                                     const InterpreterOptions &options) {
  Machine machine(options, getAllOps());
  for (Type result : type.getResults()) {
    View view;
    if (auto shaped = dyn_cast<ShapedType>(result))
      view.sizes.assign(shaped.getRank(), -1); // set by runtime.set_size
    machine.entryResults.push_back(std::move(view));
  }
  FailureOr<SmallVector<RuntimeValue>> values =
      makeEntryArguments(entry, type, arguments, machine);
  if (failed(values) || failed(machine.call(entry, entry, *values)) ||
      failed(checkReadOnlyArguments(entry, type, arguments, *values, machine)))
    return machine.takeFault();
  std::vector<Tensor> tensors;
  for (auto [i, result] : llvm::enumerate(machine.entryResults)) {
    if (!result.buffer) {
      (void)machine.fail(entry, "does not set result " + Twine(i));
      return machine.takeFault();
    }
    tensors.push_back(result.buffer->elements.reshape(result.sizes));
    if (failed(checkSet(entry, i, tensors.back(), machine)))
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
  Type element = array.getElementType();
  bool isComplex = isa<ComplexType>(element), isFloat = isa<FloatType>(element);
  int64_t size = getElementSize(element);
  for (int64_t i = 0, end = tensor->getNumElements(); i < end; ++i) {
    if (isComplex) {
      to[i] = Element::ofNumber(array.getAsDouble(i));
      to[i].imaginary = array.getAsDouble(i, 1);
      continue;
    }
    uint64_t bits = 0;
    // Assumes a little-endian host.
    std::memcpy(&bits, array.getData() + i * size, size);
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
  int64_t size = getPartSize(element);
  auto floating = dyn_cast<FloatType>(getPartType(element));
  char *position = array->getData();
  auto append = [&](uint64_t bits) {
    std::memcpy(position, &bits, size);
    position += size;
  };
  auto appendFloat = [&](double number) {
    append(toAPFloat(floating, number).bitcastToAPInt().getZExtValue());
  };
  for (const Element &value : tensor) {
    if (!floating)
      append(value.bits);
    else
      appendFloat(value.number);
    if (isa<ComplexType>(element))
      appendFloat(value.imaginary);
  }
  return array;
}
