//===- Bits.cpp - The bits of elements ------------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sections.h"
#include "Terms.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sg::array;

static Term bitcastTo(const Term &x, DType dtype) {
  return Term::apply("bitcast", {x}, {{"dtype", dtype}});
}

static Arrays bitcast(const ArrayOpCall &call) {
  ArrayBuilder &b = call.b;
  Array x = call[0];
  DType from = x.getDType(), to = call.get<DType>("dtype");
  for (DType dtype : {from, to})
    if (dtype == DType::Bool || dtype == DType::Index || isComplex(dtype))
      return call.fail(getName(dtype) + " is not supported");
  if (getBitWidth(from) != getBitWidth(to))
    return call.fail(getName(to) + " has not the size of " + getName(from));
  if (from == to || (isInteger(from) && isInteger(to)))
    return {isInteger(from) ? convert(b, x, to) : x};
  if (isFloat(from))
    x = apply(b, "stop_gradient", {x});
  return {x ? emit<arith::BitcastOp>(b, to, {x}) : Array()};
}

static Arrays nextafter(const ArrayOpCall &call) {
  FailureOr<Arrays> xs = promoteAndBroadcast(call);
  if (failed(xs))
    return {};
  ArrayBuilder &b = call.b;
  DType dtype = xs->front().getDType();
  if (!isFloat(dtype) || getBitWidth(dtype) < 16)
    return refuseType(call, xs->front());
  DType word = *findUnsigned(getBitWidth(dtype));
  return b.callWithRule(
      call.name, *xs,
      [&](ArrayRef<Array> primals) -> Arrays {
        // The bits of floats of one sign are in the order of their magnitudes.
        Term x(b, primals[0]), y(b, primals[1]);
        Term bits = bitcastTo(x, word);
        Term isUp = Term::apply("equal", {x < y, x > 0.0});
        Term next = bitcastTo(select(isUp, bits + 1.0, bits - 1.0), dtype);
        Term least = bitcastTo(bits.like(1.0), dtype);
        Term fromZero = Term::apply("copysign", {least, y});
        Term result = select(x == 0.0, fromZero, next);
        result = select(x == y, y, result);
        return {select(isNaN(x) || isNaN(y), x + y, result).get()};
      },
      [&](ArrayRef<Array>, ArrayRef<Array>,
          ArrayRef<Array> tangents) -> Arrays { return {tangents[0]}; });
}

static constexpr ArrayOp kRows[] = {
    {"bitcast(x, dtype: dtype)",
     "The bits of the elements as a type of the same size.", "0", bitcast},
    {"nextafter(x, y)",
     "The float after x in the direction of y. y if x equals y.", "dx",
     nextafter},
};

ArrayRef<ArrayOp> sg::array::getBitOps() { return kRows; }
