//===- Terms.cpp - Formulas over arrays -----------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Terms.h"

using namespace mlir;
using namespace sg::array;

Arrays sg::array::buildFormula(const ArrayOpCall &call, Formula formula) {
  const Array &x = call[0];
  if (!isFloat(x.getDType()))
    return refuseType(call, x);
  return {formula({call.b, x}).get()};
}

Arrays sg::array::buildScalar(const ArrayOpCall &call, StringRef key,
                              Formula formula, Partial partial,
                              std::optional<DType> computed) {
  const Array &x = call[0];
  ArrayBuilder &b = call.b;
  DType dtype = x.getDType();
  if (!isFloat(dtype))
    return refuseType(call, x);
  return b.callWithRule(
      key, {x},
      [&](ArrayRef<Array> primals) -> Arrays {
        Term argument(b, primals[0]);
        return {formula(argument.to(computed.value_or(dtype))).to(dtype).get()};
      },
      [&](ArrayRef<Array> primals, ArrayRef<Array> results,
          ArrayRef<Array> tangents) -> Arrays {
        Term factor = partial({b, primals[0]}, {b, results[0]});
        return {(factor * Term(b, tangents[0])).get()};
      });
}
