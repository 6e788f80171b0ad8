//===- CheckReshapes.cpp - Check reshapes of memory -----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Asserter.h"
#include "CheckViews.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-check-indices"

using namespace mlir;
using Predicate = arith::CmpIPredicate;

static constexpr llvm::StringLiteral kElementCountMismatch =
    "the shape has a different number of elements";

/// Loads the size at `position` from the shape operand.
static Value loadSize(sg::Asserter &check, memref::ReshapeOp op,
                      Value position) {
  Value size = check.create<memref::LoadOp>(op.getShape(), position);
  if (!size.getType().isIndex())
    size =
        check.create<arith::IndexCastOp>(IndexType::get(op.getContext()), size);
  return size;
}

/// Emits the condition that the product of the sizes in the shape operand,
/// whose length may be dynamic, is `count`. Products may wrap.
static Value isProductOfShape(sg::Asserter &check, memref::ReshapeOp op,
                              Value count) {
  OpBuilder b(op);
  Location loc = op.getLoc();
  Value begin = check.constant(0), one = check.constant(1);
  Value end = check.size(op.getShape(), 0);
  Value fits = arith::ConstantOp::create(b, loc, b.getBoolAttr(true));
  Value isEmpty = arith::ConstantOp::create(b, loc, b.getBoolAttr(false));
  auto loop = scf::ForOp::create(
      b, loc, begin, end, one, ValueRange{one, fits, isEmpty, fits},
      [](OpBuilder &b, Location loc, Value position, ValueRange carried) {
        scf::YieldOp::create(b, loc, carried);
      });
  Operation *yield = loop.getBody()->getTerminator();
  sg::Asserter bodyCheck(op, yield);
  Value product = loop.getRegionIterArg(0);
  Value fitsSoFar = loop.getRegionIterArg(1);
  Value isEmptySoFar = loop.getRegionIterArg(2);
  Value areSizesSoFar = loop.getRegionIterArg(3);
  Value size = loadSize(bodyCheck, op, loop.getInductionVar());
  Value hasZeroSize = bodyCheck.isEqualTo(size, 0);
  Value areSizes = bodyCheck.compare(Predicate::sge, size, begin);
  Value stillFits = bodyCheck.productFits(product, size, count);
  product = bodyCheck.create<arith::MulIOp>(product, size);
  stillFits = bodyCheck.create<arith::AndIOp>(fitsSoFar, stillFits);
  hasZeroSize = bodyCheck.create<arith::OrIOp>(isEmptySoFar, hasZeroSize);
  areSizes = bodyCheck.create<arith::AndIOp>(areSizesSoFar, areSizes);
  yield->setOperands({product, stillFits, hasZeroSize, areSizes});

  Value isEqual = check.equal(loop.getResult(0), count);
  isEqual = check.create<arith::AndIOp>(isEqual, loop.getResult(1));
  Value areBothEmpty = check.isEqualTo(count, 0);
  areBothEmpty = check.create<arith::AndIOp>(areBothEmpty, loop.getResult(2));
  isEqual = check.create<arith::OrIOp>(areBothEmpty, isEqual);
  return check.create<arith::AndIOp>(loop.getResult(3), isEqual);
}

void sg::checkMemRefReshape(memref::ReshapeOp op) {
  // The result may be unranked. Upstream's accessor expects a ranked type.
  auto type = dyn_cast<MemRefType>(op.getResult().getType());
  if (!isa<MemRefType>(op.getSource().getType())) {
    LDBG() << "not checked, the rank is unknown: " << op->getName() << " at "
           << op.getLoc();
    return;
  }
  Asserter check(op);
  Value count = countElements(check, op.getSource());
  int64_t rank = cast<MemRefType>(op.getShape().getType()).getDimSize(0);
  if (ShapedType::isDynamic(rank)) {
    check.require(isProductOfShape(check, op, count), kElementCountMismatch);
    return;
  }
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < rank; ++dim) {
    Value size = loadSize(check, op, check.constant(dim));
    if (type && !type.isDynamicDim(dim))
      check.require(check.isEqualTo(size, type.getDimSize(dim)),
                    "dimension " + Twine(dim) + " of the shape is not " +
                        Twine(type.getDimSize(dim)));
    sizes.push_back(size);
  }
  check.require(check.isProduct(sizes, count), kElementCountMismatch);
}

void sg::checkMemRefCollapse(memref::CollapseShapeOp op) {
  MemRefType type = op.getSrcType();
  auto mayHaveGaps = [](ArrayRef<int64_t> group) { return group.size() > 1; };
  if (type.getLayout().isIdentity() ||
      llvm::none_of(op.getReassociationIndices(), mayHaveGaps))
    return;
  Asserter check(op);
  auto metadata = check.createOp<memref::ExtractStridedMetadataOp>(op.getSrc());
  OpBuilder b(op);
  auto getValues = [&](ArrayRef<OpFoldResult> mixed) {
    return getValueOrCreateConstantIndexOp(b, op.getLoc(), mixed);
  };
  SmallVector<Value> sizes = getValues(metadata.getConstifiedMixedSizes());
  SmallVector<Value> strides = getValues(metadata.getConstifiedMixedStrides());
  Value isEmpty = check.create<arith::ConstantOp>(b.getBoolAttr(false));
  for (Value size : sizes)
    isEmpty = check.create<arith::OrIOp>(isEmpty, check.isEqualTo(size, 0));
  for (ArrayRef<int64_t> group : op.getReassociationIndices()) {
    // Skip unit dimensions, whose strides are irrelevant.
    SmallVector<int64_t> dims = llvm::to_vector(llvm::make_filter_range(
        group, [&](int64_t dim) { return type.getDimSize(dim) != 1; }));
    for (size_t i = 1; i < dims.size(); ++i) {
      int64_t outer = dims[i - 1], inner = dims[i];
      Value isContiguous = check.equal(
          strides[outer],
          check.create<arith::MulIOp>(strides[inner], sizes[inner]));
      isContiguous = check.create<arith::OrIOp>(
          isContiguous, check.isEqualTo(sizes[outer], 1));
      check.require(check.create<arith::OrIOp>(isEmpty, isContiguous),
                    "dimension " + Twine(outer) +
                        " is not contiguous with the next dimension");
    }
  }
}
