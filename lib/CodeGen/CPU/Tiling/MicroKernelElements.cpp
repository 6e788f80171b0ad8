//===- MicroKernelElements.cpp - Loads and stores of a tile ---------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MicroKernel.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace sg;

SmallVector<Value> MicroKernel::getPosition(AffineMap map) {
  SmallVector<OpFoldResult> operands;
  for (Value index : indices)
    operands.push_back(index ? OpFoldResult(index)
                             : OpFoldResult(b.getIndexAttr(0)));
  return getValueOrCreateConstantIndexOp(
      b, b.getLoc(),
      affine::makeComposedFoldedMultiResultAffineApply(b, b.getLoc(), map,
                                                       operands));
}

/// Extends an operand's value to the result's element type.
Value MicroKernel::extend(Value value) {
  Type type = element;
  if (auto vector = dyn_cast<VectorType>(value.getType()))
    type = vector.clone(element);
  if (value.getType() == type)
    return value;
  return arith::ExtFOp::create(b, type, value);
}

Value MicroKernel::loadVector(const TileElement &element, int64_t width,
                              Value mask) {
  auto type = VectorType::get(width, getElementTypeOrSelf(element.memory));
  SmallVector<Value> position = getPosition(element.map);
  if (!mask)
    return vector::LoadOp::create(b, type, element.memory, position);
  Value zero = arith::ConstantOp::create(b, b.getZeroAttr(type));
  return vector::MaskedLoadOp::create(b, type, element.memory, position, mask,
                                      zero);
}

void MicroKernel::storeVector(const TileElement &element, Value value,
                              Value mask) {
  SmallVector<Value> position = getPosition(element.map);
  if (mask)
    vector::MaskedStoreOp::create(b, element.memory, position, mask, value);
  else
    vector::StoreOp::create(b, value, element.memory, position);
}

Value MicroKernel::loadVector(OpOperand &operand, int64_t width, Value mask) {
  return extend(loadVector({operand.get(), op.getMatchingIndexingMap(&operand)},
                           width, mask));
}

Value MicroKernel::loadFactor(OpOperand &operand, int64_t width, Value mask) {
  if (&operand == dims.panel && panel)
    return vector::LoadOp::create(b, VectorType::get(width, element), panel,
                                  getPositionInPanel());
  if (op.getMatchingIndexingMap(&operand).isFunctionOfDim(dims.column))
    return loadVector(operand, width, mask);
  Value scalar =
      block ? memref::LoadOp::create(b, block, getPositionInBlock())
            : memref::LoadOp::create(b, operand.get(), getPosition(operand));
  return vector::BroadcastOp::create(b, VectorType::get(width, element),
                                     extend(scalar));
}

SmallVector<Value> MicroKernel::multiplyAdd(int64_t count, int64_t width,
                                            Value mask, ValueRange running) {
  // Allow contraction to an FMA if the processor has an FMA instruction.
  auto contract = arith::FastMathFlags::contract;
  AffineMap other = op.getMatchingIndexingMap(dims.other);
  bool isSameInAllRows = !dims.row || !other.isFunctionOfDim(*dims.row);
  Value panelVector = loadFactor(*dims.panel, width, mask), otherVector;
  SmallVector<Value> next;
  forEachRow(count, [&](int64_t i) {
    if (!otherVector || !isSameInAllRows)
      otherVector = loadFactor(*dims.other, width, mask);
    Value product =
        arith::MulFOp::create(b, panelVector, otherVector, contract);
    next.push_back(arith::AddFOp::create(b, running[i], product, contract));
  });
  return next;
}
