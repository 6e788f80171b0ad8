//===- Terms.cpp - Expressions on floats and their bits -------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TermNode.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace sg::approximate;

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

static std::shared_ptr<const TermNode> share(TermNode node) {
  return std::make_shared<const TermNode>(std::move(node));
}

Term Term::leaf(Value value) {
  Type element = getElementTypeOrSelf(value);
  TermNode node{element};
  node.leaf = value;
  return Term(share(std::move(node)), 0, element);
}

Term Term::parameter(Type element) {
  return Term(share({element}), 0, element);
}

Term Term::constant(Type element, double value) {
  TermNode node{element};
  if (isa<FloatType>(element))
    node.constant = FloatAttr::get(element, value);
  else
    node.constant = IntegerAttr::get(element, static_cast<int64_t>(value));
  return Term(share(std::move(node)), 0, element);
}

Term Term::constant(Type element, const APInt &value) {
  TermNode node{element};
  node.constant = IntegerAttr::get(element, value);
  return Term(share(std::move(node)), 0, element);
}

Term Term::make(StringRef op, Type element, ArrayRef<Term> operands,
                NamedAttrList attributes, unsigned numResults,
                unsigned resultIndex) {
  TermNode node{element, op.str()};
  node.operands.append(operands.begin(), operands.end());
  node.attributes = std::move(attributes);
  node.numResults = numResults;
  return Term(share(std::move(node)), resultIndex, element);
}

template <typename Op>
static Term make(ArrayRef<Term> operands, Type element = {}) {
  return Term::make(Op::getOperationName(),
                    element ? element : operands[0].type(), operands);
}

template <typename OfFloats, typename OfIntegers>
static Term makeEither(Term a, Term b) {
  return a.isFloat() ? make<OfFloats>({a, b}) : make<OfIntegers>({a, b});
}

static Term constantLike(const Term &other, double value) {
  return Term::constant(other.type(), value);
}

template <typename Predicate>
static Term compare(StringRef op, Predicate predicate, Term a, Term b) {
  MLIRContext *context = a.type().getContext();
  NamedAttrList attributes;
  // The predicates of arith.cmpf and arith.cmpi are 64-bit integer attributes.
  attributes.set("predicate",
                 IntegerAttr::get(IntegerType::get(context, 64),
                                  static_cast<int64_t>(predicate)));
  return Term::make(op, IntegerType::get(context, 1), {a, b}, attributes);
}

static Term compare(arith::CmpFPredicate ofFloats,
                    arith::CmpIPredicate ofIntegers, Term a, Term b) {
  return a.isFloat()
             ? compare(arith::CmpFOp::getOperationName(), ofFloats, a, b)
             : compare(arith::CmpIOp::getOperationName(), ofIntegers, a, b);
}

namespace sg::approximate {

Term operator+(Term a, Term b) {
  return makeEither<arith::AddFOp, arith::AddIOp>(a, b);
}
Term operator-(Term a, Term b) {
  return makeEither<arith::SubFOp, arith::SubIOp>(a, b);
}
Term operator*(Term a, Term b) {
  return makeEither<arith::MulFOp, arith::MulIOp>(a, b);
}
Term operator/(Term a, Term b) {
  return makeEither<arith::DivFOp, arith::DivUIOp>(a, b);
}
Term operator-(Term a) {
  return a.isFloat() ? make<arith::NegFOp>({a}) : constantLike(a, 0) - a;
}
Term operator+(Term a, double b) { return a + constantLike(a, b); }
Term operator-(Term a, double b) { return a - constantLike(a, b); }
Term operator*(Term a, double b) { return a * constantLike(a, b); }
Term operator/(double a, Term b) { return constantLike(b, a) / b; }

Term operator<(Term a, Term b) {
  return compare(arith::CmpFPredicate::OLT, arith::CmpIPredicate::slt, a, b);
}
Term operator>(Term a, Term b) {
  return compare(arith::CmpFPredicate::OGT, arith::CmpIPredicate::sgt, a, b);
}
Term operator<(Term a, double b) { return a < constantLike(a, b); }
Term operator>(Term a, double b) { return a > constantLike(a, b); }
Term operator>=(Term a, double b) {
  return compare(arith::CmpFPredicate::OGE, arith::CmpIPredicate::sge, a,
                 constantLike(a, b));
}
Term equal(Term a, Term b) {
  return compare(arith::CmpFPredicate::OEQ, arith::CmpIPredicate::eq, a, b);
}
Term equal(Term a, double b) { return equal(a, constantLike(a, b)); }
Term isNaN(Term a) {
  return compare(arith::CmpFPredicate::UNO, arith::CmpIPredicate::ne, a, a);
}
Term isBelow(Term a, Term b) {
  return compare(arith::CmpIOp::getOperationName(), arith::CmpIPredicate::ult,
                 a, b);
}

Term operator&(Term a, Term b) { return make<arith::AndIOp>({a, b}); }
Term operator|(Term a, Term b) { return make<arith::OrIOp>({a, b}); }
Term operator^(Term a, Term b) { return make<arith::XOrIOp>({a, b}); }
Term operator!(Term condition) {
  return condition ^ Term::constant(condition.type(), APInt(1, 1));
}
Term operator&(Term a, uint64_t b) {
  unsigned width = a.type().getIntOrFloatBitWidth();
  return a & Term::constant(a.type(), APInt(width, b));
}
Term operator<<(Term a, Term b) { return make<arith::ShLIOp>({a, b}); }
Term operator<<(Term a, unsigned b) { return a << constantLike(a, b); }
Term shiftRight(Term a, Term b) { return make<arith::ShRUIOp>({a, b}); }
Term shiftRight(Term a, unsigned b) {
  return shiftRight(a, constantLike(a, b));
}
Term shiftRightSigned(Term a, unsigned b) {
  return make<arith::ShRSIOp>({a, constantLike(a, b)});
}
Term multiplyHigh(Term a, Term b) {
  return Term::make(arith::MulUIExtendedOp::getOperationName(), a.type(),
                    {a, b}, {}, /*numResults=*/2, /*resultIndex=*/1);
}

Term select(Term condition, Term a, Term b) {
  return make<arith::SelectOp>({condition, a, b}, a.type());
}
Term select(Term condition, double a, Term b) {
  return select(condition, constantLike(b, a), b);
}
Term select(Term condition, Term a, double b) {
  return select(condition, a, constantLike(a, b));
}
Term select(Term condition, double a, double b, Type element) {
  return select(condition, Term::constant(element, a),
                Term::constant(element, b));
}

Term abs(Term a) { return make<math::AbsFOp>({a}); }
Term copysign(Term magnitude, Term sign) {
  return make<math::CopySignOp>({magnitude, sign});
}
Term fma(Term a, Term b, Term c) { return make<math::FmaOp>({a, b, c}); }
Term sqrt(Term a) { return make<math::SqrtOp>({a}); }
Term trunc(Term a) { return make<math::TruncOp>({a}); }

Term bitcast(Term a, Type element) {
  return make<arith::BitcastOp>({a}, element);
}
Term toFloat(Term a, Type element) {
  return make<arith::SIToFPOp>({a}, element);
}
Term toFloatUnsigned(Term a, Type element) {
  return make<arith::UIToFPOp>({a}, element);
}
Term toInteger(Term a, Type element) {
  return make<arith::FPToSIOp>({a}, element);
}
Term resize(Term a, Type element) {
  unsigned from = a.type().getIntOrFloatBitWidth();
  unsigned to = element.getIntOrFloatBitWidth();
  if (from == to)
    return a;
  return from < to ? make<arith::ExtSIOp>({a}, element)
                   : make<arith::TruncIOp>({a}, element);
}
Term convert(Term a, Type element) {
  unsigned from = a.type().getIntOrFloatBitWidth();
  return from < element.getIntOrFloatBitWidth()
             ? make<arith::ExtFOp>({a}, element)
             : make<arith::TruncFOp>({a}, element);
}

SmallVector<Term>
computeWhere(Term condition, ArrayRef<Term> defaults, ArrayRef<Term> inputs,
             std::function<SmallVector<Term>(ArrayRef<Term>)> body) {
  TermNode node{};
  node.numResults = defaults.size();
  node.operands.push_back(condition);
  node.operands.append(defaults.begin(), defaults.end());
  node.operands.append(inputs.begin(), inputs.end());
  for (const Term &input : inputs)
    node.parameters.push_back(Term::parameter(input.type()));
  for (const Term &result : body(node.parameters))
    node.body.push_back(result);
  auto shared = share(std::move(node));
  SmallVector<Term> results;
  for (unsigned i = 0; i < defaults.size(); ++i)
    results.push_back(Term(shared, i, defaults[i].type()));
  return results;
}

Term computeWhile(Term value, ArrayRef<Term> inputs,
                  std::function<Term(ArrayRef<Term>)> condition,
                  std::function<Term(ArrayRef<Term>)> body) {
  TermNode node{value.type()};
  node.operands.push_back(value);
  node.operands.append(inputs.begin(), inputs.end());
  for (const Term &operand : node.operands)
    node.parameters.push_back(Term::parameter(operand.type()));
  node.condition.push_back(condition(node.parameters));
  node.body.push_back(body(node.parameters));
  return Term(share(std::move(node)), 0, value.type());
}

Term polynomial(ArrayRef<Term> coefficients, Term x) {
  Term sum = coefficients.back();
  for (const Term &coefficient : llvm::reverse(coefficients.drop_back()))
    sum = fma(sum, x, coefficient);
  return sum;
}
Term polynomial(ArrayRef<double> coefficients, Term x) {
  SmallVector<Term> terms;
  for (double coefficient : coefficients)
    terms.push_back(constantLike(x, coefficient));
  return polynomial(terms, x);
}

} // namespace sg::approximate
