//===- Trips.cpp - Trip counts of loops -----------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/StructuredOps/Trips.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

static Value toIndex(OpBuilder &b, scf::ForOp loop, Value value) {
  if (value.getType().isIndex())
    return value;
  Type type = b.getIndexType();
  if (loop.getUnsignedCmp())
    return b.createOrFold<arith::IndexCastUIOp>(loop.getLoc(), type, value);
  return b.createOrFold<arith::IndexCastOp>(loop.getLoc(), type, value);
}

Value sg::createTripCount(OpBuilder &b, scf::ForOp loop, Value lower,
                          Value upper, Value step) {
  Location loc = loop.getLoc();
  lower = toIndex(b, loop, lower);
  upper = toIndex(b, loop, upper);
  step = toIndex(b, loop, step);
  Value zero = b.createOrFold<arith::ConstantIndexOp>(loc, 0);
  Value range = b.createOrFold<arith::SubIOp>(loc, upper, lower);
  Value trips = b.createOrFold<arith::CeilDivSIOp>(loc, range, step);
  return b.createOrFold<arith::MaxSIOp>(loc, trips, zero);
}

Value sg::createInductionVariable(OpBuilder &b, scf::ForOp loop, Value trip,
                                  Value lower, Value step) {
  Location loc = loop.getLoc();
  if (!step.getType().isIndex())
    trip = arith::IndexCastOp::create(b, loc, step.getType(), trip);
  Value offset = b.createOrFold<arith::MulIOp>(loc, trip, step);
  return b.createOrFold<arith::AddIOp>(loc, lower, offset);
}

Value sg::createTripNumber(OpBuilder &b, scf::ForOp loop) {
  Location loc = loop.getLoc();
  Value offset = b.createOrFold<arith::SubIOp>(loc, loop.getInductionVar(),
                                               loop.getLowerBound());
  Value trip = b.createOrFold<arith::DivUIOp>(loc, offset, loop.getStep());
  return toIndex(b, loop, trip);
}

sg::TripSlice::TripSlice(OpBuilder &b, Value trip,
                         ArrayRef<OpFoldResult> valueSizes)
    : strides(valueSizes.size() + 1, b.getIndexAttr(1)) {
  offsets.push_back(trip);
  offsets.append(valueSizes.size(), b.getIndexAttr(0));
  sizes.push_back(b.getIndexAttr(1));
  llvm::append_range(sizes, valueSizes);
}
