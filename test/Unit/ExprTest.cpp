//===- ExprTest.cpp - Expressions over the operands of an op --------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rules/Expr.h"
#include <gtest/gtest.h>

using namespace sg::rules;

namespace {

Expr x() { return Expr::leaf(0); }
Expr z() { return Expr::leaf(1); }

TEST(ExprTest, FactorsOfOneAndZeroVanish) {
  EXPECT_EQ((1.0 * x()).kind(), Expr::Kind::Leaf);
  EXPECT_EQ((x() * 1.0).kind(), Expr::Kind::Leaf);
  EXPECT_EQ((x() * -1.0).kind(), Expr::Kind::Neg);
  EXPECT_TRUE((x() * 0.0).isConstant(0));
  EXPECT_EQ((x() + 0.0).kind(), Expr::Kind::Leaf);
  EXPECT_EQ((0.0 - x()).kind(), Expr::Kind::Neg);
}

// Otherwise infinity times the zero of the side not chosen would be NaN.
TEST(ExprTest, AFactorMovesIntoASelect) {
  Expr product = x() * select(z() > 0.0, 1.0, 0.0);
  EXPECT_EQ(product.kind(), Expr::Kind::Select);
  EXPECT_EQ(product.evaluate({HUGE_VAL, -1}), 0);
}

TEST(ExprTest, EvaluatesOnDoubles) {
  Expr e = (1.0 - x()) * (1.0 + x()) / sqrt(z());
  EXPECT_DOUBLE_EQ(e.evaluate({0.5, 4}), 0.375);
}

} // namespace
