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
      : derivative(derivative), ofDerivative(knownOf(derivative, known)),
        type(cast<FloatType>(getElementTypeOrSelf(type))), zeros(zeros),
        known(known) {}

  /// Multiplies the derivative by `partial`. The derivative moves into the
  /// branches of selects, so that an unselected branch contributes no NaN. A
  /// constant factor needs no check.
  Expr with(const Expr &partial) const {
    ArrayRef<Expr> x = partial.operands();
    switch (partial.kind()) {
    case Kind::Select:
      return select(x[0], with(x[1]), with(x[2]));
    case Kind::Neg:
      return -with(x[0]);
    case Kind::Constant:
      return derivative * partial;
    default:
      return guard(partial);
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

  /// Returns the condition that `partial` is zero. For a reciprocal, tests if
  /// the divisor is infinite, which saves a second division.
  Expr isZero(const Expr &partial) const {
    if (partial.kind() == Kind::Div && partial.operands()[0].isConstant(1) &&
        APFloat::semanticsHasInf(type.getFloatSemantics()))
      return equal(abs(partial.operands()[1]), HUGE_VAL);
    return equal(partial, 0.0);
  }

  Expr guard(const Expr &partial) const {
    KnownFloats ofPartial = knownOf(partial, known);
    bool isStrong = zeros == ZeroProducts::Strong;
    bool mayVanish =
        !ofDerivative.areNonZero &&
        (isStrong ? !ofPartial.areFinite
                  : zeros == ZeroProducts::Constants && ofPartial.someInfinite);
    bool mayBeCut =
        isStrong && !ofDerivative.areFinite && !ofPartial.areNonZero;
    Expr product = derivative * partial;
    if (!mayVanish && !mayBeCut)
      return product;
    Expr isZeroed = equal(derivative, 0.0);
    if (mayBeCut)
      isZeroed = mayVanish ? isZeroed || isZero(partial) : isZero(partial);
    return select(isNaN(product) && isZeroed, 0.0, product);
  }

  const Expr &derivative;
  KnownFloats ofDerivative;
  FloatType type;
  ZeroProducts zeros;
  function_ref<KnownFloats(unsigned)> known;
};
} // namespace

Expr sg::rules::multiplyByPartial(const Expr &derivative, const Expr &partial,
                                  Type type, ZeroProducts zeros,
                                  function_ref<KnownFloats(unsigned)> known) {
  return Product(derivative, type, zeros, known).with(partial);
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
