//===- VectorRearrangements.cpp - Shuffles and transposes of vectors ------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace sg::interpreter;

static ArrayRef<int64_t> shapeOf(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector ? vector.getShape() : ArrayRef<int64_t>();
}

static SmallVector<int64_t> toIntegers(ArrayAttr numbers) {
  return llvm::map_to_vector(
      numbers.getAsRange<IntegerAttr>(),
      [](IntegerAttr number) { return number.getInt(); });
}

namespace {
/// The operand element that is moved to a result element. Without `operand`,
/// the result element is unset.
struct Origin {
  std::optional<unsigned> operand;
  SmallVector<int64_t> index;
};
} // namespace

static const Element &get(Frame &frame, Slot slot, int64_t position) {
  return slot.isTensor ? frame.tensor(slot)[position] : frame.scalar(slot);
}

/// Returns a step for an op that only moves elements of the operands. `find`
/// returns the origin of the result element at an index.
static FailureOr<Step> rearrange(
    Operation *op, Scope &scope,
    llvm::function_ref<Origin(unsigned result, ArrayRef<int64_t> index)> find) {
  using Source = std::pair<std::optional<unsigned>, int64_t>;
  std::vector<std::vector<Source>> sources;
  for (OpResult result : op->getResults()) {
    std::vector<Source> &elements = sources.emplace_back();
    (void)forEachIndex(shapeOf(result.getType()), [&](auto index) {
      Origin origin = find(result.getResultNumber(), index);
      int64_t position = 0;
      if (origin.operand)
        position = *findPosition(
            shapeOf(op->getOperand(*origin.operand).getType()), origin.index);
      elements.push_back({origin.operand, position});
      return success();
    });
  }
  return Step([=, operands = scope.slotsOf(op->getOperands()),
               results = scope.slotsOf(op->getResults())](
                  Frame &frame) -> LogicalResult {
    for (auto [result, slot, elements] :
         llvm::zip_equal(op->getResults(), results, sources)) {
      auto take = [&](Source source) {
        return source.first ? get(frame, operands[*source.first], source.second)
                            : Element::ofUnset(op);
      };
      if (!slot.isTensor) {
        frame.scalar(slot) = take(elements.front());
        continue;
      }
      FailureOr<Tensor> tensor = frame.allocate(op, shapeOf(result.getType()));
      if (failed(tensor))
        return failure();
      llvm::transform(elements, tensor->edit(), take);
      frame.tensor(slot) = std::move(*tensor);
    }
    return success();
  });
}

static FailureOr<Step> compileBroadcast(vector::BroadcastOp op, Scope &scope) {
  ArrayRef<int64_t> shape = shapeOf(op.getSourceType());
  return rearrange(op, scope, [&](unsigned, ArrayRef<int64_t> index) {
    Origin origin{0, llvm::to_vector(index.take_back(shape.size()))};
    for (auto [i, size] : llvm::zip_equal(origin.index, shape))
      i = size == 1 ? 0 : i;
    return origin;
  });
}

static FailureOr<Step> compileTranspose(vector::TransposeOp op, Scope &scope) {
  return rearrange(op, scope, [&](unsigned, ArrayRef<int64_t> index) {
    Origin origin{0, llvm::to_vector(index)};
    for (auto [i, dim] : llvm::zip_equal(index, op.getPermutation()))
      origin.index[dim] = i;
    return origin;
  });
}

static FailureOr<Step> compileShapeCast(vector::ShapeCastOp op, Scope &scope) {
  return rearrange(op, scope, [&](unsigned, ArrayRef<int64_t> index) {
    int64_t position = *findPosition(shapeOf(op.getType()), index);
    return Origin{0, findIndex(shapeOf(op.getSource().getType()), position)};
  });
}

static FailureOr<Step> compileShuffle(vector::ShuffleOp op, Scope &scope) {
  ArrayRef<int64_t> firstShape = shapeOf(op.getV1().getType());
  return rearrange(op, scope, [&](unsigned, ArrayRef<int64_t> index) -> Origin {
    int64_t sourceIndex = op.getMask()[index.front()];
    int64_t length = firstShape.empty() ? 1 : firstShape.front();
    if (sourceIndex < 0)
      return {};
    if (firstShape.empty())
      return {unsigned(sourceIndex), {}};
    Origin origin{sourceIndex >= length, llvm::to_vector(index)};
    origin.index.front() = sourceIndex % length;
    if (sourceIndex >= length)
      origin.index.front() = sourceIndex - length;
    return origin;
  });
}

static FailureOr<Step> compileInterleave(vector::InterleaveOp op,
                                         Scope &scope) {
  bool isScalar = op.getSourceVectorType().getRank() == 0;
  return rearrange(op, scope, [&](unsigned, ArrayRef<int64_t> index) {
    Origin origin{unsigned(index.back() % 2), llvm::to_vector(index)};
    origin.index.back() /= 2;
    if (isScalar)
      origin.index.clear();
    return origin;
  });
}

static FailureOr<Step> compileDeinterleave(vector::DeinterleaveOp op,
                                           Scope &scope) {
  return rearrange(op, scope, [&](unsigned result, ArrayRef<int64_t> index) {
    Origin origin{0, llvm::to_vector(index)};
    origin.index.back() = 2 * origin.index.back() + result;
    return origin;
  });
}

static FailureOr<Step>
compileExtractStridedSlice(vector::ExtractStridedSliceOp op, Scope &scope) {
  SmallVector<int64_t> offsets = toIntegers(op.getOffsets());
  SmallVector<int64_t> strides = toIntegers(op.getStrides());
  return rearrange(op, scope, [&](unsigned, ArrayRef<int64_t> index) {
    Origin origin{0, llvm::to_vector(index)};
    for (auto [i, offset, stride] : llvm::zip(origin.index, offsets, strides))
      i = offset + i * stride;
    return origin;
  });
}

static FailureOr<Step>
compileInsertStridedSlice(vector::InsertStridedSliceOp op, Scope &scope) {
  SmallVector<int64_t> offsets = toIntegers(op.getOffsets());
  SmallVector<int64_t> strides = toIntegers(op.getStrides());
  ArrayRef<int64_t> part = op.getSourceVectorType().getShape();
  // Align the strides with the last dimensions.
  strides.insert(strides.begin(), offsets.size() - part.size(), 1);
  return rearrange(op, scope, [&](unsigned, ArrayRef<int64_t> index) {
    SmallVector<int64_t> inner;
    bool isInside = true;
    for (auto [dim, i, offset, stride] :
         llvm::enumerate(index, offsets, strides)) {
      inner.push_back((i - offset) / stride);
      isInside &= i >= offset && (i - offset) % stride == 0;
      int64_t partDim = int64_t(dim) - int64_t(index.size() - part.size());
      isInside &= inner.back() < (partDim < 0 ? 1 : part[partDim]);
    }
    if (!isInside)
      return Origin{1, llvm::to_vector(index)};
    inner.erase(inner.begin(), inner.end() - part.size());
    return Origin{0, inner};
  });
}

static FailureOr<Step> compileFromElements(vector::FromElementsOp op,
                                           Scope &scope) {
  return rearrange(op, scope, [&](unsigned, ArrayRef<int64_t> index) {
    return Origin{unsigned(*findPosition(shapeOf(op.getType()), index)), {}};
  });
}

static FailureOr<Step> compileToElements(vector::ToElementsOp op,
                                         Scope &scope) {
  return rearrange(op, scope, [&](unsigned result, ArrayRef<int64_t>) {
    return Origin{0, findIndex(shapeOf(op.getSource().getType()), result)};
  });
}

void sg::interpreter::addVectorRearrangementOps(OpTable &table) {
  table.add(compileBroadcast);
  table.add(compileTranspose);
  table.add(compileShapeCast);
  table.add(compileShuffle);
  table.add(compileInterleave);
  table.add(compileDeinterleave);
  table.add(compileExtractStridedSlice);
  table.add(compileInsertStridedSlice);
  table.add(compileFromElements);
  table.add(compileToElements);
}
