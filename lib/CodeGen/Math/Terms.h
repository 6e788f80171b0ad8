//===- Terms.h - Expressions on floats and their bits -----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the functions of ApproximateMath are written in. A term is built without
// IR and emitted in a fixed order, which does not depend on the compiler's
// order of evaluation; it is emitted once, however often it occurs. Its type is
// that of an element, a float, an integer or a condition (i1); what is emitted
// has the shape of the op, a scalar or a vector of one dimension.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_MATH_TERMS_H
#define SG_LIB_CODEGEN_MATH_TERMS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include <functional>
#include <memory>

namespace sg::approximate {

struct TermNode;

class Term {
public:
  Term(std::shared_ptr<const TermNode> node, unsigned result,
       mlir::Type element)
      : node(std::move(node)), result(result), element(element) {}
  /// What is there already; nothing is emitted of it.
  static Term leaf(mlir::Value value);
  /// To be known when the term is emitted.
  static Term parameter(mlir::Type element);
  static Term constant(mlir::Type element, double value);
  static Term constant(mlir::Type element, const llvm::APInt &value);
  /// One result of an op, of `count` results of that type.
  static Term make(llvm::StringRef op, mlir::Type element,
                   llvm::ArrayRef<Term> operands,
                   mlir::NamedAttrList attributes = {}, unsigned count = 1,
                   unsigned result = 0);

  mlir::Type type() const { return element; }
  bool isFloat() const { return llvm::isa<mlir::FloatType>(type()); }

private:
  friend class TermEmitter;
  std::shared_ptr<const TermNode> node;
  unsigned result;
  mlir::Type element;
};

/// Emits terms in the shape of a value.
class TermEmitter {
public:
  TermEmitter(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type shape)
      : b(builder), loc(loc), shape(shape) {}

  mlir::Value emit(const Term &term);

private:
  using Values = llvm::SmallVector<mlir::Value, 1>;

  mlir::Type withShape(mlir::Type element) const;
  Values createValues(const TermNode &node);
  Values createBranch(const TermNode &node);
  Values createLoop(const TermNode &node);

  mlir::OpBuilder &b;
  mlir::Location loc;
  mlir::Type shape;
  llvm::DenseMap<const TermNode *, Values> known;
  llvm::DenseMap<mlir::Attribute, mlir::Value> constants;
};

// Of floats or of integers. A double is a constant of the other
// operand's type.
Term operator+(Term a, Term b);
Term operator-(Term a, Term b);
Term operator*(Term a, Term b);
Term operator/(Term a, Term b);
Term operator-(Term a);
Term operator+(Term a, double b);
Term operator-(Term a, double b);
Term operator*(Term a, double b);
Term operator/(double a, Term b);

// Of floats, false where one is NaN; of integers, with their signs.
Term operator<(Term a, Term b);
Term operator>(Term a, Term b);
Term operator<(Term a, double b);
Term operator>(Term a, double b);
Term operator>=(Term a, double b);
Term equal(Term a, Term b);
Term equal(Term a, double b);

// Of integers or conditions.
Term operator&(Term a, Term b);
Term operator|(Term a, Term b);
Term operator^(Term a, Term b);
Term operator!(Term condition);
Term operator&(Term a, uint64_t b);
Term operator<<(Term a, Term b);
Term operator<<(Term a, unsigned b);
/// Without and with the sign.
Term shiftRight(Term a, Term b);
Term shiftRight(Term a, unsigned b);
Term shiftRightSigned(Term a, unsigned b);
/// The upper half of the product of unsigned integers.
Term multiplyHigh(Term a, Term b);
Term isBelow(Term a, Term b); ///< As unsigned integers.

Term select(Term condition, Term a, Term b);
Term select(Term condition, double a, Term b);
Term select(Term condition, Term a, double b);
Term select(Term condition, double a, double b, mlir::Type element);

Term abs(Term a);
Term copysign(Term magnitude, Term sign);
Term fma(Term a, Term b, Term c);
Term sqrt(Term a);
Term trunc(Term a);
Term isNaN(Term a);

Term bitcast(Term a, mlir::Type element);
/// An integer as a float; a float as an integer, which has to hold it.
Term toFloat(Term a, mlir::Type element);
Term toFloatUnsigned(Term a, mlir::Type element);
Term toInteger(Term a, mlir::Type element);
/// To an integer type of another width, with the sign.
Term resize(Term a, mlir::Type element);
/// To another float type.
Term convert(Term a, mlir::Type element);

/// What `body` makes of `inputs` where the condition holds, else `others`; a
/// branch, for what is rare.
llvm::SmallVector<Term>
computeWhere(Term condition, llvm::ArrayRef<Term> others,
             llvm::ArrayRef<Term> inputs,
             std::function<llvm::SmallVector<Term>(llvm::ArrayRef<Term>)> body);

/// What `body` makes of a value, and of `inputs` behind it, over and over while
/// the condition holds.
Term computeWhile(Term value, llvm::ArrayRef<Term> inputs,
                  std::function<Term(llvm::ArrayRef<Term>)> condition,
                  std::function<Term(llvm::ArrayRef<Term>)> body);

/// c[0] + c[1] x + c[2] x^2 + ...
Term polynomial(llvm::ArrayRef<double> coefficients, Term x);
Term polynomial(llvm::ArrayRef<Term> coefficients, Term x);

} // namespace sg::approximate

#endif // SG_LIB_CODEGEN_MATH_TERMS_H
