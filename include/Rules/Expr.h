//===- Expr.h - Expressions over the operands of an op ----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A derivative row states a partial derivative as an expression of the operands
// and the result of an elementwise op. The expression is a tree: it is built
// without IR, emitted in a fixed order that does not depend on the compiler's
// order of evaluation, and evaluated on doubles in tests. Factors 1, -1 and 0
// and terms 0 vanish while it is built.
//
//===----------------------------------------------------------------------===//

#ifndef SG_RULES_EXPR_H
#define SG_RULES_EXPR_H

#include "mlir/IR/Builders.h"
#include <memory>

namespace sg::rules {

struct ExprNode;

class Expr {
public:
  enum class Kind {
    Leaf,
    Constant,
    Add,
    Sub,
    Mul,
    Div,
    Neg,
    Abs,
    CopySign,
    Cos,
    Cosh,
    Exp,
    Log,
    Pow,
    PowDecremented,
    Sin,
    Sinh,
    Sqrt,
    And,
    Equal,
    Greater,
    Select,
    ToFloat
  };

  Expr(double constant);
  /// The operand of that number; behind the operands comes the result.
  static Expr leaf(unsigned number);
  static Expr make(Kind kind, llvm::ArrayRef<Expr> operands);

  Kind kind() const;
  llvm::ArrayRef<Expr> operands() const;
  const ExprNode &operator*() const { return *node; }
  bool isConstant(double value) const;

  /// The value with `leaves` for the leaves; conditions are 0 or 1.
  double evaluate(llvm::ArrayRef<double> leaves) const;

  /// How many roundings an evaluation makes.
  unsigned countRoundings() const;

  /// Emits the expression for values of the type of `like`, a float or a
  /// vector or tensor of floats, whose shape it also has. `leaf` is asked
  /// once, and only for the leaves that are read; it returns values of that
  /// type, or conditions or integers where the op has such operands.
  mlir::Value emit(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::Value like,
                   llvm::function_ref<mlir::Value(unsigned)> leaf) const;

private:
  explicit Expr(std::shared_ptr<const ExprNode> node) : node(std::move(node)) {}
  std::shared_ptr<const ExprNode> node;
};

struct ExprNode {
  Expr::Kind kind;
  unsigned leaf = 0;
  double constant = 0;
  llvm::SmallVector<Expr, 0> operands = {};
};

Expr operator+(Expr a, Expr b);
Expr operator-(Expr a, Expr b);
/// A factor moves into the branches of a select, where 0 swallows it: what was
/// not chosen contributes no NaN.
Expr operator*(Expr a, Expr b);
Expr operator/(Expr a, Expr b);
Expr operator-(Expr a);
Expr operator>(Expr a, Expr b);
Expr operator<(Expr a, Expr b);
Expr operator&&(Expr a, Expr b);
Expr equal(Expr a, Expr b);
Expr select(Expr condition, Expr a, Expr b);

Expr abs(Expr a);
Expr copysign(Expr magnitude, Expr sign);
Expr cos(Expr a);
Expr cosh(Expr a);
Expr exp(Expr a);
Expr log(Expr a);
Expr pow(Expr base, Expr exponent);
/// base^(exponent - 1) for an integer exponent.
Expr powDecremented(Expr base, Expr exponent);
Expr sin(Expr a);
Expr sinh(Expr a);
Expr sqrt(Expr a);
/// An integer operand as a float.
Expr toFloat(Expr integer);

} // namespace sg::rules

#endif // SG_RULES_EXPR_H
