//===- ScalarRowsTest.cpp - Scalar rows evaluated on doubles --------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarRowCases.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "sg/Register.h"
#include "sg/Rules/RuleKinds.h"
#include <cmath>
#include <gtest/gtest.h>
#include <map>

using llvm::ArrayRef;
using namespace sg::rules;
using namespace sg::test;

namespace {

/// Returns the rows of all ops that have one, by op.
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

class ScalarRowsTest : public testing::TestWithParam<ScalarRowCase> {
protected:
  /// Returns the partial derivatives at a point.
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
/// reach/16, ... reach/128. The powers 2 to 8 of the step cancel; the remainder
/// of order 10 is below 1e-14 of the terms. Rounding remains: the last
/// difference has an error of eps |f| 128 / reach, about 3e-14 |f| / reach.
double differentiate(double (*function)(ArrayRef<double>), Values operands,
                     unsigned i, double reach) {
  constexpr int levels = 5;
  double table[levels][levels];
  double center = operands[i];
  for (int row = 0; row < levels; ++row) {
    // Use the rounded step, not the nominal step.
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

TEST_P(ScalarRowsTest, AgreesWithFiniteDifferences) {
  const ScalarRowCase &row = GetParam();
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
      // Three times the error of the difference, and a few roundings in the
      // row.
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

INSTANTIATE_TEST_SUITE_P(All, ScalarRowsTest,
                         testing::ValuesIn(getScalarRowCases()),
                         [](const auto &info) {
                           std::string name = info.param.op;
                           name[name.find('.')] = '_';
                           return name;
                         });

TEST(ScalarRowsTable, HasEveryOpWithARow) {
  std::vector<std::string> withRow, inTable;
  for (const auto &[op, partials] : allPartials())
    withRow.push_back(op);
  for (const ScalarRowCase &row : getScalarRowCases())
    inTable.push_back(row.op);
  EXPECT_EQ(withRow, inTable);
}

} // namespace
