//===- FloatFunctions.h - Maxima and minima of floats -----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_INTERPRETER_OPS_FLOATFUNCTIONS_H
#define SG_LIB_INTERPRETER_OPS_FLOATFUNCTIONS_H

#include <cmath>

namespace sg::interpreter {

/// Returns the larger number. Orders -0 before +0 and ignores a NaN operand.
inline double maximumNumber(double a, double b) {
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) ? b : a;
  if (a == b)
    return std::signbit(a) ? b : a;
  return a > b ? a : b;
}

/// Returns the smaller number. Orders -0 before +0 and ignores a NaN operand.
inline double minimumNumber(double a, double b) {
  return -maximumNumber(-a, -b);
}

/// Returns the larger number. Orders -0 before +0 and propagates NaN.
inline double maximum(double a, double b) {
  return std::isnan(a) || std::isnan(b) ? a + b : maximumNumber(a, b);
}
inline double minimum(double a, double b) {
  return std::isnan(a) || std::isnan(b) ? a + b : minimumNumber(a, b);
}

} // namespace sg::interpreter

#endif // SG_LIB_INTERPRETER_OPS_FLOATFUNCTIONS_H
