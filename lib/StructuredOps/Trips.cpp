//===- Trips.cpp - Trip counts of loops -----------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/StructuredOps/Trips.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

Value sg::createTripCount(OpBuilder &b, Location loc, Value lower, Value upper,
                          Value step, bool isUnsigned) {
  Value range = b.createOrFold<arith::SubIOp>(loc, upper, lower);
  Type type = range.getType();
  Value zero = arith::ConstantOp::create(b, loc, b.getIntegerAttr(type, 0));
  // Ignore overflow of an index range: such a loop would never finish.
  if (type.isIndex() && !isUnsigned && matchPattern(step, m_One()))
    return b.createOrFold<arith::MaxSIOp>(loc, range, zero);
  Value trips = b.createOrFold<arith::CeilDivUIOp>(loc, range, step);
  Value isNonEmpty = b.createOrFold<arith::CmpIOp>(
      loc, isUnsigned ? arith::CmpIPredicate::ult : arith::CmpIPredicate::slt,
      lower, upper);
  trips = b.createOrFold<arith::SelectOp>(loc, isNonEmpty, trips, zero);
  if (type.isIndex())
    return trips;
  return b.createOrFold<arith::IndexCastUIOp>(loc, b.getIndexType(), trips);
}

Value sg::createTripCount(OpBuilder &b, scf::ForOp loop, Value lower,
                          Value upper, Value step) {
  return createTripCount(b, loop.getLoc(), lower, upper, step,
                         loop.getUnsignedCmp());
}

Value sg::createInductionVariable(OpBuilder &b, Location loc, Value trip,
                                  Value lower, Value step) {
  if (!step.getType().isIndex())
    trip = arith::IndexCastOp::create(b, loc, step.getType(), trip);
  Value offset = b.createOrFold<arith::MulIOp>(loc, trip, step);
  return b.createOrFold<arith::AddIOp>(loc, lower, offset);
}

Value sg::createIterationIndex(OpBuilder &b, scf::ForOp loop) {
  Location loc = loop.getLoc();
  Value offset = b.createOrFold<arith::SubIOp>(loc, loop.getInductionVar(),
                                               loop.getLowerBound());
  Value trip = b.createOrFold<arith::DivUIOp>(loc, offset, loop.getStep());
  if (trip.getType().isIndex())
    return trip;
  return b.createOrFold<arith::IndexCastUIOp>(loc, b.getIndexType(), trip);
}

sg::TripSlice::TripSlice(OpBuilder &b, Value trip,
                         ArrayRef<OpFoldResult> valueSizes)
    : strides(valueSizes.size() + 1, b.getIndexAttr(1)) {
  offsets.push_back(trip);
  offsets.append(valueSizes.size(), b.getIndexAttr(0));
  sizes.push_back(b.getIndexAttr(1));
  llvm::append_range(sizes, valueSizes);
}
