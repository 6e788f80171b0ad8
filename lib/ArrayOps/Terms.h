//===- Terms.h - Formulas over arrays ---------------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Formulas over arrays of one type and shape:
//
//   Term x(b, call[0]);
//   return {select(x > 0.0, x, exp(x) - 1.0).get()};
//
// A number is a constant of the type of the other operand.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_ARRAYOPS_TERMS_H
#define SG_LIB_ARRAYOPS_TERMS_H

#include "Elements.h"

namespace sg::array {

class Term {
public:
  Term(ArrayBuilder &b, const Array &array) : b(&b), array(array) {}

  const Array &get() const { return array; }
  ArrayBuilder &getBuilder() const { return *b; }
  /// Returns the constant `value` of the type and sizes of this term.
  Term like(double value) const {
    return {*b, array ? makeFullLike(*b, array, value) : Array()};
  }
  Term to(DType dtype) const {
    return {*b, array ? convert(*b, array, dtype) : Array()};
  }
  /// Applies an operation of the table to terms.
  static Term apply(llvm::StringRef name, llvm::ArrayRef<Term> terms,
                    llvm::ArrayRef<NamedParameter> parameters = {}) {
    llvm::SmallVector<Array, 4> arrays;
    for (const Term &term : terms)
      arrays.push_back(term.array);
    return {*terms.front().b,
            array::apply(*terms.front().b, name, arrays, parameters)};
  }

private:
  ArrayBuilder *b;
  Array array;
};

#define SG_BINARY_TERM(OPERATOR, NAME)                                         \
  inline Term OPERATOR(const Term &x, const Term &y) {                         \
    return Term::apply(NAME, {x, y});                                          \
  }                                                                            \
  inline Term OPERATOR(const Term &x, double y) {                              \
    return Term::apply(NAME, {x, x.like(y)});                                  \
  }                                                                            \
  inline Term OPERATOR(double x, const Term &y) {                              \
    return Term::apply(NAME, {y.like(x), y});                                  \
  }
SG_BINARY_TERM(operator+, "add")
SG_BINARY_TERM(operator-, "subtract")
SG_BINARY_TERM(operator*, "multiply")
SG_BINARY_TERM(operator/, "divide")
SG_BINARY_TERM(operator<, "less")
SG_BINARY_TERM(operator<=, "less_equal")
SG_BINARY_TERM(operator>, "greater")
SG_BINARY_TERM(operator>=, "greater_equal")
SG_BINARY_TERM(operator==, "equal")
SG_BINARY_TERM(operator!=, "not_equal")
SG_BINARY_TERM(maximum, "maximum")
SG_BINARY_TERM(minimum, "minimum")
#undef SG_BINARY_TERM

inline Term operator-(const Term &x) { return Term::apply("negative", {x}); }
inline Term operator&&(const Term &x, const Term &y) {
  return Term::apply("logical_and", {x, y});
}
inline Term operator||(const Term &x, const Term &y) {
  return Term::apply("logical_or", {x, y});
}
inline Term exclusiveOr(const Term &x, const Term &y) {
  return Term::apply("bitwise_xor", {x, y});
}
inline Term shiftRight(const Term &x, unsigned bits) {
  return Term::apply("bitwise_right_shift", {x, x.like(bits)});
}
inline Term shiftLeft(const Term &x, unsigned bits) {
  return Term::apply("bitwise_left_shift", {x, x.like(bits)});
}
inline Term operator!(const Term &x) { return Term::apply("logical_not", {x}); }

#define SG_UNARY_TERM(FUNCTION, NAME)                                          \
  inline Term FUNCTION(const Term &x) { return Term::apply(NAME, {x}); }
SG_UNARY_TERM(abs, "abs")
SG_UNARY_TERM(cos, "cos")
SG_UNARY_TERM(erf, "erf")
SG_UNARY_TERM(erfc, "erfc")
SG_UNARY_TERM(exp, "exp")
SG_UNARY_TERM(expm1, "expm1")
SG_UNARY_TERM(floor, "floor")
SG_UNARY_TERM(isNaN, "isnan")
SG_UNARY_TERM(log, "log")
SG_UNARY_TERM(log1p, "log1p")
SG_UNARY_TERM(logistic, "logistic")
SG_UNARY_TERM(sin, "sin")
SG_UNARY_TERM(sqrt, "sqrt")
SG_UNARY_TERM(square, "square")
SG_UNARY_TERM(tan, "tan")
SG_UNARY_TERM(tanh, "tanh")
#undef SG_UNARY_TERM

/// Returns `x` where `condition` is true, otherwise `y`.
inline Term select(const Term &condition, const Term &x, const Term &y) {
  return Term::apply("where", {condition, x, y});
}
inline Term select(const Term &condition, const Term &x, double y) {
  return select(condition, x, x.like(y));
}
inline Term select(const Term &condition, double x, const Term &y) {
  return select(condition, y.like(x), y);
}

//===----------------------------------------------------------------------===//
// Functions of one array
//===----------------------------------------------------------------------===//

using Formula = llvm::function_ref<Term(Term x)>;
/// The derivative of a function at `x`, for its result `y`.
using Partial = llvm::function_ref<Term(Term x, Term y)>;

/// Builds `formula` of the array of a call, which must be a float.
Arrays buildFormula(const ArrayOpCall &call, Formula formula);
/// Builds `y = formula(x)` in the type `computed`, by default that of x, with
/// the derivative `partial(x, y) dx`, which is a formula in the type of x.
/// `key` determines the formulas (callWithRule).
Arrays buildScalar(const ArrayOpCall &call, llvm::StringRef key,
                   Formula formula, Partial partial,
                   std::optional<DType> computed = std::nullopt);

} // namespace sg::array

#endif // SG_LIB_ARRAYOPS_TERMS_H
