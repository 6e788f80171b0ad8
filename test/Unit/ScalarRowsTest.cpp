//===- ScalarRowsTest.cpp - Derivative rows on doubles --------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every op with a scalar row has an entry in the table below: what the op
// computes, ordinary points, where its partial derivatives are compared with
// differences, and the special points that its row documents, with the values
// expected there. A row without an entry fails.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "sg/Register.h"
#include "sg/Rules/RuleKinds.h"
#include <cmath>
#include <gtest/gtest.h>
#include <map>

using llvm::ArrayRef;
using namespace sg::rules;

namespace {

constexpr double inf = HUGE_VAL;
const double nan = std::nan("");

using Values = std::vector<double>;

/// An ordinary point. `reach` is a length over which the function is smooth:
/// no more than the distance to where it is not, or of that order where it
/// changes by much.
struct Point {
  Values operands;
  double reach = 1;
};

/// A special point and the expected partial derivatives there.
struct Special {
  Values operands;
  Values partials;
};

struct Row {
  const char *op;
  double (*function)(ArrayRef<double>);
  std::vector<Point> points;
  std::vector<Special> special = {};
  /// An operand that is not a float: no difference can be formed.
  int discrete = -1;
};

void PrintTo(const Row &row, std::ostream *os) { *os << row.op; }

/// arith.maximumf: a NaN wins.
double maximum(double a, double b) {
  return std::isnan(a) || std::isnan(b) ? nan : std::fmax(a, b);
}
double minimum(double a, double b) { return -maximum(-a, -b); }

#define UNARY(expression)                                                      \
  [](ArrayRef<double> o) {                                                     \
    double x = o[0];                                                           \
    return expression;                                                         \
  }
#define BINARY(expression)                                                     \
  [](ArrayRef<double> o) {                                                     \
    double x = o[0], z = o[1];                                                 \
    return expression;                                                         \
  }
#define TERNARY(expression)                                                    \
  [](ArrayRef<double> o) {                                                     \
    double a = o[0], b = o[1], c = o[2];                                       \
    return expression;                                                         \
  }

// Sorted by op.
const Row rows[] = {
    {"arith.addf",
     BINARY(x + z),
     {{{2, 3}}, {{-1e10, 0.5}}},
     {{{inf, 1}, {1, 1}}}},
    {"arith.divf",
     BINARY(x / z),
     {{{2, 3}}, {{-5, 0.25}, 0.2}, {{0, -2}}},
     {{{1, 0}, {inf, -inf}},
      {{0, 0}, {inf, nan}},
      {{1, inf}, {0, 0}},
      // x / z^2, though z^2 is infinite, or zero.
      {{1e200, 1e200}, {1e-200, -1e-200}},
      {{1e-200, 1e-200}, {1e200, -1e200}}}},
    {"arith.maximumf",
     BINARY(maximum(x, z)),
     {{{2, 3}, 0.5}, {{3, 2}, 0.5}, {{-1, -2}, 0.5}},
     {{{2, 2}, {0.5, 0.5}},
      {{0.0, -0.0}, {0.5, 0.5}},
      {{inf, inf}, {0.5, 0.5}},
      {{-inf, 1}, {0, 1}},
      {{nan, 1}, {0, 0}},
      {{1, nan}, {0, 0}}}},
    {"arith.maxnumf",
     BINARY(std::fmax(x, z)),
     {{{2, 3}, 0.5}, {{3, 2}, 0.5}, {{-1, -2}, 0.5}},
     {{{2, 2}, {0.5, 0.5}},
      {{0.0, -0.0}, {0.5, 0.5}},
      {{nan, 1}, {0, 1}},
      {{1, nan}, {1, 0}},
      {{nan, nan}, {0, 0}}}},
    {"arith.minimumf",
     BINARY(minimum(x, z)),
     {{{2, 3}, 0.5}, {{3, 2}, 0.5}, {{-1, -2}, 0.5}},
     {{{2, 2}, {0.5, 0.5}},
      {{0.0, -0.0}, {0.5, 0.5}},
      {{-inf, -inf}, {0.5, 0.5}},
      {{inf, 1}, {0, 1}},
      {{nan, 1}, {0, 0}},
      {{1, nan}, {0, 0}}}},
    {"arith.minnumf",
     BINARY(std::fmin(x, z)),
     {{{2, 3}, 0.5}, {{3, 2}, 0.5}, {{-1, -2}, 0.5}},
     {{{2, 2}, {0.5, 0.5}},
      {{0.0, -0.0}, {0.5, 0.5}},
      {{nan, 1}, {0, 1}},
      {{1, nan}, {1, 0}},
      {{nan, nan}, {0, 0}}}},
    {"arith.mulf",
     BINARY(x * z),
     {{{2, 3}}, {{-5, 0.25}}, {{0, 7}}},
     {{{inf, 2}, {2, inf}}, {{nan, 2}, {2, nan}}}},
    {"arith.negf", UNARY(-x), {{{2}}, {{-3}}}, {{{nan}, {-1}}}},
    {"arith.remf",
     BINARY(std::fmod(x, z)),
     {{{7.5, 2}, 0.1}, {{-7.5, 2}, 0.1}, {{7.5, -2}, 0.1}, {{1, 3}, 0.9}},
     // At a jump the value is that of the side on which the result is.
     {{{6, 2}, {1, -3}},
      {{-6, 2}, {1, 3}},
      {{1, inf}, {1, 0}},
      {{1, 0}, {1, nan}},
      // Rounded, or it would be off by 16.
      {{1e17, 3}, {1, -33333333333333333.0}}}},
    {"arith.select",
     TERNARY(a ? b : c),
     {{{1, 2, 3}}, {{0, 2, 3}}},
     {{{1, 2, nan}, {0, 1, 0}}, {{0, inf, 3}, {0, 0, 1}}},
     /*discrete=*/0},
    {"arith.subf",
     BINARY(x - z),
     {{{2, 3}}, {{-1e10, 0.5}}},
     {{{inf, 1}, {1, -1}}}},
    {"math.absf",
     UNARY(std::fabs(x)),
     {{{2}}, {{-3}}},
     {{{0.0}, {0}}, {{-0.0}, {0}}, {{-inf}, {-1}}, {{nan}, {0}}}},
    {"math.acos",
     UNARY(std::acos(x)),
     {{{0.0}}, {{0.5}, 0.4}, {{-0.9}, 0.1}, {{0.999}, 0.001}},
     {{{1}, {-inf}},
      {{-1}, {-inf}},
      {{2}, {nan}},
      // 1 - x^2 would be off in the 9th digit.
      {{1 - 0x1p-30}, {-23170.475011315585}}}},
    {"math.acosh",
     UNARY(std::acosh(x)),
     {{{1.5}, 0.4}, {{1.001}, 0.001}, {{30}, 15}, {{1e10}, 5e9}},
     {{{1}, {inf}},
      {{0.5}, {nan}},
      {{-2}, {nan}},
      {{1e300}, {1e-300}},
      {{inf}, {0}}}},
    {"math.asin",
     UNARY(std::asin(x)),
     {{{0.0}}, {{0.5}, 0.4}, {{-0.9}, 0.1}, {{0.999}, 0.001}},
     {{{1}, {inf}},
      {{-1}, {inf}},
      {{2}, {nan}},
      {{1 - 0x1p-30}, {23170.475011315585}}}},
    {"math.asinh",
     UNARY(std::asinh(x)),
     {{{0.0}}, {{0.5}}, {{-3}}, {{2e8}, 1e8}, {{-1e7}, 5e6}},
     {{{1e300}, {1e-300}},
      {{-1e300}, {1e-300}},
      {{1e8}, {1e-8}},
      {{inf}, {0}},
      {{-inf}, {0}}}},
    {"math.atan",
     UNARY(std::atan(x)),
     {{{0.0}}, {{0.5}}, {{-3}}, {{1000}, 500}},
     {{{1e150}, {1e-300}}, {{1e200}, {0}}, {{-inf}, {0}}}},
    {"math.atan2",
     BINARY(std::atan2(x, z)),
     {{{1, 2}},
      {{2, 1}},
      {{1, -2}},
      {{-2, -1}},
      {{0, 1}, 0.9},
      {{1, 0}, 0.9},
      {{-1, 0}, 0.9},
      {{3, 3}},
      {{1e-5, 1e5}}},
     // On the cut along x = 0, z < 0 as beside it.
     {{{0, -2}, {-0.5, -0.0}},
      {{0, 0}, {nan, nan}},
      {{1, inf}, {0, 0}},
      {{-inf, 1}, {0, 0}},
      {{inf, inf}, {nan, nan}},
      // No square overflows, none vanishes.
      {{1e300, 1e300}, {5e-301, -5e-301}},
      {{1e300, 1e-300}, {0, -1e-300}},
      {{1e-300, 1e300}, {1e-300, 0}},
      {{1e-300, 1e-300}, {5e299, -5e299}}}},
    {"math.atanh",
     UNARY(std::atanh(x)),
     {{{0.0}}, {{0.5}, 0.4}, {{-0.9}, 0.1}, {{0.999}, 0.001}},
     {{{1}, {inf}}, {{-1}, {inf}}, {{1 - 0x1p-30}, {536870912.25}}}},
    {"math.cbrt",
     UNARY(std::cbrt(x)),
     {{{8}, 4}, {{-0.125}, 0.06}, {{1e-9}, 5e-10}},
     {{{0}, {inf}}, {{-0.0}, {inf}}, {{1e300}, {1e-200 / 3}}, {{-inf}, {0}}}},
    {"math.clampf",
     TERNARY(maximum(minimum(a, c), b)),
     {{{1, 2, 4}, 0.5}, {{3, 2, 4}, 0.5}, {{5, 2, 4}, 0.5}},
     {{{2, 2, 4}, {0.5, 0.5, 0}},
      {{4, 2, 4}, {0.5, 0, 0.5}},
      // The bounds are equal: the tie with the lower one is shared first.
      {{1, 2, 2}, {0, 1, 0}},
      {{3, 2, 2}, {0, 0.5, 0.5}},
      {{2, 2, 2}, {0.25, 0.5, 0.25}},
      // The lower bound is above the upper one, and is the result.
      {{3, 5, 2}, {0, 1, 0}},
      {{nan, 2, 4}, {0, 0, 0}}}},
    {"math.copysign",
     BINARY(std::copysign(x, z)),
     {{{2, 3}}, {{2, -3}}, {{-2, 3}}, {{-2, -3}}},
     {{{0, 1}, {0, 0}},
      {{0, -1}, {0, 0}},
      {{2, -0.0}, {-1, 0}},
      {{-2, 0.0}, {-1, 0}},
      {{-inf, -1}, {1, 0}},
      {{nan, 1}, {0, 0}},
      {{2, nan}, {1, 0}}}},
    {"math.cos",
     UNARY(std::cos(x)),
     {{{0.0}}, {{0.5}}, {{-3}}, {{100}}},
     {{{inf}, {nan}}}},
    {"math.cosh",
     UNARY(std::cosh(x)),
     {{{0.0}}, {{0.5}}, {{-3}}, {{20}}},
     {{{1e300}, {inf}}, {{-inf}, {-inf}}}},
    {"math.erf",
     UNARY(std::erf(x)),
     {{{0.0}}, {{0.5}}, {{-1}}, {{3}}},
     {{{20}, {2.1610374743867984e-174}}, {{1e300}, {0}}, {{-inf}, {0}}}},
    {"math.erfc",
     UNARY(std::erfc(x)),
     {{{0.0}}, {{0.5}}, {{-1}}, {{3}}},
     {{{20}, {-2.1610374743867984e-174}}, {{1e300}, {0}}, {{-inf}, {0}}}},
    {"math.exp",
     UNARY(std::exp(x)),
     {{{0.0}}, {{0.5}}, {{-30}}, {{20}}},
     {{{-inf}, {0}}, {{1e300}, {inf}}}},
    {"math.exp2",
     UNARY(std::exp2(x)),
     {{{0.0}}, {{0.5}}, {{-30}}, {{20}}},
     {{{-inf}, {0}}, {{1e300}, {inf}}}},
    {"math.expm1",
     UNARY(std::expm1(x)),
     {{{0.0}}, {{0.5}}, {{-5}}, {{20}}},
     // y + 1 would be 0.
     {{{-50}, {1.9287498479639178e-22}}, {{1e300}, {inf}}}},
    {"math.fma",
     TERNARY(std::fma(a, b, c)),
     {{{2, 3, 4}}, {{-1, 0.5, 10}}},
     {{{inf, 2, nan}, {2, inf, 1}}}},
    {"math.fpowi",
     BINARY(std::pow(x, z)),
     {{{2, 3}}, {{-2, 3}}, {{-1.5, -4}, 0.7}, {{3, 1}}, {{0.5, -1}, 0.25}},
     {{{0, 0}, {0, 0}},
      {{nan, 0}, {0, 0}},
      {{inf, 0}, {0, 0}},
      {{0, 1}, {1, 0}},
      {{0, 2}, {0, 0}},
      {{0, -1}, {-inf, 0}}},
     /*discrete=*/1},
    {"math.log",
     UNARY(std::log(x)),
     {{{0.5}, 0.25}, {{3}}, {{1e10}, 5e9}},
     {{{0.0}, {inf}}, {{-0.0}, {-inf}}, {{inf}, {0}}}},
    {"math.log10",
     UNARY(std::log10(x)),
     {{{0.5}, 0.25}, {{3}}, {{1e10}, 5e9}},
     {{{0.0}, {inf}}, {{inf}, {0}}}},
    {"math.log1p",
     UNARY(std::log1p(x)),
     {{{0.0}, 0.9}, {{-0.5}, 0.4}, {{3}}, {{1e10}, 5e9}},
     {{{-1}, {inf}}, {{1e-300}, {1}}, {{inf}, {0}}}},
    {"math.log2",
     UNARY(std::log2(x)),
     {{{0.5}, 0.25}, {{3}}, {{1e10}, 5e9}},
     {{{0.0}, {inf}}, {{inf}, {0}}}},
    {"math.powf",
     BINARY(std::pow(x, z)),
     {{{2, 3}}, {{0.5, -2}, 0.25}, {{3, 0}}, {{9, 0.5}}},
     {{{0, 0}, {0, 0}},
      {{0, 1}, {1, 0}},
      {{0, 2}, {0, 0}},
      {{0, 0.5}, {inf, 0}},
      {{0, -1}, {-inf, nan}},
      // Not real in the exponent.
      {{-2, 3}, {12, nan}},
      {{-2, 0}, {0, nan}},
      {{inf, 2}, {inf, inf}}}},
    {"math.rsqrt",
     UNARY(1 / std::sqrt(x)),
     {{{0.5}, 0.25}, {{3}}, {{1e10}, 5e9}},
     {{{0}, {-inf}}, {{1e-200}, {-5e299}}, {{inf}, {0}}, {{-1}, {nan}}}},
    {"math.sin",
     UNARY(std::sin(x)),
     {{{0.0}}, {{0.5}}, {{-3}}, {{100}}},
     {{{inf}, {nan}}}},
    {"math.sinh",
     UNARY(std::sinh(x)),
     {{{0.0}}, {{0.5}}, {{-3}}, {{20}}},
     {{{1e300}, {inf}}, {{-inf}, {inf}}}},
    {"math.sqrt",
     UNARY(std::sqrt(x)),
     {{{4}}, {{0.01}, 0.005}, {{1e10}, 5e9}},
     {{{0.0}, {inf}}, {{-0.0}, {-inf}}, {{inf}, {0}}, {{-1}, {nan}}}},
    {"math.tan",
     UNARY(std::tan(x)),
     {{{0.0}}, {{0.5}}, {{-3}}, {{1.5}, 0.07}},
     {{{inf}, {nan}}}},
    {"math.tanh",
     UNARY(std::tanh(x)),
     {{{0.0}}, {{0.5}}, {{-3}}},
     // As exact as the result is, hence 0 where that is 1.
     {{{-20}, {0}}, {{inf}, {0}}}},
    {"vector.fma",
     TERNARY(std::fma(a, b, c)),
     {{{2, 3, 4}}, {{-1, 0.5, 10}}},
     {{{inf, 2, nan}, {2, inf, 1}}}},
};

/// The rows of all ops that have one, by op.
const std::map<std::string, ArrayRef<Expr>> &allPartials() {
  static const auto all = [] {
    mlir::DialectRegistry registry;
    sg::registerAllDialects(registry);
    mlir::MLIRContext context(registry);
    context.loadAllAvailableDialects();
    std::map<std::string, ArrayRef<Expr>> all;
    for (mlir::RegisteredOperationName op : context.getRegisteredOperations())
      if (auto *row = op.getInterface<ScalarRowOpInterface>())
        all[op.getStringRef().str()] = row->getPartials();
    return all;
  }();
  return all;
}

class ScalarRowsTest : public testing::TestWithParam<Row> {
protected:
  /// The partial derivatives at a point.
  Values evaluate(Values operands) const {
    Values leaves = operands;
    leaves.push_back(GetParam().function(operands));
    Values values;
    for (const Expr &partial : allPartials().at(GetParam().op))
      values.push_back(partial.evaluate(leaves));
    return values;
  }
};

/// Richardson's extrapolation of central differences with the steps reach/8,
/// reach/16, ... reach/128. The powers 2 to 8 of the step cancel, and what is
/// left of the 10th is below 1e-14 of the terms. Rounding is not: the last
/// difference has an error of eps |f| 128 / reach, about 3e-14 |f| / reach.
double differentiate(double (*function)(ArrayRef<double>), Values operands,
                     unsigned i, double reach) {
  constexpr int levels = 5;
  double table[levels][levels];
  double center = operands[i];
  for (int row = 0; row < levels; ++row) {
    // What is really added, not what was meant to be.
    double step = std::ldexp(reach, -3 - row);
    double above = center + step, below = center - step;
    operands[i] = above;
    double difference = function(operands);
    operands[i] = below;
    difference -= function(operands);
    table[row][0] = difference / (above - below);
    for (int k = 1; k <= row; ++k)
      table[row][k] =
          table[row][k - 1] + (table[row][k - 1] - table[row - 1][k - 1]) /
                                  (std::ldexp(1.0, 2 * k) - 1);
  }
  return table[levels - 1][levels - 1];
}

TEST_P(ScalarRowsTest, EqualsDifferences) {
  const Row &row = GetParam();
  ASSERT_FALSE(row.points.empty());
  for (const Point &point : row.points) {
    Values partials = evaluate(point.operands);
    ASSERT_EQ(partials.size(), point.operands.size());
    for (unsigned i = 0; i < partials.size(); ++i) {
      if (int(i) == row.discrete) {
        EXPECT_EQ(partials[i], 0);
        continue;
      }
      double expected =
          differentiate(row.function, point.operands, i, point.reach);
      double scale = std::fabs(row.function(point.operands)) / point.reach;
      // Thrice the error of the difference, and a few roundings in the row.
      double tolerance = 1e-13 * scale + 1e-13 * std::fabs(expected);
      EXPECT_NEAR(partials[i], expected, tolerance)
          << "operand " << i << " at "
          << testing::PrintToString(point.operands);
    }
  }
}

TEST_P(ScalarRowsTest, SpecialPoints) {
  for (const Special &point : GetParam().special) {
    Values partials = evaluate(point.operands);
    ASSERT_EQ(partials.size(), point.partials.size());
    for (unsigned i = 0; i < partials.size(); ++i) {
      SCOPED_TRACE(testing::Message()
                   << "operand " << i << " at "
                   << testing::PrintToString(point.operands));
      if (std::isnan(point.partials[i]))
        EXPECT_TRUE(std::isnan(partials[i])) << partials[i];
      else
        EXPECT_DOUBLE_EQ(partials[i], point.partials[i]);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, ScalarRowsTest, testing::ValuesIn(rows),
                         [](const auto &info) {
                           std::string name = info.param.op;
                           name[name.find('.')] = '_';
                           return name;
                         });

TEST(ScalarRowsTable, HasEveryOpWithARow) {
  std::vector<std::string> withRow, inTable;
  for (const auto &[op, partials] : allPartials())
    withRow.push_back(op);
  for (const Row &row : rows)
    inTable.push_back(row.op);
  EXPECT_EQ(withRow, inTable);
}

} // namespace
