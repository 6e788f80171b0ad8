//===- Compositions.h - Functions composed of operations --------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_BUILDER_COMPOSITIONS_H
#define SG_BUILDER_COMPOSITIONS_H

#include "sg/Builder/Operations.h"

namespace sg {
inline namespace builder {

/// Returns an array with the type of `x` whose elements are all `value`.
inline Array fullLike(const Array &x, double value,
                      SourceLocation location = SourceLocation::current()) {
  Operand number = value;
  DType dtype = x.getDType(location);
  SGValue scalar = number.getValue(x.getBuilder(), &dtype, location);
  return broadcastTo(Array(x.getBuilder(), scalar), x.getShape(location),
                     location);
}

/// Returns exp(x) divided by its sum along an axis. The maximum is subtracted
/// first, with a stopped gradient, so that exp does not overflow.
inline Array softmax(const Array &x, int64_t axis = -1,
                     SourceLocation location = SourceLocation::current()) {
  Array largest = stopGradient(max(x, axis, /*keepdims=*/true, location),
                               /*name=*/{}, location);
  Array powers = exp(subtract(x, largest, location), location);
  return divide(powers,
                sum(powers, axis, /*dtype=*/{}, /*keepdims=*/true, location),
                location);
}

/// Returns the logarithm of the sum of exp(x) along axes, without overflow.
inline Array logsumexp(const Array &x, const Integers &axis = {},
                       bool keepdims = false,
                       SourceLocation location = SourceLocation::current()) {
  Array largest = stopGradient(max(x, axis, /*keepdims=*/true, location),
                               /*name=*/{}, location);
  Array finite = where(isfinite(largest, location), largest, 0.0, location);
  Array powers = exp(subtract(x, finite, location), location);
  Array total = sum(powers, axis, /*dtype=*/{}, /*keepdims=*/true, location);
  Array result = add(log(total, location), finite, location);
  if (keepdims)
    return result;
  Integers axes = axis;
  for (int32_t i = 0; axis.isDefault && i < x.getRank(location); ++i)
    axes.list.push_back(i);
  return squeeze(result, axes, location);
}

/// Returns x - logsumexp(x) along an axis.
inline Array logSoftmax(const Array &x, int64_t axis = -1,
                        SourceLocation location = SourceLocation::current()) {
  return subtract(x, logsumexp(x, axis, /*keepdims=*/true, location), location);
}

} // namespace builder
} // namespace sg

#endif // SG_BUILDER_COMPOSITIONS_H
