//===- ExpandVectorPositions.cpp - Expand dynamic positions in vectors ----===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "sg/CodeGen/Tensor/Passes.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-expand-vector-positions"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_EXPANDVECTORPOSITIONS
#include "sg/CodeGen/Tensor/Passes.h.inc"
} // namespace sg

/// Returns true if upstream's conversion to LLVM supports `position`. Only the
/// last index of a position that selects an element may be dynamic.
static bool isSupportedByLLVMConversion(ArrayRef<int64_t> position,
                                        VectorType type) {
  if (type.isScalable() || position.empty())
    return true;
  bool isElement = static_cast<int64_t>(position.size()) == type.getRank();
  return llvm::none_of(isElement ? position.drop_back() : position,
                       ShapedType::isDynamic);
}

namespace {
/// A vector cast to one dimension, in row-major order.
class FlatVector {
public:
  FlatVector(OpBuilder &b, Location loc, TypedValue<VectorType> vector)
      : b(b), loc(loc), type(vector.getType()) {
    auto row = VectorType::get({type.getNumElements()}, type.getElementType());
    flat = vector::ShapeCastOp::create(b, loc, row, vector);
  }

  /// Sets the position to which the offsets of 'extract' and 'insert' are
  /// relative.
  void setPosition(ArrayRef<OpFoldResult> position) {
    constantPart = 0;
    dynamicPart = {};
    for (auto [index, stride] :
         llvm::zip(position, computeStrides(type.getShape()))) {
      if (auto constant = dyn_cast<Attribute>(index)) {
        constantPart += cast<IntegerAttr>(constant).getInt() * stride;
        continue;
      }
      Value scaled = cast<Value>(index);
      if (stride != 1)
        scaled = arith::MulIOp::create(b, loc, scaled, createIndex(stride));
      dynamicPart =
          dynamicPart
              ? arith::AddIOp::create(b, loc, dynamicPart, scaled).getResult()
              : scaled;
    }
  }

  /// Returns the element 'offset' elements after the position.
  Value extract(int64_t offset) {
    return vector::ExtractOp::create(b, loc, flat, linearize(offset));
  }

  void insert(Value element, int64_t offset) {
    flat = vector::InsertOp::create(b, loc, element, flat, linearize(offset));
  }

  Value castBack() { return vector::ShapeCastOp::create(b, loc, type, flat); }

private:
  Value createIndex(int64_t value) {
    return arith::ConstantIndexOp::create(b, loc, value);
  }

  OpFoldResult linearize(int64_t offset) {
    offset += constantPart;
    if (!dynamicPart)
      return b.getIndexAttr(offset);
    if (offset == 0)
      return dynamicPart;
    return arith::AddIOp::create(b, loc, dynamicPart, createIndex(offset))
        .getResult();
  }

  OpBuilder &b;
  Location loc;
  VectorType type;
  Value flat;
  /// The linearized position: the sum of a constant and a value, which may be
  /// null.
  int64_t constantPart = 0;
  Value dynamicPart;
};
} // namespace

static void expand(vector::ExtractOp op) {
  OpBuilder b(op);
  FlatVector source(b, op.getLoc(), op.getSource());
  source.setPosition(op.getMixedPosition());
  Value result;
  if (auto part = dyn_cast<VectorType>(op.getType())) {
    SmallVector<Value> elements;
    for (int64_t offset : llvm::seq(part.getNumElements()))
      elements.push_back(source.extract(offset));
    result = vector::FromElementsOp::create(b, op.getLoc(), part, elements);
  } else {
    result = source.extract(0);
  }
  op.replaceAllUsesWith(result);
  op.erase();
}

static void expand(vector::InsertOp op) {
  OpBuilder b(op);
  FlatVector result(b, op.getLoc(), op.getDest());
  result.setPosition(op.getMixedPosition());
  Value part = op.getValueToStore();
  if (isa<VectorType>(part.getType())) {
    auto elements = vector::ToElementsOp::create(b, op.getLoc(), part);
    for (auto [offset, element] : llvm::enumerate(elements.getResults()))
      result.insert(element, offset);
  } else {
    result.insert(part, 0);
  }
  op.replaceAllUsesWith(result.castBack());
  op.erase();
}

namespace {
struct ExpandVectorPositions
    : sg::impl::ExpandVectorPositionsBase<ExpandVectorPositions> {
  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      auto expandIfNeeded = [](auto op, VectorType type) {
        if (isSupportedByLLVMConversion(op.getStaticPosition(), type))
          return;
        LDBG() << "expanded: " << op->getName() << " at " << op.getLoc();
        expand(op);
      };
      if (auto extract = dyn_cast<vector::ExtractOp>(op))
        expandIfNeeded(extract, extract.getSourceVectorType());
      else if (auto insert = dyn_cast<vector::InsertOp>(op))
        expandIfNeeded(insert, insert.getDestVectorType());
    });
  }
};
} // namespace
