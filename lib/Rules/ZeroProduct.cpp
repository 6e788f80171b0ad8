//===- ZeroProduct.cpp - Zero times infinity ------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Rules/ZeroProduct.h"
#include "mlir/IR/TypeUtilities.h"
#include <cmath>

using namespace mlir;
using namespace sg::grad;
using namespace sg::rules;
using Kind = Expr::Kind;

namespace {
class Product {
public:
  Product(const Expr &derivative, Type type, ZeroProducts zeros,
          function_ref<KnownFloats(unsigned)> known)
      : derivative(derivative), derivativeFloats(knownOf(derivative, known)),
        type(cast<FloatType>(getElementTypeOrSelf(type))), zeros(zeros),
        known(known) {}

  /// Multiplies the derivative by `partial`: by each branch of a select
  /// separately, so that an unselected branch contributes no NaN. Constants
  /// need no check.
  Expr multiplyBy(const Expr &partial) const {
    ArrayRef<Expr> x = partial.operands();
    switch (partial.kind()) {
    case Kind::Select:
      return select(x[0], multiplyBy(x[1]), multiplyBy(x[2]));
    case Kind::Neg:
      return -multiplyBy(x[0]);
    case Kind::Constant:
      return derivative * partial;
    default:
      return multiplyWithCheck(partial);
    }
  }

private:
  static KnownFloats knownOf(const Expr &expr,
                             function_ref<KnownFloats(unsigned)> known) {
    auto at = [&](unsigned i) { return knownOf(expr.operands()[i], known); };
    switch (expr.kind()) {
    case Kind::Leaf:
      return known((*expr).leaf);
    case Kind::Constant: {
      double value = (*expr).constant;
      return {std::isfinite(value), value != 0, !std::isfinite(value)};
    }
    case Kind::Neg:
    case Kind::Abs:
    case Kind::CopySign:
      return at(0);
    case Kind::Cos:
    case Kind::Sin:
      return {at(0).areFinite};
    case Kind::Add:
    case Kind::Sub:
    case Kind::Mul:
      return {false, false, at(0).someInfinite || at(1).someInfinite};
    case Kind::Div:
      return {false, false, at(0).someInfinite};
    default:
      return {};
    }
  }

  /// Returns the condition that `partial` is zero. For a reciprocal, tests
  /// whether the divisor is infinite, to avoid a second division.
  Expr isZero(const Expr &partial) const {
    if (partial.kind() == Kind::Div && partial.operands()[0].isConstant(1) &&
        APFloat::semanticsHasInf(type.getFloatSemantics()))
      return equal(abs(partial.operands()[1]), HUGE_VAL);
    return equal(partial, 0.0);
  }

  Expr multiplyWithCheck(const Expr &partial) const {
    KnownFloats partialFloats = knownOf(partial, known);
    bool isStrong = zeros == ZeroProducts::Strong;
    bool mayBeZeroDerivative = !derivativeFloats.areNonZero &&
                               (isStrong ? !partialFloats.areFinite
                                         : zeros == ZeroProducts::Constants &&
                                               partialFloats.someInfinite);
    bool mayBeZeroPartial =
        isStrong && !derivativeFloats.areFinite && !partialFloats.areNonZero;
    Expr product = derivative * partial;
    if (!mayBeZeroDerivative && !mayBeZeroPartial)
      return product;
    Expr hasZeroFactor = equal(derivative, 0.0);
    if (mayBeZeroPartial)
      hasZeroFactor = mayBeZeroDerivative ? hasZeroFactor || isZero(partial)
                                          : isZero(partial);
    return select(isNaN(product) && hasZeroFactor, 0.0, product);
  }

  const Expr &derivative;
  KnownFloats derivativeFloats;
  FloatType type;
  ZeroProducts zeros;
  function_ref<KnownFloats(unsigned)> known;
};
} // namespace

Expr sg::rules::multiplyByPartial(const Expr &derivative, const Expr &partial,
                                  Type type, ZeroProducts zeros,
                                  function_ref<KnownFloats(unsigned)> known) {
  return Product(derivative, type, zeros, known).multiplyBy(partial);
}

Value sg::rules::multiplyValues(OpBuilder &builder, Location loc, Value a,
                                Value b, ZeroProducts zeros) {
  Expr product =
      multiplyByPartial(Expr::leaf(0), Expr::leaf(1), a.getType(), zeros,
                        [](unsigned) { return KnownFloats(); });
  ExprEmitter emitter(builder, loc, a.getType(), a,
                      [&](unsigned leaf) { return leaf == 0 ? a : b; });
  return emitter.emit(product);
}
