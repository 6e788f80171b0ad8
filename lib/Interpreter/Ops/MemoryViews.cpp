//===- MemoryViews.cpp - Views of memory ----------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops.h"
#include "TensorSlices.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace sg::interpreter;

/// Returns a step for an op whose result is a view of its first operand. The
/// step fails if the view exceeds the buffer.
static Step
makeView(Operation *op, Scope &scope,
         std::function<FailureOr<View>(Frame &, const View &)> derive) {
  return [=, from = scope.slotOf(op->getOperand(0)),
          to = scope.slotOf(op->getResult(0))](Frame &frame) -> LogicalResult {
    FailureOr<View> view = derive(frame, frame.view(from));
    if (failed(view) || failed(checkInside(op, frame, *view)))
      return failure();
    frame.view(to) = std::move(*view);
    return success();
  };
}

template <typename Op>
static FailureOr<Step> compileIdentity(Op op, Scope &scope) {
  return makeView(op, scope, [](Frame &, const View &view) -> FailureOr<View> {
    return view;
  });
}

/// Compiles memref.cast. Casts to identity layout require contiguous elements.
static FailureOr<Step> compileCast(memref::CastOp op, Scope &scope) {
  auto type = dyn_cast<MemRefType>(op.getType());
  bool isRowMajor = type && type.getLayout().isIdentity();
  return makeView(
      op, scope, [=](Frame &frame, const View &view) -> FailureOr<View> {
        if (!isRowMajor || llvm::is_contained(view.sizes, 0))
          return view;
        for (auto [size, stride, expected] : llvm::zip_equal(
                 view.sizes, view.strides, getRowMajorStrides(view.sizes)))
          if (size != 1 && stride != expected)
            return frame.machine.fail(op, "there are gaps in the memory");
        return view;
      });
}

/// Returns the unit dimensions that the result type drops. Any choice is
/// correct, because the strides of unit dimensions are unused. The op's
/// getDroppedDims cannot be used, since it fails if strides are dynamic.
static llvm::SmallBitVector findDroppedDims(memref::SubViewOp op) {
  ArrayRef<int64_t> kept = op.getType().getShape();
  llvm::SmallBitVector dropped(op.getStaticSizes().size());
  for (auto [dim, size] : llvm::enumerate(op.getStaticSizes()))
    if (!kept.empty() && kept.front() == size)
      kept = kept.drop_front();
    else
      dropped.set(dim);
  return dropped;
}

static FailureOr<Step> compileSubView(memref::SubViewOp op, Scope &scope) {
  llvm::SmallBitVector dropped = findDroppedDims(op);
  return makeView(
      op, scope,
      [=, operands = SliceOperands(op, scope)](
          Frame &frame, const View &view) -> FailureOr<View> {
        FailureOr<SliceOperands::Box> box =
            operands.evaluateUnchecked(op, frame);
        if (failed(box))
          return failure();
        View part;
        part.buffer = view.buffer;
        part.offset = view.locate(box->offsets);
        bool isEmpty = llvm::is_contained(box->sizes, 0);
        for (auto [dim, first, count, by, end] : llvm::enumerate(
                 box->offsets, box->sizes, box->strides, view.sizes)) {
          std::optional<int64_t> last;
          if (count >= 0)
            last = llvm::checkedMulAdd(count - 1, by, first);
          if (count < 0 || (!isEmpty && (first < 0 || first >= end || !last ||
                                         *last < 0 || *last >= end)))
            return frame.machine.fail(op, "the slice leaves dimension " +
                                              Twine(dim));
          if (dropped[dim])
            continue;
          part.sizes.push_back(count);
          part.strides.push_back(uint64_t(by) * uint64_t(view.strides[dim]));
        }
        return part;
      });
}

static FailureOr<Step> compileReinterpretCast(memref::ReinterpretCastOp op,
                                              Scope &scope) {
  return makeView(op, scope,
                  [=, operands = SliceOperands(op, scope)](
                      Frame &frame, const View &view) -> FailureOr<View> {
                    FailureOr<SliceOperands::Box> box =
                        operands.evaluateUnchecked(op, frame);
                    if (failed(box))
                      return failure();
                    View other;
                    other.buffer = view.buffer;
                    other.offset = box->offsets.front();
                    other.sizes.assign(box->sizes.begin(), box->sizes.end());
                    other.strides.assign(box->strides.begin(),
                                         box->strides.end());
                    return other;
                  });
}

static FailureOr<Step> compileTranspose(memref::TransposeOp op, Scope &scope) {
  return makeView(op, scope,
                  [map = op.getPermutation()](
                      Frame &, const View &view) -> FailureOr<View> {
                    View transposed = view;
                    for (unsigned i = 0; i < map.getNumResults(); ++i) {
                      unsigned dim = map.getDimPosition(i);
                      transposed.sizes[i] = view.sizes[dim];
                      transposed.strides[i] = view.strides[dim];
                    }
                    return transposed;
                  });
}

static FailureOr<Step> compileExpand(memref::ExpandShapeOp op, Scope &scope) {
  return makeView(
      op, scope,
      [=, outputShape = scope.numbersOf(op.getMixedOutputShape()),
       groups = op.getReassociationIndices()](
          Frame &frame, const View &view) -> FailureOr<View> {
        FailureOr<SmallVector<int64_t>> size =
            frame.getIndices(op, outputShape);
        if (failed(size))
          return failure();
        View other = view;
        other.sizes.assign(size->begin(), size->end());
        other.strides.assign(size->size(), 1);
        for (auto [dim, group] : llvm::enumerate(groups)) {
          SmallVector<int64_t> parts;
          for (int64_t i : group) {
            if (other.sizes[i] < 0)
              return frame.machine.fail(op, "dimension " + Twine(i) +
                                                " of the result is negative");
            parts.push_back(other.sizes[i]);
          }
          if (sg::interpreter::countElements(parts) != view.sizes[dim])
            return frame.machine.fail(
                op, "the sizes that dimension " + Twine(dim) +
                        " is expanded to do not multiply to its size");
          uint64_t stride = view.strides[dim];
          for (int64_t i : llvm::reverse(group)) {
            other.strides[i] = stride;
            stride *= other.sizes[i];
          }
        }
        return other;
      });
}

/// Compiles memref.reshape. The source must be contiguous.
static FailureOr<Step> compileReshape(memref::ReshapeOp op, Scope &scope) {
  Type element = getElementTypeOrSelf(op.getShape().getType());
  unsigned width = element.isIndex() ? IndexType::kInternalStorageBitWidth
                                     : element.getIntOrFloatBitWidth();
  return makeView(
      op, scope,
      [=, shape = scope.slotOf(op.getShape())](
          Frame &frame, const View &view) -> FailureOr<View> {
        FailureOr<Tensor> sizes = readView(op, frame, frame.view(shape));
        if (failed(sizes))
          return failure();
        View other = view;
        other.sizes.clear();
        for (const Element &size : *sizes) {
          if (failed(frame.require(op, size)))
            return failure();
          other.sizes.push_back(llvm::SignExtend64(size.bits, width));
        }
        bool isNegative =
            llvm::any_of(other.sizes, [](int64_t size) { return size < 0; });
        if (isNegative || sg::interpreter::countElements(other.sizes) !=
                              view.getNumElements())
          return frame.machine.fail(
              op, "the shape has a different number of elements");
        if (!view.isContiguous())
          return frame.machine.fail(op, "there are gaps in the memory");
        other.strides = getRowMajorStrides(other.sizes);
        return other;
      });
}

/// Compiles memref.collapse_shape. The dimensions of a group must be
/// contiguous, unless one of their sizes is 0.
static FailureOr<Step> compileCollapse(memref::CollapseShapeOp op,
                                       Scope &scope) {
  return makeView(op, scope,
                  [=, groups = op.getReassociationIndices()](
                      Frame &frame, const View &view) -> FailureOr<View> {
                    View other;
                    other.buffer = view.buffer;
                    other.offset = view.offset;
                    for (ArrayRef<int64_t> group : groups) {
                      int64_t count = 1, stride = 1;
                      bool isFirst = true;
                      for (int64_t dim : llvm::reverse(group)) {
                        int64_t size = view.sizes[dim];
                        if (size != 1 && isFirst) {
                          stride = view.strides[dim];
                          isFirst = false;
                        } else if (size > 1 && count != 0 &&
                                   view.strides[dim] != stride * count) {
                          return frame.machine.fail(
                              op,
                              "dimension " + Twine(dim) +
                                  " is not contiguous with the next dimension");
                        }
                        count *= size;
                      }
                      if (isFirst && !group.empty())
                        stride = view.strides[group.back()];
                      other.sizes.push_back(count);
                      other.strides.push_back(stride);
                    }
                    return other;
                  });
}

static FailureOr<Step> compileMetadata(memref::ExtractStridedMetadataOp op,
                                       Scope &scope) {
  return Step([=, from = scope.slotOf(op.getSource()),
               base = scope.slotOf(op.getBaseBuffer()),
               offset = scope.slotOf(op.getOffset()),
               sizes = scope.slotsOf(op.getSizes()),
               strides = scope.slotsOf(op.getStrides())](Frame &frame) {
    const View view = frame.view(from);
    View baseView;
    baseView.buffer = view.buffer;
    frame.view(base) = baseView;
    frame.scalar(offset) = Element::ofBits(view.offset);
    for (auto [size, stride, sizeValue, strideValue] :
         llvm::zip_equal(sizes, strides, view.sizes, view.strides)) {
      frame.scalar(size) = Element::ofBits(sizeValue);
      frame.scalar(stride) = Element::ofBits(strideValue);
    }
    return success();
  });
}

/// Compiles the address of a buffer to an identifier of the buffer. Programs
/// only compare addresses for equality.
static FailureOr<Step>
compileExtractAlignedPointer(memref::ExtractAlignedPointerAsIndexOp op,
                             Scope &scope) {
  return Step([from = scope.slotOf(op.getSource()),
               to = scope.slotOf(op.getResult())](Frame &frame) {
    frame.scalar(to) = Element::ofBits(
        reinterpret_cast<uintptr_t>(frame.view(from).buffer.get()));
    return success();
  });
}

void sg::interpreter::addMemoryViewOps(OpTable &table) {
  table.add(compileIdentity<memref::AssumeAlignmentOp>);
  table.add(compileCast);
  table.add(compileIdentity<memref::MemorySpaceCastOp>);
  table.add(compileSubView);
  table.add(compileReinterpretCast);
  table.add(compileReshape);
  table.add(compileTranspose);
  table.add(compileExpand);
  table.add(compileCollapse);
  table.add(compileMetadata);
  table.add(compileExtractAlignedPointer);
}
