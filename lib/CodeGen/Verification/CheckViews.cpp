//===- CheckViews.cpp - Check views of memory -----------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckViews.h"
#include "Asserter.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-check-indices"

using namespace mlir;
using Predicate = arith::CmpIPredicate;

static constexpr llvm::StringLiteral kOutside =
    "an element is outside of the memory";

Value sg::countElements(Asserter &check, Value memory) {
  Value count = check.constant(1);
  int64_t rank = cast<MemRefType>(memory.getType()).getRank();
  for (int64_t dim = 0; dim < rank; ++dim)
    count = check.create<arith::MulIOp>(count, check.size(memory, dim));
  return count;
}

void sg::checkView(memref::ViewOp op) {
  Asserter check(op);
  MemRefType type = op.getType();
  Type element = type.getElementType();
  if (!isa<ComplexType, VectorType>(element) &&
      !element.isIntOrIndexOrFloat()) {
    LDBG() << "not checked, the element type is not numeric: " << op->getName()
           << " at " << op.getLoc();
    return;
  }
  DataLayout layout = DataLayout::closest(op);
  int64_t bytes = llvm::alignTo(layout.getTypeSize(element).getKnownMinValue(),
                                layout.getTypeABIAlignment(element));
  Value sourceBytes = check.size(op.getSource(), 0);
  Value fits = check.compare(Predicate::ule, op.getByteShift(), sourceBytes);
  Value remainingBytes =
      check.create<arith::SubIOp>(sourceBytes, op.getByteShift());
  // Divide instead of multiplying the sizes, whose product may wrap.
  Value capacity =
      check.create<arith::DivUIOp>(remainingBytes, check.constant(bytes));
  Value count = check.constant(1);
  for (int64_t dim = 0, next = 0; dim < type.getRank(); ++dim) {
    Value size = type.isDynamicDim(dim) ? op.getSizes()[next++]
                                        : check.constant(type.getDimSize(dim));
    Value isValidSize = check.compare(Predicate::sge, size, check.constant(0));
    fits = check.create<arith::AndIOp>(fits, isValidSize);
    fits = check.create<arith::AndIOp>(
        fits, check.productFits(count, size, capacity));
    count = check.create<arith::MulIOp>(count, size);
  }
  fits = check.create<arith::AndIOp>(
      fits, check.compare(Predicate::ule, count, capacity));
  check.require(fits, "the memory is too small");
}

/// Returns the memory at the root of a chain of views.
static Value findRoot(Value view) {
  while (auto op = view.getDefiningOp<ViewLikeOpInterface>()) {
    // Stop at a memref.view, whose source has another element type.
    if (isa<memref::ViewOp>(op) ||
        !isa<MemRefType>(op.getViewSource().getType()))
      break;
    view = op.getViewSource();
  }
  return view;
}

/// Returns the number of elements from the start of the memory to the last
/// element of 'view'. If a stride is negative, the result is too small.
static Value getExtent(sg::Asserter &check, Value view) {
  if (cast<MemRefType>(view.getType()).getLayout().isIdentity())
    return countElements(check, view);
  auto metadata = check.createOp<memref::ExtractStridedMetadataOp>(view);
  Value end =
      check.create<arith::AddIOp>(metadata.getOffset(), check.constant(1));
  Value isEmpty;
  for (auto [size, stride] :
       llvm::zip_equal(metadata.getSizes(), metadata.getStrides())) {
    Value steps = check.create<arith::SubIOp>(size, check.constant(1));
    end = check.create<arith::AddIOp>(
        end, check.create<arith::MulIOp>(steps, stride));
    Value isZero = check.isEqualTo(size, 0);
    isEmpty = isEmpty ? check.create<arith::OrIOp>(isEmpty, isZero) : isZero;
  }
  return isEmpty
             ? check.create<arith::SelectOp>(isEmpty, check.constant(0), end)
             : end;
}

void sg::checkReinterpretCast(memref::ReinterpretCastOp op) {
  auto source = dyn_cast<MemRefType>(op.getSource().getType());
  if (!source) {
    LDBG() << "not checked, the rank is unknown: " << op->getName() << " at "
           << op.getLoc();
    return;
  }
  Asserter check(op);
  OpBuilder b(op);
  auto getValues = [&](ArrayRef<OpFoldResult> mixed) {
    return getValueOrCreateConstantIndexOp(b, op.getLoc(), mixed);
  };
  Value zero = check.constant(0), one = check.constant(1);
  Value extent = getExtent(check, findRoot(op.getSource()));
  Value maxIndex = check.create<arith::SubIOp>(extent, one);
  Value offset = getValues(op.getMixedOffsets()).front();
  Value inside = check.inRange(offset, extent);
  Value first = offset, last = offset;
  Value isValid, isEmpty;
  SmallVector<Value> sizes = getValues(op.getMixedSizes());
  SmallVector<Value> strides = getValues(op.getMixedStrides());
  // Each distance is less than the extent, so a sum is out of range before the
  // sum can wrap.
  for (auto [size, stride] : llvm::zip_equal(sizes, strides)) {
    Value isValidSize = check.compare(Predicate::sge, size, zero);
    isValid = isValid ? check.create<arith::AndIOp>(isValid, isValidSize)
                      : isValidSize;
    Value isZero = check.isEqualTo(size, 0);
    isEmpty = isEmpty ? check.create<arith::OrIOp>(isEmpty, isZero) : isZero;
    Value steps = check.create<arith::SubIOp>(size, one);
    inside = check.create<arith::AndIOp>(
        inside, check.productFits(steps, check.magnitude(stride), maxIndex));
    Value distance = check.create<arith::MulIOp>(steps, stride);
    Value isNegative = check.compare(Predicate::slt, distance, zero);
    first = check.create<arith::SelectOp>(
        isNegative, check.create<arith::AddIOp>(first, distance), first);
    last = check.create<arith::SelectOp>(
        isNegative, last, check.create<arith::AddIOp>(last, distance));
    inside = check.create<arith::AndIOp>(inside, check.inRange(first, extent));
    inside = check.create<arith::AndIOp>(inside, check.inRange(last, extent));
  }
  if (isEmpty)
    inside = check.create<arith::AndIOp>(
        isValid, check.create<arith::OrIOp>(isEmpty, inside));
  check.require(inside, kOutside);
}
