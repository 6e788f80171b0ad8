//===- ExprTest.cpp - Expressions over the operands of an op --------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Rules/Expr.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Verifier.h"
#include <cmath>
#include <gtest/gtest.h>

using namespace mlir;
using namespace sg::rules;

namespace {

Expr x() { return Expr::leaf(0); }
Expr z() { return Expr::leaf(1); }
Expr n() { return Expr::leaf(2); }

//===----------------------------------------------------------------------===//
// Build expressions.
//===----------------------------------------------------------------------===//

TEST(ExprTest, FoldsFactorsOneAndZero) {
  EXPECT_TRUE((1.0 * x()).isSameAs(x()));
  EXPECT_TRUE((x() * 1.0).isSameAs(x()));
  EXPECT_TRUE((x() * -1.0).isSameAs(-x()));
  EXPECT_TRUE((-1.0 * x()).isSameAs(-x()));
  EXPECT_TRUE((x() * 0.0).isConstant(0));
  EXPECT_TRUE((0.0 * x()).isConstant(0));
  EXPECT_TRUE((x() / 1.0).isSameAs(x()));
}

TEST(ExprTest, FoldsZeroTerms) {
  EXPECT_TRUE((x() + 0.0).isSameAs(x()));
  EXPECT_TRUE((0.0 + x()).isSameAs(x()));
  EXPECT_TRUE((x() - 0.0).isSameAs(x()));
  EXPECT_TRUE((0.0 - x()).isSameAs(-x()));
}

// 0 / x is not folded, because it may be NaN.
TEST(ExprTest, KeepsZeroDividend) {
  EXPECT_EQ((0.0 / x()).kind(), Expr::Kind::Div);
}

TEST(ExprTest, FoldsConstants) {
  EXPECT_TRUE((Expr(3) + Expr(4)).isConstant(7));
  EXPECT_TRUE((Expr(3) - Expr(4)).isConstant(-1));
  EXPECT_TRUE((Expr(3) * Expr(4)).isConstant(12));
  EXPECT_TRUE((Expr(3) / Expr(4)).isConstant(0.75));
  EXPECT_TRUE((-Expr(3)).isConstant(-3));
}

TEST(ExprTest, MovesSignsOutward) {
  EXPECT_TRUE((-(-x())).isSameAs(x()));
  EXPECT_TRUE((x() * -z()).isSameAs(-(x() * z())));
  EXPECT_TRUE((x() + -z()).isSameAs(x() - z()));
}

// One division rounds once; a reciprocal and a product round twice.
TEST(ExprTest, FoldsProductWithReciprocal) {
  EXPECT_TRUE((x() * (1.0 / z())).isSameAs(x() / z()));
}

// Otherwise infinity times the zero of the unselected side would be NaN.
TEST(ExprTest, MovesFactorIntoSelect) {
  for (Expr product :
       {x() * select(z() > 0.0, 1.0, 0.0), select(z() > 0.0, 1.0, 0.0) * x()}) {
    EXPECT_TRUE(product.isSameAs(select(z() > 0.0, x(), 0.0)));
    EXPECT_EQ(product.evaluate({HUGE_VAL, -1}), 0);
  }
}

// The tangent of a select is therefore a single select.
TEST(ExprTest, AddsSelectsBranchByBranch) {
  Expr sum = select(n() > 0.0, x(), 0.0) + select(n() > 0.0, 0.0, z());
  EXPECT_TRUE(sum.isSameAs(select(n() > 0.0, x(), z())));
  Expr other = select(n() > 0.0, x(), 0.0) + select(n() > 1.0, 0.0, z());
  EXPECT_EQ(other.kind(), Expr::Kind::Add);
}

TEST(ExprTest, EqualityIsStructural) {
  EXPECT_TRUE((x() + z() * 2.0).isSameAs(x() + z() * 2.0));
  EXPECT_FALSE((x() + z() * 2.0).isSameAs(x() + z() * 3.0));
  EXPECT_FALSE((x() + z()).isSameAs(z() + x()));
  EXPECT_FALSE((x() + z()).isSameAs(x() - z()));
}

TEST(ExprTest, FindsConstantsAtAnyDepth) {
  Expr e = x() * exp(z() + 3.0);
  EXPECT_TRUE(e.mentions(3));
  EXPECT_FALSE(e.mentions(0));
}

//===----------------------------------------------------------------------===//
// Read expressions.
//===----------------------------------------------------------------------===//

TEST(ExprTest, EvaluatesOnDoubles) {
  Expr e = (1.0 - x()) * (1.0 + x()) / sqrt(z());
  EXPECT_DOUBLE_EQ(e.evaluate({0.5, 4}), 0.375);
}

TEST(ExprTest, EvaluatesEveryKind) {
  auto evaluate = [](Expr e) { return e.evaluate({0.5, -2, 3}); };
  EXPECT_EQ(evaluate(x() + z()), -1.5);
  EXPECT_EQ(evaluate(x() - z()), 2.5);
  EXPECT_EQ(evaluate(x() * z()), -1);
  EXPECT_EQ(evaluate(x() / z()), -0.25);
  EXPECT_EQ(evaluate(-x()), -0.5);
  EXPECT_EQ(evaluate(abs(z())), 2);
  EXPECT_EQ(evaluate(copysign(x(), z())), -0.5);
  EXPECT_EQ(evaluate(cos(x())), std::cos(0.5));
  EXPECT_EQ(evaluate(cosh(x())), std::cosh(0.5));
  EXPECT_EQ(evaluate(exp(x())), std::exp(0.5));
  EXPECT_EQ(evaluate(log(x())), std::log(0.5));
  EXPECT_EQ(evaluate(pow(x(), z())), 4);
  EXPECT_EQ(evaluate(roundEven(x())), 0);
  EXPECT_EQ(evaluate(roundEven(3.0 * x())), 2);
  EXPECT_EQ(evaluate(sin(x())), std::sin(0.5));
  EXPECT_EQ(evaluate(sinh(x())), std::sinh(0.5));
  EXPECT_EQ(evaluate(sqrt(x())), std::sqrt(0.5));
  EXPECT_EQ(evaluate(x() > z()), 1);
  EXPECT_EQ(evaluate(x() < z()), 0);
  EXPECT_EQ(evaluate(equal(z(), -2.0)), 1);
  EXPECT_EQ(evaluate(x() > z() && equal(x(), z())), 0);
  EXPECT_EQ(evaluate(x() > z() && x() > 0.0), 1);
  EXPECT_EQ(evaluate(x() < z() || equal(x(), 0.5)), 1);
  EXPECT_EQ(evaluate(x() < z() || equal(x(), z())), 0);
  EXPECT_EQ(evaluate(isNaN(x())), 0);
  EXPECT_EQ(evaluate(isNaN(sqrt(z()))), 1);
  EXPECT_EQ(evaluate(select(x() > z(), n(), x())), 3);
  EXPECT_EQ(evaluate(toFloat(n())), 3);
  EXPECT_EQ(evaluate(powDecremented(x(), n())), 0.25);
}

// The result is not x^-1, which is infinite at 0.
TEST(ExprTest, DoesNotDecrementZeroExponent) {
  EXPECT_EQ(powDecremented(x(), n()).evaluate({0, 0, 0}), 1);
  EXPECT_EQ(powDecremented(x(), n()).evaluate({0, 0, 1}), 1);
}

TEST(ExprTest, CountsRoundings) {
  EXPECT_EQ(x().countRoundings(), 0u);
  EXPECT_EQ((-x()).countRoundings(), 0u);
  EXPECT_EQ(abs(x()).countRoundings(), 0u);
  EXPECT_EQ(copysign(x(), z()).countRoundings(), 0u);
  EXPECT_EQ((x() * z()).countRoundings(), 1u);
  EXPECT_EQ((x() * exp(z() + 1.0)).countRoundings(), 3u);
}

// The value is one of the branches; the condition only selects it, exactly.
TEST(ExprTest, SelectCountsRoundingsOfBranches) {
  Expr condition = x() * 3.0 + 1.0 > z();
  EXPECT_EQ(condition.countRoundings(), 0u);
  EXPECT_EQ((isNaN(x() * z()) || condition).countRoundings(), 0u);
  EXPECT_EQ(select(condition, x() * z(), 0.5 * z()).countRoundings(), 1u);
  EXPECT_EQ(select(condition, x() * z() + 1.0, x()).countRoundings(), 2u);
}

//===----------------------------------------------------------------------===//
// Emit expressions.
//===----------------------------------------------------------------------===//

class ExprEmitterTest : public testing::Test {
protected:
  ExprEmitterTest() {
    context.loadDialect<arith::ArithDialect, func::FuncDialect,
                        math::MathDialect, tensor::TensorDialect>();
  }

  /// Returns the ops emitted for the expressions, over operands of the given
  /// types.
  std::string emit(ArrayRef<Expr> expressions, Type type, Type integers) {
    OpBuilder b(&context);
    Location loc = b.getUnknownLoc();
    OwningOpRef<func::FuncOp> function = func::FuncOp::create(
        loc, "f", b.getFunctionType({type, type, integers}, type));
    Block &body = *function->addEntryBlock();
    b.setInsertionPointToEnd(&body);
    requestedLeaves.clear();
    ExprEmitter emitter(b, loc, type, body.getArgument(0), [&](unsigned leaf) {
      requestedLeaves.push_back(leaf);
      return body.getArgument(leaf);
    });
    Value last;
    for (const Expr &expr : expressions)
      last = emitter.emit(expr);
    Operation *end = func::ReturnOp::create(b, loc, last);
    EXPECT_TRUE(succeeded(verify(*function)));
    std::string text;
    llvm::raw_string_ostream os(text);
    for (Operation *op = &body.front(); op != end; op = op->getNextNode()) {
      op->print(os);
      os << '\n';
    }
    return text;
  }
  std::string emit(ArrayRef<Expr> expressions) {
    return emit(expressions, Float64Type::get(&context),
                IntegerType::get(&context, 32));
  }

  MLIRContext context;
  std::vector<unsigned> requestedLeaves;
};

Expr everyKind() {
  Expr e = abs(x()) + copysign(x(), z()) - cos(x()) * cosh(x()) / exp(x());
  e = e + log(x()) + pow(x(), z()) + powDecremented(x(), n()) + roundEven(x());
  e = e + sin(x()) + sinh(x()) + sqrt(x()) + toFloat(n()) + -z();
  return select(x() > z() && (equal(x(), 2.5) || isNaN(z())), e, 0.5);
}

TEST_F(ExprEmitterTest, EmissionIsDeterministic) {
  EXPECT_EQ(emit({everyKind()}), emit({everyKind()}));
}

TEST_F(ExprEmitterTest, EmitsOperandsFromLeftToRight) {
  EXPECT_EQ(emit({sin(x()) - cos(z())}), "%0 = math.sin %arg0 : f64\n"
                                         "%1 = math.cos %arg1 : f64\n"
                                         "%2 = arith.subf %0, %1 : f64\n");
}

// Each leaf that is read becomes a residual.
TEST_F(ExprEmitterTest, RequestsEachLeafOnce) {
  emit({x() * x() + sin(x()), x() + n() * 0.0});
  EXPECT_EQ(requestedLeaves, std::vector<unsigned>{0});
}

// Partial derivatives of one op share subexpressions.
TEST_F(ExprEmitterTest, EmitsSharedSubexpressionsOnce) {
  EXPECT_EQ(emit({x() / (1.0 + x() * x()), z() / (1.0 + x() * x())}),
            "%cst = arith.constant 1.000000e+00 : f64\n"
            "%0 = arith.mulf %arg0, %arg0 : f64\n"
            "%1 = arith.addf %cst, %0 : f64\n"
            "%2 = arith.divf %arg0, %1 : f64\n"
            "%3 = arith.divf %arg1, %1 : f64\n");
}

TEST_F(ExprEmitterTest, EmitsEveryKindOnEveryShape) {
  Type f16 = Float16Type::get(&context), i64 = IntegerType::get(&context, 64);
  emit({everyKind()}, f16, i64);
  emit({everyKind()}, VectorType::get({2, 3}, f16),
       VectorType::get({2, 3}, i64));
  emit({everyKind()}, VectorType::get({4}, f16, {true}),
       VectorType::get({4}, i64, {true}));
  emit({everyKind()}, RankedTensorType::get({}, f16),
       RankedTensorType::get({}, i64));
  emit({everyKind()}, RankedTensorType::get({0, 3}, f16),
       RankedTensorType::get({0, 3}, i64));
}

TEST_F(ExprEmitterTest, ConvertsIndexExponent) {
  emit({toFloat(n()) * powDecremented(x(), n())}, Float32Type::get(&context),
       IndexType::get(&context));
}

// Static sizes stay static; dynamic sizes are read once.
TEST_F(ExprEmitterTest, ConstantsHaveOperandShape) {
  int64_t dynamic = ShapedType::kDynamic;
  Type f32 = Float32Type::get(&context), i32 = IntegerType::get(&context, 32);
  EXPECT_EQ(emit({x() * 2.0, z() * 3.0},
                 RankedTensorType::get({2, dynamic}, f32),
                 RankedTensorType::get({2, dynamic}, i32)),
            "%cst = arith.constant 2.000000e+00 : f32\n"
            "%c1 = arith.constant 1 : index\n"
            "%dim = tensor.dim %arg0, %c1 : tensor<2x?xf32>\n"
            "%splat = tensor.splat %cst[%dim] : tensor<2x?xf32>\n"
            "%0 = arith.mulf %arg0, %splat : tensor<2x?xf32>\n"
            "%cst_0 = arith.constant 3.000000e+00 : f32\n"
            "%splat_1 = tensor.splat %cst_0[%dim] : tensor<2x?xf32>\n"
            "%1 = arith.mulf %arg1, %splat_1 : tensor<2x?xf32>\n");
}

} // namespace
