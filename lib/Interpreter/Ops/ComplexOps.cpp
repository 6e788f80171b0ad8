//===- ComplexOps.cpp - Ops on complex numbers ----------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarOps.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include <complex>

using namespace mlir;
using namespace sg::interpreter;

using Complex = std::complex<double>;

static Complex toComplex(const Element &element) {
  return {element.number, element.imaginary};
}

static Element round(const ScalarOp &op, Complex value) {
  Element element = op.round(value.real(), looksExact(value.real()));
  element.imaginary = op.round(value.imag(), looksExact(value.imag())).number;
  return element;
}

/// Adds a row for an op with complex operands and a complex or float result.
template <typename Op, typename Function>
static void addComplexRow(OpTable &table, Function function) {
  constexpr bool isUnary = std::is_invocable_v<Function, Complex>;
  addScalarRow(table, Op::getOperationName(),
               [=](const ScalarOp &op, const Element *in, Element *out) {
                 if constexpr (isUnary)
                   *out = round(op, function(toComplex(in[0])));
                 else
                   *out =
                       round(op, function(toComplex(in[0]), toComplex(in[1])));
                 return nullptr;
               });
}

void sg::interpreter::addComplexOps(OpTable &table) {
  addScalarRow(table, complex::CreateOp::getOperationName(),
               [](const ScalarOp &, const Element *in, Element *out) {
                 *out = in[0];
                 out->imaginary = in[1].number;
                 return nullptr;
               });
  addScalarRow(table, complex::ReOp::getOperationName(),
               [](const ScalarOp &, const Element *in, Element *out) {
                 *out = Element::ofNumber(in[0].number);
                 return nullptr;
               });
  addScalarRow(table, complex::ImOp::getOperationName(),
               [](const ScalarOp &, const Element *in, Element *out) {
                 *out = Element::ofNumber(in[0].imaginary);
                 return nullptr;
               });
  addComplexRow<complex::AbsOp>(table,
                                [](Complex z) { return Complex(std::abs(z)); });
  addComplexRow<complex::AddOp>(table,
                                [](Complex z, Complex w) { return z + w; });
  addComplexRow<complex::SubOp>(table,
                                [](Complex z, Complex w) { return z - w; });
  addComplexRow<complex::MulOp>(table,
                                [](Complex z, Complex w) { return z * w; });
  addComplexRow<complex::DivOp>(table,
                                [](Complex z, Complex w) { return z / w; });
  addComplexRow<complex::NegOp>(table, [](Complex z) { return -z; });
  addComplexRow<complex::ConjOp>(table, [](Complex z) { return std::conj(z); });
  addComplexRow<complex::ExpOp>(table, [](Complex z) { return std::exp(z); });
  addComplexRow<complex::LogOp>(table, [](Complex z) { return std::log(z); });
  addComplexRow<complex::SqrtOp>(table, [](Complex z) { return std::sqrt(z); });
  addComplexRow<complex::SinOp>(table, [](Complex z) { return std::sin(z); });
  addComplexRow<complex::CosOp>(table, [](Complex z) { return std::cos(z); });
  addComplexRow<complex::TanhOp>(table, [](Complex z) { return std::tanh(z); });
}
