//===- SplitStops.cpp - Split complex and vector stops --------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitStops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"
#include "sg/Dialect/Grad/IR/Grad.h"

using namespace mlir;
using namespace sg;

static Value stop(ImplicitLocOpBuilder &b, Value value) {
  return grad::StopGradientOp::create(b, value.getType(), value);
}

static Value stopVector(ImplicitLocOpBuilder &b, Value value,
                        VectorType vector) {
  Value zero = arith::ConstantIndexOp::create(b, 0);
  SmallVector<Value> origin(vector.getRank(), zero);
  SmallVector<bool> inBounds(vector.getRank(), true);
  Value empty =
      tensor::EmptyOp::create(b, vector.getShape(), vector.getElementType());
  Value tensor = vector::TransferWriteOp::create(b, value, empty, origin,
                                                 ArrayRef(inBounds))
                     .getResult();
  Value padding =
      arith::ConstantOp::create(b, b.getZeroAttr(vector.getElementType()));
  return vector::TransferReadOp::create(b, vector, stop(b, tensor), origin,
                                        padding, ArrayRef(inBounds));
}

/// Returns a tensor of `element`, computed elementwise from `inputs` by `make`.
static Value mapElements(
    ImplicitLocOpBuilder &b, ValueRange inputs, Type element,
    llvm::function_ref<Value(ImplicitLocOpBuilder &, ValueRange)> make) {
  auto type = cast<RankedTensorType>(inputs.front().getType());
  Value empty = tensor::EmptyOp::create(
      b, tensor::getMixedSizes(b, b.getLoc(), inputs.front()), element);
  AffineMap map = b.getMultiDimIdentityMap(type.getRank());
  SmallVector<AffineMap> maps(inputs.size() + 1, map);
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      b, TypeRange{empty.getType()}, inputs, ValueRange{empty}, maps, iterators,
      [&](OpBuilder &nested, Location loc, ValueRange arguments) {
        ImplicitLocOpBuilder inner(loc, nested);
        linalg::YieldOp::create(inner, make(inner, arguments.drop_back()));
      });
  return generic.getResult(0);
}

static Value stopComplex(ImplicitLocOpBuilder &b, Value value,
                         ComplexType complex) {
  auto real = [](ImplicitLocOpBuilder &b, ValueRange z) -> Value {
    return complex::ReOp::create(b, z.front());
  };
  auto imaginary = [](ImplicitLocOpBuilder &b, ValueRange z) -> Value {
    return complex::ImOp::create(b, z.front());
  };
  auto join = [&](ImplicitLocOpBuilder &b, ValueRange parts) -> Value {
    return complex::CreateOp::create(b, complex, parts[0], parts[1]);
  };
  if (!isa<RankedTensorType>(value.getType()))
    return join(b, {stop(b, real(b, value)), stop(b, imaginary(b, value))});
  Type part = complex.getElementType();
  Value re = stop(b, mapElements(b, value, part, real));
  Value im = stop(b, mapElements(b, value, part, imaginary));
  return mapElements(b, {re, im}, complex, join);
}

void sg::gradcheck::splitStops(ModuleOp module) {
  module.getContext()
      ->loadDialect<arith::ArithDialect, complex::ComplexDialect,
                    linalg::LinalgDialect, tensor::TensorDialect,
                    vector::VectorDialect>();
  module.walk([](grad::StopGradientOp op) {
    ImplicitLocOpBuilder b(op.getLoc(), op);
    Value value = op.getInput();
    Type type = value.getType();
    Value stopped;
    if (auto vector = dyn_cast<VectorType>(type)) {
      if (!vector.isScalable())
        stopped = stopVector(b, value, vector);
    } else if (!isa<ShapedType>(type) || isa<RankedTensorType>(type)) {
      if (auto complex = dyn_cast<ComplexType>(getElementTypeOrSelf(type)))
        stopped = stopComplex(b, value, complex);
    }
    if (!stopped)
      return;
    op.replaceAllUsesWith(stopped);
    op.erase();
  });
}
