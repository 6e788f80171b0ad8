//===- PackOps.cpp - linalg.pack and linalg.unpack ------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace sg::interpreter;

namespace {
/// The map between the dimensions of a packed and an unpacked tensor.
struct Layout {
  template <typename Op>
  Layout(Op op, int64_t unpackedRank, Scope &scope)
      : tiledDims(llvm::to_vector(op.getInnerDimsPos())),
        outerOrder(llvm::to_vector(op.getOuterDimsPerm())),
        tileSizes(scope.numbersOf(op.getMixedTiles())) {
    if (outerOrder.empty())
      llvm::append_range(outerOrder, llvm::seq<int64_t>(unpackedRank));
  }

  /// Fails unless the packed tensor has the op's tile sizes, and the tile
  /// counts that cover the unpacked tensor.
  LogicalResult check(Operation *op, Frame &frame, ArrayRef<int64_t> unpacked,
                      ArrayRef<int64_t> packed) const {
    FailureOr<SmallVector<int64_t>> sizes = frame.getIndices(op, tileSizes);
    if (failed(sizes))
      return failure();
    SmallVector<int64_t> outer(unpacked);
    for (auto [dim, size] : llvm::zip_equal(tiledDims, *sizes)) {
      if (size <= 0)
        return frame.machine.fail(op, "a tile has the size " + Twine(size));
      outer[dim] = llvm::divideCeil(outer[dim], size);
    }
    SmallVector<int64_t> expected;
    for (int64_t dim : outerOrder)
      expected.push_back(outer[dim]);
    llvm::append_range(expected, *sizes);
    for (auto [dim, size, actual] : llvm::enumerate(expected, packed))
      if (size != actual)
        return frame.machine.fail(
            op, "dimension " + Twine(dim) + " of the packed tensor is " +
                    Twine(actual) + ", not " + Twine(size));
    return success();
  }

  /// Maps an index into the packed tensor to the unpacked tensor. The result
  /// may lie in the padding, past the end of a dimension.
  SmallVector<int64_t> toUnpacked(ArrayRef<int64_t> index,
                                  ArrayRef<int64_t> packed) const {
    SmallVector<int64_t> unpacked(outerOrder.size());
    for (auto [i, dim] : llvm::enumerate(outerOrder))
      unpacked[dim] = index[i];
    for (auto [i, dim] : llvm::enumerate(tiledDims)) {
      int64_t inner = outerOrder.size() + i;
      unpacked[dim] = unpacked[dim] * packed[inner] + index[inner];
    }
    return unpacked;
  }

  SmallVector<int64_t> tiledDims, outerOrder;
  SmallVector<Number> tileSizes;
};
} // namespace

static FailureOr<Step> compilePack(linalg::PackOp op, Scope &scope) {
  std::optional<Slot> padding;
  if (Value value = op.getPaddingValue())
    padding = scope.slotOf(value);
  return Step(
      [=, layout = Layout(op, op.getSourceRank(), scope),
       from = scope.slotOf(op.getSource()), into = scope.slotOf(op.getDest()),
       to = scope.slotOf(op.getResult())](Frame &frame) -> LogicalResult {
        const Tensor &source = frame.tensor(from);
        ArrayRef<int64_t> shape = frame.tensor(into).getShape();
        if (failed(layout.check(op, frame, source.getShape(), shape)))
          return failure();
        FailureOr<Tensor> result = frame.allocate(op, shape);
        if (failed(result))
          return failure();
        Element *next = result->edit();
        LogicalResult status =
            forEachIndex(shape, [&](ArrayRef<int64_t> index) -> LogicalResult {
              std::optional<int64_t> position = findPosition(
                  source.getShape(), layout.toUnpacked(index, shape));
              if (!position && !padding)
                return frame.machine.fail(
                    op, "a tile is not full, and there is no padding value");
              *next++ = position ? source[*position] : frame.scalar(*padding);
              return success();
            });
        frame.tensor(to) = std::move(*result);
        return status;
      });
}

static FailureOr<Step> compileUnpack(linalg::UnPackOp op, Scope &scope) {
  return Step([=, layout = Layout(op, op.getDestRank(), scope),
               from = scope.slotOf(op.getSource()),
               into = scope.useOf(op.getDestMutable()),
               to = scope.slotOf(op.getResult())](
                  Frame &frame) -> LogicalResult {
    const Tensor &source = frame.tensor(from);
    Tensor result = frame.takeTensor(into);
    ArrayRef<int64_t> packed = source.getShape(), unpacked = result.getShape();
    if (failed(layout.check(op, frame, unpacked, packed)))
      return failure();
    FailureOr<Element *> elements = frame.edit(op, result);
    if (failed(elements))
      return failure();
    const Element *next = source.begin();
    (void)forEachIndex(packed, [&](ArrayRef<int64_t> index) {
      if (std::optional<int64_t> position =
              findPosition(unpacked, layout.toUnpacked(index, packed)))
        (*elements)[*position] = *next;
      ++next;
      return success();
    });
    frame.tensor(to) = std::move(result);
    return success();
  });
}

void sg::interpreter::addPackOps(OpTable &table) {
  table.add(compilePack);
  table.add(compileUnpack);
}
