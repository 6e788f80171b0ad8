//===- EpilogueEmitter.cpp - Epilogue of a tile ---------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MicroKernel.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace sg;

Value MicroKernel::broadcast(Value value, int64_t width) {
  if (isa<VectorType>(value.getType()))
    return value;
  return vector::BroadcastOp::create(b, VectorType::get(width, value.getType()),
                                     value);
}

/// Returns the value of `element`. Loads the element unless `values` has it.
Value MicroKernel::getValue(RowValues &values, const TileElement &element,
                            int64_t width, Value mask) {
  for (auto &[known, value] : values)
    if (known == element)
      return value;
  Value value = element.memory;
  if (isa<MemRefType>(value.getType()))
    value = element.map.isFunctionOfDim(dims.column)
                ? loadVector(element, width, mask)
                : memref::LoadOp::create(b, value, getPosition(element.map));
  values.emplace_back(element, broadcast(value, width));
  return values.back().second;
}

void MicroKernel::computeEpilogueOfRow(const TileConsumer &consumer,
                                       RowValues &values, int64_t width,
                                       Value mask) {
  linalg::GenericOp generic = consumer.op;
  linalg::LinalgOp structured = generic;
  IRMapping mapping;
  for (OpOperand &operand : generic->getOpOperands())
    if (structured.payloadUsesValueFromOperand(&operand))
      mapping.map(structured.getMatchingBlockArgument(&operand),
                  getValue(values, consumer.getElement(operand), width, mask));
  auto lookUp = [&](Value value) {
    return broadcast(mapping.lookupOrDefault(value), width);
  };
  for (Operation &inner : generic.getBody()->without_terminator()) {
    if (isa<arith::ConstantOp>(inner)) {
      b.clone(inner, mapping);
      continue;
    }
    SmallVector<Value> operands =
        llvm::map_to_vector(inner.getOperands(), lookUp);
    SmallVector<Type> types =
        llvm::map_to_vector(inner.getResultTypes(), [&](Type type) -> Type {
          return VectorType::get(width, type);
        });
    OpBuilder &builder = b;
    Operation *vectorOp =
        builder.create(inner.getLoc(), inner.getName().getIdentifier(),
                       operands, types, inner.getAttrs());
    mapping.map(inner.getResults(), vectorOp->getResults());
  }
  for (auto [init, yielded] :
       llvm::zip_equal(generic.getDpsInitsMutable(),
                       generic.getBody()->getTerminator()->getOperands())) {
    TileElement element = consumer.getElement(init);
    Value value = lookUp(yielded);
    auto *known = llvm::find_if(
        values, [&](const auto &entry) { return entry.first == element; });
    if (known != values.end())
      known->second = value;
    else
      values.emplace_back(element, value);
  }
}

void MicroKernel::storeRow(const RowValues &values, Value mask) {
  for (const TileElement &element : consumers.stored)
    for (const auto &[known, value] : values)
      if (known == element)
        storeVector(element, value, mask);
}

/// Computes the epilogue row by row. Loads values that are the same in all rows
/// only once. A tile that extends past the last row repeats this row. In such a
/// tile all loads precede all stores, because a store may overwrite an element
/// that another row loads.
void MicroKernel::computeEpilogue(ValueRange sums, int64_t width, Value mask) {
  OpOperand *result = op.getDpsInitOperand(0);
  RowValues invariantValues;
  SmallVector<RowValues> rowValues(sums.size());
  forEachRow(sums.size(), [&](int64_t i) {
    RowValues &values = rowValues[i];
    values = invariantValues;
    values.emplace_back(
        TileElement{result->get(), op.getMatchingIndexingMap(result)}, sums[i]);
    for (const TileConsumer &consumer : consumers.ops)
      computeEpilogueOfRow(consumer, values, width, mask);
    if (!lastRow)
      storeRow(values, mask);
    invariantValues.clear();
    for (auto &entry : values)
      if (!dims.row || !entry.first.map.isFunctionOfDim(*dims.row))
        invariantValues.push_back(entry);
  });
  if (lastRow)
    forEachRow(sums.size(), [&](int64_t i) { storeRow(rowValues[i], mask); });
}

/// Computes the epilogue and stores its results after the last block of k.
/// After other blocks, stores the accumulators.
void MicroKernel::storeTile(ValueRange sums, int64_t width, Value mask) {
  Value isLast;
  if (!consumers.ops.empty())
    isLast = createIsFirstOrLastBlock(/*isLast=*/true);
  if (!isLast)
    return computeEpilogue(sums, width, mask);
  auto branch = scf::IfOp::create(b, TypeRange(), isLast,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  computeEpilogue(sums, width, mask);
  b.setInsertionPointToStart(branch.elseBlock());
  forEachRow(sums.size(),
             [&](int64_t i) { storeVector(consumers.sums, sums[i], mask); });
}
