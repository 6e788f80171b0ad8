//===- Expr.h - Expressions over the operands of an op ----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A derivative row states a partial derivative as an expression of the operands
// and the result of an elementwise op. The expression is a tree that is built
// without IR, and that tests evaluate on doubles. The order of the emitted ops
// does not depend on the C++ compiler's order of evaluation. Construction folds
// constants and simplifies the factors 1, -1 and 0 and the term 0.
//
//===----------------------------------------------------------------------===//

#ifndef SG_RULES_EXPR_H
#define SG_RULES_EXPR_H

#include "mlir/IR/Builders.h"
#include <functional>
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
    RoundEven,
    Sin,
    Sinh,
    Sqrt,
    And,
    Or,
    Equal,
    Greater,
    IsNaN,
    Select,
    ToFloat
  };

  Expr(double constant);
  /// Returns the leaf for the operand at `index`. The result follows the
  /// operands.
  static Expr leaf(unsigned index);
  static Expr make(Kind kind, llvm::ArrayRef<Expr> operands);

  Kind kind() const;
  llvm::ArrayRef<Expr> operands() const;
  const ExprNode &operator*() const { return *node; }
  bool isConstant(double value) const;
  /// Returns true if the constant `value` occurs in the expression.
  bool mentions(double value) const;
  /// Returns true if the trees are equal, node by node.
  bool isSameAs(const Expr &other) const;

  /// Evaluates the expression. `leaves` holds the operands, then the result.
  /// Conditions are 0 or 1.
  double evaluate(llvm::ArrayRef<double> leaves) const;

  /// Returns an upper bound of the number of roundings in the value, without
  /// roundings that affect only a condition.
  unsigned countRoundings() const;

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

/// Emits expressions on values of one type: a float, or a vector or tensor of
/// floats. Common subexpressions are emitted once.
class ExprEmitter {
public:
  /// `shape` is a value with the shape of `type`, but possibly another element
  /// type. `leaf(index)`, called at most once per index, returns the value of a
  /// leaf. The value has the type `type`, or, for conditions and integers, the
  /// type of its operand.
  ExprEmitter(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type type,
              mlir::Value shape, std::function<mlir::Value(unsigned)> leaf)
      : b(builder), loc(loc), type(type), shape(shape), leaf(std::move(leaf)) {}

  mlir::Value emit(const Expr &expr);

private:
  struct Emitted {
    Expr::Kind kind;
    llvm::SmallVector<mlir::Value, 3> operands;
    mlir::Value value;
  };

  mlir::Value create(Expr::Kind kind, mlir::ValueRange x);
  mlir::Value constant(double value);
  mlir::Value constant(mlir::TypedAttr element, mlir::Type type);

  mlir::OpBuilder &b;
  mlir::Location loc;
  mlir::Type type;
  mlir::Value shape;
  std::function<mlir::Value(unsigned)> leaf;
  llvm::SmallDenseMap<unsigned, mlir::Value> leaves;
  llvm::SmallVector<std::pair<double, mlir::Value>> constants;
  llvm::SmallVector<Emitted> emitted;
  llvm::SmallVector<mlir::Value> dynamicSizes;
};

/// The sum of two selects with the same condition becomes a select.
Expr operator+(Expr a, Expr b);
Expr operator-(Expr a, Expr b);
/// Distributes a factor over the branches of a select. A branch 0 absorbs the
/// factor, so that it contributes no NaN if it is not selected.
Expr operator*(Expr a, Expr b);
Expr operator/(Expr a, Expr b);
Expr operator-(Expr a);
Expr operator>(Expr a, Expr b);
Expr operator<(Expr a, Expr b);
Expr operator&&(Expr a, Expr b);
Expr operator||(Expr a, Expr b);
Expr equal(Expr a, Expr b);
Expr isNaN(Expr a);
Expr select(Expr condition, Expr a, Expr b);

Expr abs(Expr a);
Expr copysign(Expr magnitude, Expr sign);
Expr cos(Expr a);
Expr cosh(Expr a);
Expr exp(Expr a);
Expr log(Expr a);
Expr pow(Expr base, Expr exponent);
/// Returns base^(exponent - 1) for a nonzero integer exponent, and base^0 for
/// the exponent 0. Then exponent * powDecremented(base, exponent) and its
/// derivatives are zero for the exponent 0 at every finite base.
Expr powDecremented(Expr base, Expr exponent);
/// Rounds to the nearest integer, ties to even. The derivative is 0.
Expr roundEven(Expr a);
Expr sin(Expr a);
Expr sinh(Expr a);
Expr sqrt(Expr a);
Expr toFloat(Expr integer);

} // namespace sg::rules

#endif // SG_RULES_EXPR_H
