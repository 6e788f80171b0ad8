//===- ConstantOps.cpp - Constants ----------------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/DialectResourceBlobManager.h"

using namespace mlir;
using namespace sg::interpreter;

static Element toElement(const llvm::APInt &value) {
  return Element::ofBits(value.getZExtValue());
}
static Element toElement(const llvm::APFloat &value) {
  return Element::ofNumber(toDouble(value));
}
static Element toElement(const std::complex<llvm::APFloat> &value) {
  Element element = Element::ofNumber(toDouble(value.real()));
  element.imaginary = toDouble(value.imag());
  return element;
}

/// Returns the elements of `value`, stored inline or in a resource, or null.
static ElementsAttr getElements(Attribute value) {
  auto resource = dyn_cast<DenseResourceElementsAttr>(value);
  if (!resource)
    return dyn_cast<ElementsAttr>(value);
  AsmResourceBlob *blob = resource.getRawHandle().getBlob();
  bool isSplat;
  if (!blob || !DenseElementsAttr::isValidRawBuffer(resource.getType(),
                                                    blob->getData(), isSplat))
    return {};
  return DenseElementsAttr::getFromRawBuffer(resource.getType(),
                                             blob->getData());
}

/// Copies the elements of `attr`. Returns false if elements are not of type T.
template <typename T>
static bool copyValues(ElementsAttr attr, Tensor &tensor) {
  std::optional values = attr.tryGetValues<T>();
  if (!values)
    return false;
  Element *to = tensor.edit();
  for (const T &value : *values)
    *to++ = toElement(value);
  return true;
}

static FailureOr<RuntimeValue> makeConstant(Operation *op, Attribute value,
                                            Machine &machine) {
  if (auto number = dyn_cast<IntegerAttr>(value))
    return RuntimeValue(toElement(number.getValue()));
  if (auto number = dyn_cast<FloatAttr>(value))
    return RuntimeValue(toElement(number.getValue()));
  ElementsAttr elements = getElements(value);
  if (!elements)
    return machine.fail(op, "the reference does not support such constants",
                        Fault::Unknown);
  std::optional<Tensor> tensor = Tensor::allocate(
      elements.getShapedType().getShape(), machine.getBudget());
  if (!tensor)
    return machine.fail(op, "out of memory for a constant", Fault::Limit);
  if (!copyValues<llvm::APInt>(elements, *tensor) &&
      !copyValues<llvm::APFloat>(elements, *tensor) &&
      !copyValues<std::complex<llvm::APFloat>>(elements, *tensor))
    return machine.fail(op, "the reference does not support such constants",
                        Fault::Unknown);
  return RuntimeValue(std::move(*tensor));
}

static FailureOr<Step> compileConstant(arith::ConstantOp op, Scope &scope) {
  FailureOr<RuntimeValue> value =
      makeConstant(op, op.getValue(), scope.machine);
  if (failed(value))
    return failure();
  return Step([value = std::move(*value),
               to = scope.slotOf(op.getResult())](Frame &frame) {
    frame.set(to, value);
    return success();
  });
}

static FailureOr<Step> compileComplexConstant(complex::ConstantOp op,
                                              Scope &scope) {
  auto part = [&](unsigned i) {
    return toDouble(cast<FloatAttr>(op.getValue()[i]).getValue());
  };
  Element value = Element::ofNumber(part(0));
  value.imaginary = part(1);
  return Step([=, to = scope.slotOf(op.getResult())](Frame &frame) {
    frame.scalar(to) = value;
    return success();
  });
}

static FailureOr<Step> compilePoison(ub::PoisonOp op, Scope &scope) {
  Slot to = scope.slotOf(op.getResult());
  auto type = dyn_cast<ShapedType>(op.getType());
  if (!type)
    return Step([=](Frame &frame) {
      frame.scalar(to) = Element::ofUnset(op);
      return success();
    });
  if (!type.hasRank())
    return scope.machine.fail(
        op, "the reference does not support unranked values", Fault::Unknown);
  // ub.poison has no operands for dynamic sizes. Assume the size 0.
  SmallVector<int64_t> shape(type.getShape());
  for (int64_t &size : shape)
    if (ShapedType::isDynamic(size))
      size = 0;
  return Step([=](Frame &frame) -> LogicalResult {
    FailureOr<Tensor> tensor = frame.allocate(op, shape);
    if (failed(tensor))
      return failure();
    std::fill_n(tensor->edit(), tensor->getNumElements(), Element::ofUnset(op));
    frame.tensor(to) = std::move(*tensor);
    return success();
  });
}

/// Compiles memref.get_global of a constant. Mutable globals are not supported,
/// because their memory would have to outlive the call.
static FailureOr<Step> compileGetGlobal(memref::GetGlobalOp op, Scope &scope) {
  auto global = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
      op, op.getNameAttr());
  if (!global || !global.getConstant() || !global.getConstantInitValue())
    return scope.machine.fail(op, "the reference does not support such globals",
                              Fault::Unknown);
  FailureOr<RuntimeValue> value =
      makeConstant(op, global.getConstantInitValue(), scope.machine);
  if (failed(value))
    return failure();
  return Step([tensor = std::get<Tensor>(*value),
               to = scope.slotOf(op.getResult())](Frame &frame) {
    View view;
    view.sizes.assign(tensor.getShape().begin(), tensor.getShape().end());
    view.strides = getRowMajorStrides(view.sizes);
    view.buffer = std::make_shared<Buffer>();
    view.buffer->elements = tensor.reshape({tensor.getNumElements()});
    frame.view(to) = std::move(view);
    return success();
  });
}

void sg::interpreter::addConstantOps(OpTable &table) {
  table.add(compileConstant);
  table.add(compileGetGlobal);
  table.add(compileComplexConstant);
  table.add(compilePoison);
}
