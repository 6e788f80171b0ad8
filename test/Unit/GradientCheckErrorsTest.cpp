//===- GradientCheckErrorsTest.cpp - Failing gradient checks --------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GradientCheckFixture.h"
#include <cmath>

using namespace mlir;
using namespace sg::gradcheck;
using sg::Array;

namespace {
class GradientCheckErrorsTest : public sg::test::GradientCheckFixture {
protected:
  /// The expected error.
  struct Failure {
    CheckError::Kind kind;
    std::string text;
    bool isAtRandom;
    int32_t status;
  };
  Failure fail(StringRef name, ArrayRef<Array> inputs = {}) {
    Failure failure = {};
    llvm::Error error = tryCheck(name, inputs);
    EXPECT_TRUE(bool(error));
    llvm::handleAllErrors(std::move(error), [&](const CheckError &error) {
      failure = {error.getKind(), error.message(), error.isAtRandom(),
                 error.getStatus()};
    });
    return failure;
  }
};

/// Runner that exceeds the time limit at the fifth run.
class ShortRunner : public Runner {
public:
  explicit ShortRunner(std::vector<TimeLimit> &limits) : limits(limits) {}
  sg::CallOutcome run(sg_entry_point entry, MutableArrayRef<Array> inputs,
                      MutableArrayRef<Array> results) override {
    if (++numRuns >= 5)
      return {-1, "over", 0};
    return Runner::run(entry, inputs, results);
  }
  void setLimit(const TimeLimit &limit) override { limits.push_back(limit); }
  std::optional<End> getEnd() const override {
    return numRuns >= 5 ? std::optional<End>({true, ""}) : std::nullopt;
  }

private:
  std::vector<TimeLimit> &limits;
  unsigned numRuns = 0;
};
} // namespace

TEST_F(GradientCheckErrorsTest, Errors) {
  options.wrt = {5};
  Failure failure = fail("relu");
  EXPECT_EQ(failure.kind, CheckError::Option);
  EXPECT_EQ(failure.text, "wrt names argument 5, but @relu has 1");
  options.wrt = {1};
  EXPECT_EQ(fail("product").text,
            "wrt names argument 1, whose type has no derivative");
  options.wrt = {0, 0};
  EXPECT_EQ(fail("product").text, "wrt names argument 0 twice");
  options.wrt.clear();
  options.order = 3;
  EXPECT_EQ(fail("relu").text, "order is 3; it is 1 or 2");
  options.order = 1;
  options.directions = 0;
  EXPECT_EQ(fail("relu").text, "directions is 0; it is at least 1");
  options.directions = 1;
  options.timeLimit = NAN;
  EXPECT_EQ(fail("relu").text, "time_limit must be more than 0");
  options.timeLimit.reset();

  failure = fail("vector");
  EXPECT_EQ(failure.kind, CheckError::Unsupported);
  EXPECT_EQ(failure.text,
            "gradients cannot be checked: argument 0 of @vector is of type "
            "vector<2xf64>; check a function of numbers and tensors that calls "
            "it");
  failure = fail("relu", {scalar(0), scalar(1)});
  EXPECT_EQ(failure.kind, CheckError::Inputs);
  EXPECT_EQ(failure.text,
            "the function has 1 arguments, but there are 2 inputs");
  failure = fail("product", {scalar(0), scalar(1), scalar(2)});
  EXPECT_EQ(failure.text, "argument 0 is f64, the function has 2xf64");

  failure = fail("positive", {scalar(-1)});
  EXPECT_EQ(failure.kind, CheckError::Run);
  EXPECT_EQ(failure.status, SG_ASSERTION_FAILED);
  EXPECT_EQ(failure.text, "program.mlir:38:3: x is positive");
  EXPECT_FALSE(failure.isAtRandom);
  options.seed = 2;
  failure = fail("negative");
  EXPECT_EQ(failure.kind, CheckError::Inputs);
  EXPECT_EQ(failure.text, "@negative at random inputs from 0.125 to 0.875: "
                          "program.mlir:44:3: x is negative");
  EXPECT_TRUE(failure.isAtRandom);
  EXPECT_TRUE(result.functions.empty());
}

TEST_F(GradientCheckErrorsTest, TimeLimit) {
  std::vector<TimeLimit> limits;
  options.makeRunner = [&](const sg::Executable &) {
    return std::make_unique<ShortRunner>(limits);
  };
  Failure failure = fail("product");
  EXPECT_EQ(failure.kind, CheckError::Time);
  ASSERT_EQ(limits.size(), 2u);
  EXPECT_EQ(limits[0].seconds, 10);
  EXPECT_TRUE(limits[0].isRandom);
  EXPECT_EQ(limits[0].message, "@product at random inputs from -1 to 1 does "
                               "not end within 10 s");
  EXPECT_GE(limits[1].seconds, 10);
  EXPECT_FALSE(limits[1].isRandom);
  EXPECT_EQ(failure.text, limits[1].message);
  EXPECT_EQ(
      failure.text.find("@product or its derivative does not end within "), 0u);
  // The result contains the findings before the timeout.
  ASSERT_EQ(result.functions.size(), 1u);
  EXPECT_TRUE(result.functions[0].arguments.empty());

  limits.clear();
  fail("relu", {scalar(1)});
  EXPECT_TRUE(std::isinf(limits.at(0).seconds));
  EXPECT_GE(limits.at(1).seconds, 10);
  EXPECT_LT(limits.at(1).seconds, 100);
  limits.clear();
  options.timeLimit = 3;
  fail("relu", {scalar(1)});
  EXPECT_EQ(limits.at(0).seconds, 3);
}
