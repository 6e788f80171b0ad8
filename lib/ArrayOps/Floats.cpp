//===- Floats.cpp - Rounding, signs and division --------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sections.h"
#include "Terms.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace sg::array;

/// Builds a rounding op. Integers are returned unchanged.
template <typename Op>
static Arrays roundBy(const ArrayOpCall &call) {
  const Array &x = call[0];
  if (isInteger(x.getDType()))
    return {x};
  if (!isFloat(x.getDType()))
    return refuseType(call, x);
  return {emit<Op>(call.b, x.getDType(), {x})};
}

static Arrays copysign(const ArrayOpCall &call) {
  FailureOr<Arrays> xs = promoteAndBroadcast(call, isFloat);
  if (failed(xs))
    return {};
  DType dtype = xs->front().getDType();
  return {emit<math::CopySignOp>(call.b, dtype, *xs)};
}

static Arrays signbit(const ArrayOpCall &call) {
  const Array &x = call[0];
  if (!isFloat(x.getDType()))
    return refuseType(call, x);
  Term one = Term(call.b, x).like(1.0);
  Array sign = emit<math::CopySignOp>(call.b, x.getDType(), {one.get(), x});
  return {(Term(call.b, sign) < 0.0).get()};
}

/// Divides integers, rounded down. x / 0 is 0, as in NumPy, and the quotient of
/// the least integer and -1 wraps around; both are undefined in `arith`.
static std::pair<Array, Array> divideIntegers(ArrayBuilder &b, const Array &x,
                                              const Array &y) {
  DType dtype = x.getDType();
  Array zero = makeFullLike(b, x, 0.0), one = makeFullLike(b, x, 1.0);
  Array isZero =
      emit<arith::CmpIOp>(b, DType::Bool, {y, zero}, arith::CmpIPredicate::eq);
  Array isSpecial = isZero;
  Array isMinusOne;
  if (!isUnsigned(dtype)) {
    Array minusOne = makeFullLike(b, x, -1.0);
    isMinusOne = emit<arith::CmpIOp>(b, DType::Bool, {y, minusOne},
                                     arith::CmpIPredicate::eq);
    isSpecial = emit<arith::OrIOp>(b, DType::Bool, {isZero, isMinusOne});
  }
  Array divisor = emit<arith::SelectOp>(b, dtype, {isSpecial, one, y});
  Array quotient, remainder;
  if (isUnsigned(dtype)) {
    quotient = emit<arith::DivUIOp>(b, dtype, {x, divisor});
    remainder = emit<arith::RemUIOp>(b, dtype, {x, divisor});
  } else {
    quotient = emit<arith::FloorDivSIOp>(b, dtype, {x, divisor});
    Array negated = emit<arith::SubIOp>(b, dtype, {zero, x});
    quotient = emit<arith::SelectOp>(b, dtype, {isMinusOne, negated, quotient});
    Array product = emit<arith::MulIOp>(b, dtype, {quotient, y});
    remainder = emit<arith::SubIOp>(b, dtype, {x, product});
  }
  return {emit<arith::SelectOp>(b, dtype, {isZero, zero, quotient}),
          emit<arith::SelectOp>(b, dtype, {isZero, zero, remainder})};
}

/// Returns x - floor(x / y) y with the sign of y, as in Python.
static Term remainderOfFloats(const Term &x, const Term &y) {
  ArrayBuilder &b = x.getBuilder();
  Term rest(b, emit<arith::RemFOp>(b, x.get().getDType(), {x.get(), y.get()}));
  Term hasOtherSign = (rest < 0.0) != (y < 0.0);
  Term shifted = rest + y;
  // A zero gets the sign of y and keeps its derivative, which a copysign would
  // not: adding 0 makes it positive, and `sign` is 1 or -1.
  Term sign(b, emit<math::CopySignOp>(b, x.get().getDType(),
                                      {x.like(1.0).get(), y.get()}));
  Term zero = sign * (sign * rest + 0.0);
  return select(rest == 0.0, zero, select(hasOtherSign, shifted, rest));
}

static Arrays remainder(const ArrayOpCall &call) {
  FailureOr<Arrays> xs = promoteAndBroadcast(call);
  if (failed(xs))
    return {};
  DType dtype = xs->front().getDType();
  if (isInteger(dtype))
    return {divideIntegers(call.b, (*xs)[0], (*xs)[1]).second};
  if (!isFloat(dtype))
    return refuseType(call, xs->front());
  return {remainderOfFloats({call.b, (*xs)[0]}, {call.b, (*xs)[1]}).get()};
}

static Arrays fmod(const ArrayOpCall &call) {
  FailureOr<Arrays> xs = promoteAndBroadcast(call, isFloat);
  if (failed(xs))
    return {};
  DType dtype = xs->front().getDType();
  return {emit<arith::RemFOp>(call.b, dtype, *xs)};
}

static Arrays nanToNum(const ArrayOpCall &call) {
  ArrayBuilder &b = call.b;
  const Array &x = call[0];
  DType dtype = x.getDType();
  if (!isFloat(dtype))
    return isInteger(dtype) ? Arrays{x} : refuseType(call, x);
  const llvm::fltSemantics &semantics =
      cast<FloatType>(getElementType(b.getContext(), dtype))
          .getFloatSemantics();
  double largest = APFloat::getLargest(semantics).convertToDouble();
  Term term(b, x);
  Term result = select(isNaN(term), call.get<double>("nan"), term);
  result = select(result == HUGE_VAL,
                  call.find<double>("posinf").value_or(largest), result);
  return {select(result == -HUGE_VAL,
                 call.find<double>("neginf").value_or(-largest), result)
              .get()};
}

static Arrays floorDivide(const ArrayOpCall &call) {
  FailureOr<Arrays> xs = promoteAndBroadcast(call);
  if (failed(xs))
    return {};
  DType dtype = xs->front().getDType();
  ArrayBuilder &b = call.b;
  if (isInteger(dtype))
    return {divideIntegers(b, (*xs)[0], (*xs)[1]).first};
  if (!isFloat(dtype))
    return refuseType(call, xs->front());
  // As in NumPy: (x - rest) / y is an integer up to rounding, which
  // floor(x / y) may miss. For y = 0, x / y.
  Term x(b, (*xs)[0]), y(b, (*xs)[1]);
  Term rest(b, emit<arith::RemFOp>(b, dtype, *xs));
  Term truncated = (x - rest) / y;
  Term isBelow = rest != 0.0 && (rest < 0.0) != (y < 0.0);
  Term result =
      Term::apply("round", {select(isBelow, truncated - 1.0, truncated)});
  Term ratio = floor(x / y);
  Term zero(
      b, emit<math::CopySignOp>(b, dtype, {x.like(0.0).get(), (x / y).get()}));
  return {select(y == 0.0, ratio, select(result == 0.0, zero, result)).get()};
}

static Arrays pow(const ArrayOpCall &call) {
  FailureOr<Arrays> xs = promoteAndBroadcast(call);
  if (failed(xs))
    return {};
  DType dtype = xs->front().getDType();
  if (isFloat(dtype))
    return {emit<math::PowFOp>(call.b, dtype, *xs)};
  if (!isInteger(dtype))
    return refuseType(call, xs->front());
  return {emit<math::IPowIOp>(call.b, dtype, *xs)};
}

/// Multiplies n factors x, n > 0, by repeated squaring.
static Term multiplyFactors(Term x, int64_t n) {
  std::optional<Term> product;
  for (; n != 0; n >>= 1) {
    if (n & 1)
      product = product ? *product * x : x;
    if (n > 1)
      x = x * x;
  }
  return *product;
}

static Arrays integerPow(const ArrayOpCall &call) {
  const Array &x = call[0];
  int64_t n = call.integer("n");
  if (n == 0 && (isFloat(x.getDType()) || isInteger(x.getDType())))
    return {makeFullLike(call.b, x, 1.0)};
  if (isInteger(x.getDType())) {
    if (n < 0)
      return call.fail("integers have no power " + Twine(n) +
                       "; convert x with astype");
    return {multiplyFactors({call.b, x}, n).get()};
  }
  if (n < std::numeric_limits<int64_t>::min() + 2)
    return call.fail("n is out of range");
  std::string key = "integer_pow_" + std::to_string(n);
  return buildScalar(
      call, key,
      [&](Term x) {
        Term positive = multiplyFactors(x, std::abs(n));
        return n > 0 ? positive : 1.0 / positive;
      },
      [&](Term x, Term) {
        Term factor = x.like(n);
        if (n == 1)
          return factor;
        // Powers of 1 / x have finite derivatives where powers of x overflow.
        Term base = n > 0 ? x : 1.0 / x;
        return factor * multiplyFactors(base, std::abs(n - 1));
      });
}

template <typename Op>
static Arrays shift(const ArrayOpCall &call) {
  FailureOr<Arrays> xs = promoteAndBroadcast(call, isInteger);
  if (failed(xs))
    return {};
  ArrayBuilder &b = call.b;
  const Array &x = (*xs)[0], &count = (*xs)[1];
  DType dtype = x.getDType();
  // A shift by the width or more is undefined in `arith`: it shifts out all
  // bits.
  double bits = getBitWidth(dtype);
  Array most = makeFullLike(b, count, bits - 1);
  Array isLarge = emit<arith::CmpIOp>(b, DType::Bool, {count, most},
                                      arith::CmpIPredicate::ugt);
  Array clamped = emit<arith::SelectOp>(b, dtype, {isLarge, most, count});
  if (std::is_same_v<Op, arith::ShRSIOp> && !isUnsigned(dtype))
    return {emit<arith::ShRSIOp>(b, dtype, {x, clamped})};
  Array shifted = std::is_same_v<Op, arith::ShLIOp>
                      ? emit<arith::ShLIOp>(b, dtype, {x, clamped})
                      : emit<arith::ShRUIOp>(b, dtype, {x, clamped});
  return {emit<arith::SelectOp>(b, dtype,
                                {isLarge, makeFullLike(b, x, 0.0), shifted})};
}

static constexpr ArrayOp kRows[] = {
    {"bitwise_left_shift(x, y)", "x shifted by y bits to the left.", "",
     shift<arith::ShLIOp>},
    {"bitwise_right_shift(x, y)",
     "x shifted by y bits to the right. The sign is kept.", "",
     shift<arith::ShRSIOp>},
    {"ceil(x)", "The least integer that is not less than x.", "0",
     roundBy<math::CeilOp>},
    {"copysign(x, y)", "|x| with the sign of y.",
     "sign(x) sign(y) dx; 0 at x = 0.", copysign},
    {"floor(x)", "The largest integer that does not exceed x.", "0",
     roundBy<math::FloorOp>},
    {"floor_divide(x, y)", "x / y, rounded down. An integer divided by 0 is 0.",
     "0", floorDivide},
    {"fmod(x, y)",
     "x - trunc(x / y) y, which has the sign of x, for floats. NaN for y = 0.",
     "dx - trunc(x / y) dy", fmod},
    {"integer_pow(x, *, n: int)",
     "x to the power of n by multiplications: 1 for n = 0.",
     "n x^(n-1) dx; 0 for n = 0.", integerPow},
    {"nan_to_num(x, *, nan: float = 0, posinf: float? = None, neginf: float? = "
     "None)",
     "x with NaN and infinities replaced; without a number for infinities, by "
     "the largest and smallest finite number.",
     "dx where x is finite, otherwise 0.", nanToNum},
    {"pow(x, y)", "x to the power of y.",
     "y x^(y-1) dx + ln(x) x^y dy; 0 for dx at y = 0, and for dy at x = 0.",
     pow},
    {"remainder(x, y)",
     "x - floor(x / y) y, which has the sign of y. 0 for an integer and y = 0.",
     "dx - floor(x / y) dy", remainder},
    {"round(x)", "The nearest integer, ties to even.", "0",
     roundBy<math::RoundEvenOp>},
    {"signbit(x)", "True for a negative float, also for -0.", "", signbit},
    {"trunc(x)", "x, rounded to zero.", "0", roundBy<math::TruncOp>},
};

ArrayRef<ArrayOp> sg::array::getFloatOps() { return kRows; }
