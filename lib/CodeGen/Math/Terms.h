//===- Terms.h - Expressions on floats and their bits -----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of ApproximateMath build their results as terms. Building a
// term creates no IR. Shared terms are emitted once. The order of the emitted
// ops does not depend on the order in which the C++ compiler evaluates
// arguments. The type of a term is an element type: a float, an integer or i1.
// The emitted value is a scalar or a one-dimensional vector, as the op
// requires.
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

/// An expression: a reference to one result of a shared node.
class Term {
public:
  Term(std::shared_ptr<const TermNode> node, unsigned resultIndex,
       mlir::Type element)
      : node(std::move(node)), resultIndex(resultIndex), element(element) {}
  static Term leaf(mlir::Value value);
  /// Returns a parameter of a body. Emitting the body binds the parameter to a
  /// value.
  static Term parameter(mlir::Type element);
  static Term constant(mlir::Type element, double value);
  static Term constant(mlir::Type element, const llvm::APInt &value);
  /// Returns one result of an op with `numResults` results of type `element`.
  static Term make(llvm::StringRef op, mlir::Type element,
                   llvm::ArrayRef<Term> operands,
                   mlir::NamedAttrList attributes = {}, unsigned numResults = 1,
                   unsigned resultIndex = 0);

  mlir::Type type() const { return element; }
  bool isFloat() const { return llvm::isa<mlir::FloatType>(type()); }

private:
  friend class TermEmitter;
  std::shared_ptr<const TermNode> node;
  unsigned resultIndex;
  mlir::Type element;
};

/// Emits the ops that compute terms. All values have the shape of the type
/// `shape`.
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
  llvm::DenseMap<const TermNode *, Values> emitted;
  llvm::DenseMap<mlir::Attribute, mlir::Value> constants;
};

// Arithmetic on floats or integers. A `double` operand becomes a constant of
// the other operand's type.
Term operator+(Term a, Term b);
Term operator-(Term a, Term b);
Term operator*(Term a, Term b);
Term operator/(Term a, Term b);
Term operator-(Term a);
Term operator+(Term a, double b);
Term operator-(Term a, double b);
Term operator*(Term a, double b);
Term operator/(double a, Term b);

// Comparisons of floats are false if an operand is NaN. Comparisons of integers
// are signed.
Term operator<(Term a, Term b);
Term operator>(Term a, Term b);
Term operator<(Term a, double b);
Term operator>(Term a, double b);
Term operator>=(Term a, double b);
Term equal(Term a, Term b);
Term equal(Term a, double b);

// Bitwise operations on integers or i1.
Term operator&(Term a, Term b);
Term operator|(Term a, Term b);
Term operator^(Term a, Term b);
Term operator!(Term condition);
Term operator&(Term a, uint64_t b);
Term operator<<(Term a, Term b);
Term operator<<(Term a, unsigned b);
/// Shifts an integer right: `shiftRight` logically, `shiftRightSigned`
/// arithmetically.
Term shiftRight(Term a, Term b);
Term shiftRight(Term a, unsigned b);
Term shiftRightSigned(Term a, unsigned b);
/// Returns the upper half of the product of unsigned integers.
Term multiplyHigh(Term a, Term b);
Term isBelow(Term a, Term b); ///< Returns a < b for unsigned integers.

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
/// Converts an integer to a float, or a float to an integer. `toInteger`
/// requires a float in the range of the integer type.
Term toFloat(Term a, mlir::Type element);
Term toFloatUnsigned(Term a, mlir::Type element);
Term toInteger(Term a, mlir::Type element);
/// Converts an integer to another width, with sign extension.
Term resize(Term a, mlir::Type element);
Term convert(Term a, mlir::Type element);

/// Returns the results of `body` on `inputs` where the condition holds, and
/// `defaults` where it does not. Emits a branch, which pays off if the
/// condition rarely holds.
llvm::SmallVector<Term>
computeWhere(Term condition, llvm::ArrayRef<Term> defaults,
             llvm::ArrayRef<Term> inputs,
             std::function<llvm::SmallVector<Term>(llvm::ArrayRef<Term>)> body);

/// Emits a loop that replaces `value` by the result of `body` on `value` and
/// `inputs` while the condition holds. Returns the final value.
Term computeWhile(Term value, llvm::ArrayRef<Term> inputs,
                  std::function<Term(llvm::ArrayRef<Term>)> condition,
                  std::function<Term(llvm::ArrayRef<Term>)> body);

/// Evaluates c[0] + c[1] x + c[2] x^2 + ... by Horner's method.
Term polynomial(llvm::ArrayRef<double> coefficients, Term x);
Term polynomial(llvm::ArrayRef<Term> coefficients, Term x);

} // namespace sg::approximate

#endif // SG_LIB_CODEGEN_MATH_TERMS_H
