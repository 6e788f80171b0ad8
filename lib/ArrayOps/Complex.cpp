//===- Complex.cpp - Parts of complex numbers -----------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The arithmetic of complex numbers is in the sections of the real operations.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Complex/IR/Complex.h"
#include "Elements.h"
#include "Sections.h"

using namespace mlir;
using namespace sg::array;

/// Builds a part of complex numbers. A real number is its real part.
template <typename Op>
static Arrays part(const ArrayOpCall &call) {
  const Array &x = call[0];
  DType dtype = x.getDType();
  if (isComplex(dtype))
    return {emitScalar<Op>(call.b, getRealType(dtype), {x})};
  if (dtype == DType::Bool)
    return refuseType(call, x);
  if (std::is_same_v<Op, complex::ReOp>)
    return {x};
  return {makeFullLike(call.b, x, 0.0)};
}

static Arrays conj(const ArrayOpCall &call) {
  const Array &x = call[0];
  if (isComplex(x.getDType()))
    return {emitScalar<complex::ConjOp>(call.b, x.getDType(), {x})};
  if (x.getDType() == DType::Bool)
    return refuseType(call, x);
  return {x};
}

static Arrays makeComplex(const ArrayOpCall &call) {
  FailureOr<Arrays> xs = promoteAndBroadcast(call, [](DType dtype) {
    return dtype == DType::Float32 || dtype == DType::Float64;
  });
  if (failed(xs))
    return {};
  bool isWide = xs->front().getDType() == DType::Float64;
  return {emitScalar<complex::CreateOp>(
      call.b, isWide ? DType::Complex128 : DType::Complex64, *xs)};
}

static constexpr ArrayOp kRows[] = {
    {"conj(x)", "The complex conjugate. A real number is returned unchanged.",
     "dx for a real number.", conj},
    {"imag(x)", "The imaginary part. That of a real number is 0.", "",
     part<complex::ImOp>},
    {"make_complex(real, imag)",
     "The complex number with these parts, which are float32 or float64.", "",
     makeComplex},
    {"real(x)", "The real part. A real number is returned unchanged.",
     "dx for a real number.", part<complex::ReOp>},
};

ArrayRef<ArrayOp> sg::array::getComplexOps() { return kRows; }
