//===- Expr.cpp - Expressions over the operands of an op ------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Rules/Expr.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "sg/Dialect/Grad/IR/TangentType.h"
#include <cmath>

using namespace mlir;
using namespace sg::grad;
using namespace sg::rules;
using Kind = Expr::Kind;

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

Expr::Expr(double constant)
    : node(std::make_shared<ExprNode>(ExprNode{Kind::Constant, 0, constant})) {}

Expr Expr::leaf(unsigned index) {
  return Expr(std::make_shared<ExprNode>(ExprNode{Kind::Leaf, index}));
}

Expr Expr::make(Kind kind, ArrayRef<Expr> operands) {
  ExprNode node{kind};
  node.operands.append(operands.begin(), operands.end());
  return Expr(std::make_shared<ExprNode>(std::move(node)));
}

Expr::Kind Expr::kind() const { return node->kind; }
ArrayRef<Expr> Expr::operands() const { return node->operands; }

bool Expr::isConstant(double value) const {
  return kind() == Kind::Constant && node->constant == value;
}

bool Expr::mentions(double value) const {
  return isConstant(value) || llvm::any_of(operands(), [&](const Expr &e) {
           return e.mentions(value);
         });
}

bool Expr::isSameAs(const Expr &other) const {
  if (node == other.node)
    return true;
  return kind() == other.kind() && node->leaf == other.node->leaf &&
         node->constant == other.node->constant &&
         llvm::all_of_zip(
             operands(), other.operands(),
             [](const Expr &a, const Expr &b) { return a.isSameAs(b); });
}

static bool areConstant(const Expr &a, const Expr &b) {
  return a.kind() == Kind::Constant && b.kind() == Kind::Constant;
}

namespace sg::rules {

Expr operator+(Expr a, Expr b) {
  if (areConstant(a, b))
    return (*a).constant + (*b).constant;
  if (a.isConstant(0))
    return b;
  if (b.isConstant(0))
    return a;
  if (a.kind() == Kind::Select && b.kind() == Kind::Select &&
      a.operands()[0].isSameAs(b.operands()[0]))
    return select(a.operands()[0], a.operands()[1] + b.operands()[1],
                  a.operands()[2] + b.operands()[2]);
  if (b.kind() == Kind::Neg)
    return a - b.operands()[0];
  return Expr::make(Kind::Add, {a, b});
}

Expr operator-(Expr a, Expr b) {
  if (areConstant(a, b))
    return (*a).constant - (*b).constant;
  if (b.isConstant(0))
    return a;
  if (a.isConstant(0))
    return -b;
  return Expr::make(Kind::Sub, {a, b});
}

Expr operator*(Expr a, Expr b) {
  if (areConstant(a, b))
    return (*a).constant * (*b).constant;
  if (a.isConstant(0) || b.isConstant(0))
    return 0.0;
  if (a.isConstant(1))
    return b;
  if (b.isConstant(1))
    return a;
  if (a.isConstant(-1))
    return -b;
  if (b.isConstant(-1))
    return -a;
  if (b.kind() == Kind::Select)
    return select(b.operands()[0], a * b.operands()[1], a * b.operands()[2]);
  if (a.kind() == Kind::Select)
    return select(a.operands()[0], a.operands()[1] * b, a.operands()[2] * b);
  if (b.kind() == Kind::Neg)
    return -(a * b.operands()[0]);
  if (b.kind() == Kind::Div && b.operands()[0].isConstant(1))
    return a / b.operands()[1];
  // For b = (1 / c) * d, build (a / c) * d, because d / c may overflow.
  if (b.kind() == Kind::Mul && b.operands()[0].kind() == Kind::Div &&
      b.operands()[0].operands()[0].isConstant(1))
    return (a * b.operands()[0]) * b.operands()[1];
  return Expr::make(Kind::Mul, {a, b});
}

Expr operator/(Expr a, Expr b) {
  if (areConstant(a, b))
    return (*a).constant / (*b).constant;
  if (b.isConstant(1))
    return a;
  return Expr::make(Kind::Div, {a, b});
}

Expr operator-(Expr a) {
  if (a.kind() == Kind::Neg)
    return a.operands()[0];
  if (a.kind() == Kind::Constant)
    return -(*a).constant;
  return Expr::make(Kind::Neg, {a});
}

Expr operator>(Expr a, Expr b) { return Expr::make(Kind::Greater, {a, b}); }
Expr operator<(Expr a, Expr b) { return b > a; }
Expr operator&&(Expr a, Expr b) { return Expr::make(Kind::And, {a, b}); }
Expr operator||(Expr a, Expr b) { return Expr::make(Kind::Or, {a, b}); }
Expr equal(Expr a, Expr b) { return Expr::make(Kind::Equal, {a, b}); }
Expr isNaN(Expr a) { return Expr::make(Kind::IsNaN, {a}); }
Expr select(Expr condition, Expr a, Expr b) {
  return Expr::make(Kind::Select, {condition, a, b});
}

Expr abs(Expr a) { return Expr::make(Kind::Abs, {a}); }
Expr copysign(Expr magnitude, Expr sign) {
  return Expr::make(Kind::CopySign, {magnitude, sign});
}
Expr cos(Expr a) { return Expr::make(Kind::Cos, {a}); }
Expr cosh(Expr a) { return Expr::make(Kind::Cosh, {a}); }
Expr exp(Expr a) { return Expr::make(Kind::Exp, {a}); }
Expr log(Expr a) { return Expr::make(Kind::Log, {a}); }
Expr pow(Expr base, Expr exponent) {
  return Expr::make(Kind::Pow, {base, exponent});
}
Expr powDecremented(Expr base, Expr exponent) {
  return Expr::make(Kind::PowDecremented, {base, exponent});
}
Expr roundEven(Expr a) { return Expr::make(Kind::RoundEven, {a}); }
Expr sin(Expr a) { return Expr::make(Kind::Sin, {a}); }
Expr sinh(Expr a) { return Expr::make(Kind::Sinh, {a}); }
Expr sqrt(Expr a) { return Expr::make(Kind::Sqrt, {a}); }
Expr toFloat(Expr integer) { return Expr::make(Kind::ToFloat, {integer}); }

} // namespace sg::rules

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

double Expr::evaluate(ArrayRef<double> leaves) const {
  auto at = [&](unsigned i) { return operands()[i].evaluate(leaves); };
  switch (kind()) {
  case Kind::Leaf:
    return leaves[node->leaf];
  case Kind::Constant:
    return node->constant;
  case Kind::Add:
    return at(0) + at(1);
  case Kind::Sub:
    return at(0) - at(1);
  case Kind::Mul:
    return at(0) * at(1);
  case Kind::Div:
    return at(0) / at(1);
  case Kind::Neg:
    return -at(0);
  case Kind::Abs:
    return std::fabs(at(0));
  case Kind::CopySign:
    return std::copysign(at(0), at(1));
  case Kind::Cos:
    return std::cos(at(0));
  case Kind::Cosh:
    return std::cosh(at(0));
  case Kind::Exp:
    return std::exp(at(0));
  case Kind::Log:
    return std::log(at(0));
  case Kind::Pow:
    return std::pow(at(0), at(1));
  case Kind::PowDecremented:
    return std::pow(at(0), at(1) == 0 ? 0 : at(1) - 1);
  case Kind::RoundEven:
    return std::nearbyint(at(0)); // in the default rounding mode
  case Kind::Sin:
    return std::sin(at(0));
  case Kind::Sinh:
    return std::sinh(at(0));
  case Kind::Sqrt:
    return std::sqrt(at(0));
  case Kind::And:
    return at(0) != 0 && at(1) != 0;
  case Kind::Or:
    return at(0) != 0 || at(1) != 0;
  case Kind::Equal:
    return at(0) == at(1);
  case Kind::Greater:
    return at(0) > at(1);
  case Kind::IsNaN:
    return std::isnan(at(0));
  case Kind::Select:
    return at(0) != 0 ? at(1) : at(2);
  case Kind::ToFloat:
    return at(0);
  }
  return 0;
}

unsigned Expr::countRoundings() const {
  auto at = [&](unsigned i) { return operands()[i].countRoundings(); };
  if (kind() == Kind::Select)
    return std::max(at(1), at(2));
  unsigned count = 0;
  for (const Expr &operand : operands())
    count += operand.countRoundings();
  switch (kind()) {
  case Kind::Leaf:
  case Kind::Constant:
  case Kind::Neg:
  case Kind::Abs:
  case Kind::CopySign:
    return count;
  case Kind::And:
  case Kind::Or:
  case Kind::Equal:
  case Kind::Greater:
  case Kind::IsNaN:
    return 0;
  default:
    return count + 1;
  }
}

//===----------------------------------------------------------------------===//
// Emitting
//===----------------------------------------------------------------------===//

Value ExprEmitter::emit(const Expr &expr) {
  const ExprNode &node = *expr;
  if (node.kind == Kind::Leaf) {
    Value &value = leaves[node.leaf];
    if (!value)
      value = leaf(node.leaf);
    return value;
  }
  if (node.kind == Kind::Constant)
    return constant(node.constant);
  SmallVector<Value, 3> operands;
  for (const Expr &operand : node.operands)
    operands.push_back(emit(operand));
  for (const Emitted &known : emitted)
    if (known.kind == node.kind && known.operands == operands)
      return known.value;
  Value value = create(node.kind, operands);
  emitted.push_back({node.kind, operands, value});
  return value;
}

Value ExprEmitter::constant(double value) {
  for (auto [known, created] : constants)
    if (known == value)
      return created;
  Type element = getElementTypeOrSelf(type);
  Value created = constant(b.getFloatAttr(element, value), type);
  constants.emplace_back(value, created);
  return created;
}

/// Builds a constant with the shape of `type`.
Value ExprEmitter::constant(TypedAttr element, Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  if (shaped && shaped.hasStaticShape())
    return arith::ConstantOp::create(b, loc,
                                     DenseElementsAttr::get(shaped, element));
  Value scalar = arith::ConstantOp::create(b, loc, element);
  if (!shaped)
    return scalar;
  if (dynamicSizes.empty())
    for (auto [dim, size] : llvm::enumerate(shaped.getShape()))
      if (ShapedType::isDynamic(size))
        dynamicSizes.push_back(tensor::DimOp::create(b, loc, shape, dim));
  return tensor::SplatOp::create(b, loc, type, scalar, dynamicSizes);
}

/// Returns true if an element of the constant `constant` may equal `number`.
static bool mayContain(Attribute constant, const APInt &number) {
  if (auto integer = dyn_cast<IntegerAttr>(constant))
    return integer.getValue() == number;
  auto elements = dyn_cast<DenseIntElementsAttr>(constant);
  return !elements || llvm::is_contained(elements.getValues<APInt>(), number);
}

Value ExprEmitter::create(Kind kind, ValueRange x) {
  auto compare = [&](arith::CmpFPredicate predicate) -> Value {
    return arith::CmpFOp::create(b, loc, predicate, x.front(), x.back());
  };
  switch (kind) {
  case Kind::Leaf:
  case Kind::Constant:
    break;
  case Kind::Add:
    return arith::AddFOp::create(b, loc, x[0], x[1]);
  case Kind::Sub:
    return arith::SubFOp::create(b, loc, x[0], x[1]);
  case Kind::Mul:
    return arith::MulFOp::create(b, loc, x[0], x[1]);
  case Kind::Div:
    return arith::DivFOp::create(b, loc, x[0], x[1]);
  case Kind::Neg:
    return arith::NegFOp::create(b, loc, x[0]);
  case Kind::Abs:
    return math::AbsFOp::create(b, loc, x[0]);
  case Kind::CopySign:
    return math::CopySignOp::create(b, loc, x[0], x[1]);
  case Kind::Cos:
    return math::CosOp::create(b, loc, x[0]);
  case Kind::Cosh:
    return math::CoshOp::create(b, loc, x[0]);
  case Kind::Exp:
    return math::ExpOp::create(b, loc, x[0]);
  case Kind::Log:
    return math::LogOp::create(b, loc, x[0]);
  case Kind::Pow:
    return math::PowFOp::create(b, loc, x[0], x[1]);
  case Kind::PowDecremented: {
    Type integers = x[1].getType();
    Type integer = getElementTypeOrSelf(integers);
    Value zero = constant(b.getIntegerAttr(integer, 0), integers);
    Value isZero =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, x[1], zero);
    Value one = constant(b.getIntegerAttr(integer, 1), integers);
    Value decremented = arith::SubIOp::create(b, loc, x[1], one);
    Value exponent = arith::SelectOp::create(b, loc, isZero, zero, decremented);
    // The decrement of the smallest integer wraps around. Emit x^n / x for that
    // exponent.
    Attribute known;
    auto smallest = APInt::getSignedMinValue(
        integer.isIndex() ? IndexType::kInternalStorageBitWidth
                          : integer.getIntOrFloatBitWidth());
    if (matchPattern(x[1], m_Constant(&known)) && !mayContain(known, smallest))
      return math::FPowIOp::create(b, loc, x[0], exponent);
    Value smallestValue =
        constant(b.getIntegerAttr(integer, smallest), integers);
    Value isSmallest = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                             x[1], smallestValue);
    exponent = arith::SelectOp::create(b, loc, isSmallest, x[1], exponent);
    Value power = math::FPowIOp::create(b, loc, x[0], exponent);
    Value unit = constant(1.0);
    Value divisor = arith::SelectOp::create(b, loc, isSmallest, x[0], unit);
    return arith::DivFOp::create(b, loc, power, divisor);
  }
  case Kind::RoundEven:
    return math::RoundEvenOp::create(b, loc, x[0]);
  case Kind::Sin:
    return math::SinOp::create(b, loc, x[0]);
  case Kind::Sinh:
    return math::SinhOp::create(b, loc, x[0]);
  case Kind::Sqrt:
    return math::SqrtOp::create(b, loc, x[0]);
  case Kind::And:
    return arith::AndIOp::create(b, loc, x[0], x[1]);
  case Kind::Or:
    return arith::OrIOp::create(b, loc, x[0], x[1]);
  case Kind::Equal:
    return compare(arith::CmpFPredicate::OEQ);
  case Kind::Greater:
    return compare(arith::CmpFPredicate::OGT);
  case Kind::IsNaN:
    return compare(arith::CmpFPredicate::UNO);
  case Kind::Select:
    return arith::SelectOp::create(b, loc, x[0], x[1], x[2]);
  case Kind::ToFloat: {
    Value integers = x[0];
    if (getElementTypeOrSelf(integers).isIndex())
      integers = arith::IndexCastOp::create(
          b, loc, withElementType(integers.getType(), b.getI64Type()),
          integers);
    return arith::SIToFPOp::create(b, loc, type, integers);
  }
  }
  return {};
}
