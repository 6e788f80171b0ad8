//===- DerivativeContext.cpp - Interface of the engine for rules ----------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Dialect/Grad/IR/DerivativeContext.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace sg::grad;

FlowContext::~FlowContext() = default;
DecompositionContext::~DecompositionContext() = default;
DerivativeContext::~DerivativeContext() = default;
RegionScope::~RegionScope() = default;

SmallVector<Value> sg::grad::getYieldedValues(Operation *op) {
  SmallVector<Value> values;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (block.mightHaveTerminator() &&
          block.getTerminator()->getNumSuccessors() == 0)
        llvm::append_range(values, block.getTerminator()->getOperands());
  return values;
}

void FlowContext::edgesToResults(Operation *op) {
  SmallVector<Value> sources(op->getOperands());
  llvm::append_range(sources, getYieldedValues(op));
  for (Value source : sources)
    for (Value result : op->getResults())
      edge(source, result);
}

SmallVector<OpFoldResult>
DerivativeContext::primal(ArrayRef<OpFoldResult> parts) {
  SmallVector<OpFoldResult> result;
  for (OpFoldResult part : parts) {
    auto value = dyn_cast<Value>(part);
    result.push_back(value ? OpFoldResult(primal(value)) : part);
  }
  return result;
}

SmallVector<OpFoldResult> DerivativeContext::primalShape(Value tensor) {
  SmallVector<OpFoldResult> sizes;
  int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
  for (int64_t dim = 0; dim < rank; ++dim)
    sizes.push_back(primalSize(tensor, dim));
  return sizes;
}

SmallVector<OpFoldResult> DerivativeContext::shape(Value tensor) {
  SmallVector<OpFoldResult> sizes = primal(primalShape(tensor));
  // An ExtractSliceOp requires attributes for exactly the static sizes of its
  // type. Materialize all other constant sizes as values.
  ArrayRef<int64_t> known = cast<RankedTensorType>(tensor.getType()).getShape();
  for (auto [size, staticSize] : llvm::zip_equal(sizes, known)) {
    if (ShapedType::isStatic(staticSize))
      size = builder().getIndexAttr(staticSize);
    else
      size = getValueOrCreateConstantIndexOp(builder(), tensor.getLoc(), size);
  }
  return sizes;
}

static Value createEmpty(OpBuilder &b, Location loc, Type type,
                         ArrayRef<OpFoldResult> sizes) {
  auto tensor = cast<RankedTensorType>(type);
  SmallVector<Value> dynamicSizes;
  for (auto [size, given] : llvm::zip_equal(tensor.getShape(), sizes))
    if (ShapedType::isDynamic(size))
      dynamicSizes.push_back(getValueOrCreateConstantIndexOp(b, loc, given));
  return tensor::EmptyOp::create(b, loc, tensor, dynamicSizes);
}

Value sg::grad::createZero(OpBuilder &b, Location loc, Type type,
                           ArrayRef<OpFoldResult> sizes) {
  if (!isa<RankedTensorType>(type))
    return arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
  Type element = getElementTypeOrSelf(type);
  Value scalar = arith::ConstantOp::create(b, loc, b.getZeroAttr(element));
  Value target = createEmpty(b, loc, type, sizes);
  return linalg::FillOp::create(b, loc, scalar, target).getResult(0);
}

Value DerivativeContext::empty(Value like, Type type) {
  return createEmpty(
      builder(), like.getLoc(),
      withElementType(like.getType(), getElementTypeOrSelf(type)), shape(like));
}

Value DerivativeContext::zero(Value like, Type type) {
  if (!hasZero(type)) {
    reportNoZero(like);
    type = getAccumulatorType(type); // has a zero; the error is already emitted
  }
  // Poison has no known size, and its derivative is never read.
  if (like.getDefiningOp<ub::PoisonOp>())
    return ub::PoisonOp::create(builder(), like.getLoc(), type);
  SmallVector<OpFoldResult> sizes;
  if (isa<RankedTensorType>(type))
    sizes = shape(like);
  return createZero(builder(), like.getLoc(), type, sizes);
}

Value DerivativeContext::add(Value a, Value b, Location loc) {
  if (!a)
    return b;
  if (!b)
    return a;
  return arith::AddFOp::create(builder(), loc, a, b);
}

Value DerivativeContext::convert(Value value, Type type, Location loc) {
  unsigned from = getElementTypeOrSelf(value).getIntOrFloatBitWidth();
  unsigned to = getElementTypeOrSelf(type).getIntOrFloatBitWidth();
  Type target = withElementType(value.getType(), getElementTypeOrSelf(type));
  if (value.getType() == target)
    return value;
  if (from < to)
    return arith::ExtFOp::create(builder(), loc, target, value);
  assert(from > to && "only between a float type and its accumulator type");
  return arith::TruncFOp::create(builder(), loc, target, value);
}

InFlightDiagnostic DerivativeContext::emitUnsupported(Operation *op,
                                                      const Twine &problem) {
  InFlightDiagnostic diagnostic = op->emitOpError() << problem;
  auto isComplex = [](Type type) {
    return isa<ComplexType>(getElementTypeOrSelf(type));
  };
  if (llvm::any_of(op->getOperandTypes(), isComplex) ||
      llvm::any_of(op->getResultTypes(), isComplex)) {
    diagnostic.attachNote(op->getLoc())
        << "complex numbers have no derivative: compute with real and "
           "imaginary parts, or stop the derivative before the op with "
           "grad.stop_gradient";
    return diagnostic;
  }
  diagnostic.attachNote(op->getLoc())
      << "stop the derivative before it with grad.stop_gradient, put the op "
         "into a function with a custom rule (grad.custom_vjp, "
         "grad.custom_jvp), or implement DifferentiableOpInterface for it";
  return diagnostic;
}

Value ForwardContext::tangentOrZero(Value value) {
  Value known = tangent(value);
  return known ? known : zero(value);
}

Value ReverseContext::takeOrZero(Value value) {
  Value running = take(value);
  return running ? running : zero(value, getAccumulatorType(value.getType()));
}
