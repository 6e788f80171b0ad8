//===- Comparisons.cpp - Comparisons, logic and selection -----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"
#include "Sections.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace sg::array;
using arith::CmpFPredicate;
using arith::CmpIPredicate;

/// Applies the operation of the call to the parts of complex numbers, and joins
/// the results by the operation `join`.
static Arrays applyToParts(const ArrayOpCall &call, ArrayRef<Array> xs,
                           StringRef join) {
  Arrays real, imaginary;
  for (const Array &x : xs) {
    real.push_back(apply(call.b, "real", {x}));
    imaginary.push_back(apply(call.b, "imag", {x}));
  }
  Array ofReal = apply(call.b, call.name, real);
  Array ofImaginary = apply(call.b, call.name, imaginary);
  return {apply(call.b, join, {ofReal, ofImaginary})};
}

template <CmpFPredicate floats, CmpIPredicate signedInts,
          CmpIPredicate unsignedInts = signedInts>
static Arrays compare(const ArrayOpCall &call) {
  FailureOr<Arrays> xs = promoteAndBroadcast(call);
  if (failed(xs))
    return {};
  DType dtype = xs->front().getDType();
  if (isComplex(dtype)) {
    if constexpr (signedInts == CmpIPredicate::eq)
      return applyToParts(call, *xs, "logical_and");
    if constexpr (signedInts == CmpIPredicate::ne)
      return applyToParts(call, *xs, "logical_or");
    return refuseType(call, xs->front());
  }
  if (isFloat(dtype))
    return {emit<arith::CmpFOp>(call.b, DType::Bool, *xs, floats)};
  return {emit<arith::CmpIOp>(call.b, DType::Bool, *xs,
                              isUnsigned(dtype) ? unsignedInts : signedInts)};
}

/// Builds an op on the bits of two bools or integers.
template <typename Op, bool isLogical>
static Arrays bitwise(const ArrayOpCall &call) {
  FailureOr<Arrays> xs = promoteAndBroadcast(call);
  if (failed(xs))
    return {};
  DType dtype = xs->front().getDType();
  if (isLogical ? dtype != DType::Bool
                : dtype != DType::Bool && !isInteger(dtype))
    return refuseType(call, xs->front());
  return {emit<Op>(call.b, dtype, *xs)};
}

template <bool isLogical>
static Arrays invert(const ArrayOpCall &call) {
  const Array &x = call[0];
  DType dtype = x.getDType();
  if (isLogical ? dtype != DType::Bool
                : dtype != DType::Bool && !isInteger(dtype))
    return refuseType(call, x);
  Type type = getElementType(call.b.getContext(), dtype);
  Array ones =
      makeFull(call.b, dtype, x.getSizes(),
               cast<TypedAttr>(IntegerAttr::get(
                   type, llvm::APInt::getAllOnes(getBitWidth(dtype)))));
  return {emit<arith::XOrIOp>(call.b, dtype, {x, ones})};
}

template <typename Op>
static Arrays classify(const ArrayOpCall &call) {
  const Array &x = call[0];
  bool isFinite = std::is_same_v<Op, math::IsFiniteOp>;
  if (isFloat(x.getDType()))
    return {emit<Op>(call.b, DType::Bool, {x})};
  if (isComplex(x.getDType()))
    return applyToParts(call, {x}, isFinite ? "logical_and" : "logical_or");
  if (!isInteger(x.getDType()))
    return refuseType(call, x);
  return {makeFull(call.b, DType::Bool, x.getSizes(), isFinite ? 1.0 : 0.0)};
}

static Arrays where(const ArrayOpCall &call) {
  ArrayBuilder &b = call.b;
  if (call[0].getDType() != DType::Bool)
    return call.fail("the condition must be bool, not " +
                     getName(call[0].getDType()));
  std::optional<DType> dtype = promote(call[1].getDType(), call[2].getDType());
  if (!dtype)
    return call.fail(getName(call[1].getDType()) + " and " +
                     getName(call[2].getDType()) +
                     " have no common type; convert one with astype");
  Arrays xs = {call[0], convert(b, call[1], *dtype),
               convert(b, call[2], *dtype)};
  FailureOr<Sizes> sizes = broadcastSizes(b, call.name, xs);
  if (failed(sizes))
    return {};
  for (Array &x : xs)
    if (!(x = broadcastTo(b, x, *sizes)))
      return {};
  return {emit<arith::SelectOp>(b, *dtype, xs)};
}

static Arrays clip(const ArrayOpCall &call) {
  Array bounded = apply(call.b, "maximum", {call[0], call[1]});
  return {apply(call.b, "minimum", {bounded, call[2]})};
}

static constexpr ArrayOp kRows[] = {
    {"bitwise_and(x, y)", "The bits set in both integers.", "",
     bitwise<arith::AndIOp, false>},
    {"bitwise_invert(x)", "The bits not set in the integer.", "",
     invert<false>},
    {"bitwise_or(x, y)", "The bits set in either integer.", "",
     bitwise<arith::OrIOp, false>},
    {"bitwise_xor(x, y)", "The bits set in one of two integers.", "",
     bitwise<arith::XOrIOp, false>},
    {"clip(x, low, high)", "minimum(maximum(x, low), high).",
     "The derivative of the argument that is the result; half of each at a "
     "tie.",
     clip},
    {"equal(x, y)", "True where x = y. NaN differs from NaN.", "",
     compare<CmpFPredicate::OEQ, CmpIPredicate::eq>},
    {"greater(x, y)", "True where x > y.", "",
     compare<CmpFPredicate::OGT, CmpIPredicate::sgt, CmpIPredicate::ugt>},
    {"greater_equal(x, y)", "True where x >= y.", "",
     compare<CmpFPredicate::OGE, CmpIPredicate::sge, CmpIPredicate::uge>},
    {"isfinite(x)",
     "True where x, or each part of a complex number, is neither infinite nor "
     "NaN.",
     "", classify<math::IsFiniteOp>},
    {"isinf(x)", "True where x, or a part of a complex number, is infinite.",
     "", classify<math::IsInfOp>},
    {"isnan(x)", "True where x, or a part of a complex number, is NaN.", "",
     classify<math::IsNaNOp>},
    {"less(x, y)", "True where x < y.", "",
     compare<CmpFPredicate::OLT, CmpIPredicate::slt, CmpIPredicate::ult>},
    {"less_equal(x, y)", "True where x <= y.", "",
     compare<CmpFPredicate::OLE, CmpIPredicate::sle, CmpIPredicate::ule>},
    {"logical_and(x, y)", "True where both bools are.", "",
     bitwise<arith::AndIOp, true>},
    {"logical_not(x)", "True where the bool is false.", "", invert<true>},
    {"logical_or(x, y)", "True where one of the bools is.", "",
     bitwise<arith::OrIOp, true>},
    {"logical_xor(x, y)", "True where the bools differ.", "",
     bitwise<arith::XOrIOp, true>},
    {"not_equal(x, y)", "True where x differs from y. NaN differs from NaN.",
     "", compare<CmpFPredicate::UNE, CmpIPredicate::ne>},
    {"where(condition, x, y)", "x where the condition is true, otherwise y.",
     "dx where the condition is true, otherwise dy.", where},
};

ArrayRef<ArrayOp> sg::array::getComparisonOps() { return kRows; }
