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
// order of evaluation, and evaluated on doubles in tests. Factors 1, -1 and 0,
// terms 0 and arithmetic on constants vanish while it is built.
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
  /// The operand of that number; behind the operands comes the result.
  static Expr leaf(unsigned number);
  static Expr make(Kind kind, llvm::ArrayRef<Expr> operands);

  Kind kind() const;
  llvm::ArrayRef<Expr> operands() const;
  const ExprNode &operator*() const { return *node; }
  bool isConstant(double value) const;
  /// Whether the constant occurs anywhere in the expression.
  bool mentions(double value) const;
  /// Whether this is the same expression, node by node.
  bool isSameAs(const Expr &other) const;

  /// The value with `leaves` for the leaves; conditions are 0 or 1.
  double evaluate(llvm::ArrayRef<double> leaves) const;

  /// How many roundings lie in the value, at most. Those that only decide a
  /// condition do not count.
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

/// Emits expressions in values of one type, a float or a vector or tensor of
/// floats. What several expressions have in common is emitted once.
class ExprEmitter {
public:
  /// `shape` has the shape of `type`, be it of other elements. `leaf` is asked
  /// once for each leaf, and only for those that are read; it returns values of
  /// `type`, or conditions or integers where the op has such operands.
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

/// The sum of two selects by one condition is a select.
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
/// base^(exponent - 1) for an integer exponent; base^0 for 0, so that what is
/// multiplied by that exponent is finite, and so are its derivatives. Not for
/// the least exponent of its type, which cannot be decremented.
Expr powDecremented(Expr base, Expr exponent);
/// To the nearest integer, ties to even; its derivative is 0.
Expr roundEven(Expr a);
Expr sin(Expr a);
Expr sinh(Expr a);
Expr sqrt(Expr a);
/// An integer operand as a float.
Expr toFloat(Expr integer);

} // namespace sg::rules

#endif // SG_RULES_EXPR_H
