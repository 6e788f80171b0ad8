//===- GradientCheckTest.cpp - Results of gradient checks -----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GradientCheckFixture.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include <cmath>
#include <cstring>

using namespace mlir;
using namespace sg::gradcheck;
using sg::Array;

namespace {
/// Records the messages it receives.
struct Recorder : Listener {
  void enter(Phase phase) override {
    events += phase == Phase::Compiling ? "compiling "
              : phase == Phase::Running ? "running "
                                        : "localizing ";
  }
  void begin(const FunctionCheck &check) override {
    EXPECT_TRUE(check.arguments.empty());
    events += "begin" + std::to_string(check.kind) + " ";
  }
  void end(const FunctionCheck &check) override {
    events += "end" + std::to_string(check.arguments.size()) + " ";
  }
  void end(const Localization &) override { events += "localized "; }
  std::string events;
};

class GradientCheckTest : public sg::test::GradientCheckFixture {
protected:
  void check(StringRef name, ArrayRef<Array> inputs = {}) {
    if (llvm::Error error = tryCheck(name, inputs))
      FAIL() << llvm::toString(std::move(error));
  }

  std::string text() {
    std::string text;
    llvm::raw_string_ostream os(text);
    print(os, result);
    return text;
  }
};
} // namespace

TEST_F(GradientCheckTest, Agrees) {
  std::string before;
  llvm::raw_string_ostream(before) << *module;
  check("product");
  EXPECT_TRUE(result.agrees());
  EXPECT_TRUE(result.localizations.empty());
  ASSERT_EQ(result.functions.size(), 1u);
  const FunctionCheck &found = result.functions.front();
  EXPECT_EQ(found.kind, FunctionCheck::Function);
  EXPECT_EQ(found.name, "product");
  EXPECT_EQ(found.type, "f64");
  EXPECT_EQ(found.whyNotWider, "");
  ASSERT_TRUE(found.random);
  EXPECT_EQ(found.random->low, -1);
  EXPECT_EQ(found.seed, 1u);
  ASSERT_EQ(found.arguments.size(), 2u);
  EXPECT_EQ(found.arguments[0].argument, 0u);
  EXPECT_EQ(found.arguments[1].argument, 2u);
  for (const ArgumentCheck &argument : found.arguments) {
    ASSERT_EQ(argument.directions.size(), 4u);
    for (const DirectionalResult &along : argument.directions) {
      EXPECT_EQ(along.kind, DirectionalResult::Agrees);
      EXPECT_EQ(along.direction.size(), 2u);
      EXPECT_NEAR(along.forward, along.reverse, 1e-14);
      EXPECT_NEAR(along.forward, along.differences, 1e-7);
    }
  }
  // The check leaves the module unchanged, and repeated checks report the same.
  std::string after, first = text();
  llvm::raw_string_ostream(after) << *module;
  EXPECT_EQ(after, before);
  check("product");
  EXPECT_EQ(text(), first);
  EXPECT_EQ(first.find("@product in f64 at random inputs from -1 to 1, seed "
                       "1:\n  input 0, tensor<2xf64>: agrees in all 4 "
                       "directions, relative difference "),
            0u)
      << first;
}

TEST_F(GradientCheckTest, DirectionalDerivative) {
  // Check argument 2 of the product along one direction.
  options.directions = 1;
  options.wrt = {2};
  auto n = llvm::cantFail(Array::allocate(IntegerType::get(&context, 32), {}));
  std::memset(n.getData(), 0, 4);
  auto pair = [&](double a, double b) {
    auto array =
        llvm::cantFail(Array::allocate(Float64Type::get(&context), {2}));
    double values[] = {a, b};
    std::memcpy(array.getData(), values, sizeof values);
    return array;
  };
  check("product", {pair(3, 4), n, pair(5, 6)});
  ASSERT_EQ(result.functions.size(), 1u);
  EXPECT_FALSE(result.functions[0].random);
  ASSERT_EQ(result.functions[0].arguments.size(), 1u);
  const DirectionalResult &along = result.functions[0].arguments[0].getWorst();
  // The cotangents are multiples of 1/8, from 1/8 to 1 in magnitude.
  double bound =
      3 * std::abs(along.direction[0]) + 4 * std::abs(along.direction[1]);
  EXPECT_GT(std::abs(along.forward), 0);
  EXPECT_LE(std::abs(along.forward), bound);
  EXPECT_EQ(along.forward, along.reverse);
}

TEST_F(GradientCheckTest, Localizes) {
  check("wrong");
  EXPECT_FALSE(result.agrees());
  EXPECT_FALSE(result.functions.front().agrees());
  const DirectionalResult &worst =
      result.functions.front().arguments.front().getWorst();
  EXPECT_EQ(worst.kind, DirectionalResult::Disagrees);
  EXPECT_NEAR(worst.differences, 2 * worst.forward, 1e-6);
  ASSERT_EQ(result.localizations.size(), 1u);
  ASSERT_TRUE(result.localizations[0].op);
  const WrongOp &op = *result.localizations[0].op;
  EXPECT_EQ(op.name, "func.call");
  EXPECT_NEAR(op.differences, 2 * op.forward, 1e-6);
  EXPECT_DOUBLE_EQ(op.forward, op.reverse);
  auto location = op.location->findInstanceOf<FileLineColLoc>();
  ASSERT_TRUE(location);
  EXPECT_EQ(location.getFilename(), "program.mlir");
  EXPECT_EQ(location.getLine(), 21u);
  ASSERT_EQ(op.notes.size(), 1u);
  EXPECT_EQ(op.notes[0].text,
            "it calls '@energy', whose rule contradicts its body");

  // Print the result as text and emit it as a diagnostic.
  std::string emitted, printed = text();
  {
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      emitted = diagnostic.str();
      EXPECT_EQ(std::distance(diagnostic.getNotes().begin(),
                              diagnostic.getNotes().end()),
                1);
    });
    op.emitError();
  }
  EXPECT_EQ(emitted, op.describe());
  EXPECT_NE(printed.find("DISAGREES in all 4 directions: forward mode"),
            std::string::npos);
  EXPECT_NE(printed.find("program.mlir:21:13: error: " + op.describe() +
                         "\nprogram.mlir:21:13: note: it calls '@energy'"),
            std::string::npos)
      << printed;
}

/// Names the op with the wrong derivative, as in docs/CheckingGradients.md.
static std::string nameWrongOp(func::FuncOp function) {
  sg::gradcheck::Result result;
  llvm::Error error = sg::gradcheck::checkGradients(function, {}, {}, result);
  if (error)
    return llvm::toString(std::move(error));
  for (const sg::gradcheck::Localization &found : result.localizations)
    if (found.op)
      return found.op->name + ": " + found.op->describe();
  return "";
}

TEST_F(GradientCheckTest, DocumentedExample) {
  EXPECT_EQ(nameWrongOp(module->lookupSymbol<func::FuncOp>("relu")), "");
  EXPECT_EQ(nameWrongOp(module->lookupSymbol<func::FuncOp>("wrong"))
                .find("func.call: the derivative of 'func.call' is wrong: "),
            0u);
}

TEST_F(GradientCheckTest, CustomRule) {
  check("energy");
  ASSERT_EQ(result.localizations.size(), 1u);
  ASSERT_TRUE(result.localizations[0].op);
  EXPECT_EQ(result.localizations[0].op->function, "energy");
  EXPECT_EQ(result.localizations[0].op->describe(),
            "the rule of '@energy' contradicts its body");
}

TEST_F(GradientCheckTest, NoDerivative) {
  check("relu", {scalar(0)});
  EXPECT_TRUE(result.agrees());
  const DirectionalResult &worst =
      result.functions.front().arguments.front().getWorst();
  EXPECT_EQ(worst.kind, DirectionalResult::NotDifferentiable);
  ASSERT_TRUE(worst.left && worst.right);
  EXPECT_NE(*worst.left, *worst.right);
}

TEST_F(GradientCheckTest, Precision) {
  check("bits");
  EXPECT_TRUE(result.agrees());
  EXPECT_EQ(result.functions.front().type, "f32");
  EXPECT_EQ(result.functions.front().whyNotWider,
            "'arith.bitcast' at program.mlir:30:8 depends on the type");
  EXPECT_EQ(result.functions.front().precision.epsilon, 0x1p-23);
  check("wrong");
  EXPECT_TRUE(result.functions.front().precision.isDouble());
  EXPECT_TRUE(result.functions.front().arguments[0].type.isF32());
}

TEST_F(GradientCheckTest, SecondOrder) {
  Recorder recorder;
  options.order = 2;
  options.listener = &recorder;
  check("product");
  ASSERT_EQ(result.functions.size(), 3u);
  EXPECT_EQ(result.functions[1].kind, FunctionCheck::ReverseDerivative);
  EXPECT_EQ(result.functions[2].kind, FunctionCheck::ForwardDerivative);
  EXPECT_EQ(result.functions[2].arguments.size(), 2u);
  EXPECT_EQ(recorder.events,
            "compiling running begin0 end2 begin1 end2 begin2 end2 ");
  recorder.events.clear();
  options.order = 1;
  check("wrong");
  EXPECT_EQ(recorder.events,
            "compiling running begin0 end1 localizing localized ");
}

TEST_F(GradientCheckTest, SeparatesArgumentsAfterNaN) {
  // The root's derivative at 0 is infinite; times the zero tangent it is NaN.
  check("roots", {scalar(0), scalar(1)});
  ASSERT_EQ(result.functions.size(), 2u);
  ASSERT_EQ(result.functions[0].arguments.size(), 1u);
  EXPECT_EQ(result.functions[0].arguments[0].argument, 0u);
  ASSERT_EQ(result.functions[1].arguments.size(), 1u);
  EXPECT_EQ(result.functions[1].arguments[0].argument, 1u);
  EXPECT_EQ(result.functions[1].kind, FunctionCheck::Function);
}

TEST_F(GradientCheckTest, Integers) {
  // Both branches are checked.
  options.directions = 1;
  check("branches");
  ASSERT_EQ(result.functions.size(), 2u);
  ASSERT_EQ(result.functions[0].integers.size(), 1u);
  EXPECT_EQ(result.functions[0].integers[0].argument, 1u);
  EXPECT_EQ(result.functions[0].integers[0].value, 0);
  EXPECT_EQ(result.functions[1].integers[0].value, 1);
  const DirectionalResult &sum = result.functions[0].arguments[0].getWorst();
  const DirectionalResult &same = result.functions[1].arguments[0].getWorst();
  EXPECT_NE(sum.forward, same.forward);
  EXPECT_TRUE(result.functions[0].failedIntegers.empty());
  // An argument that is not read adds no points.
  check("product");
  ASSERT_EQ(result.functions.size(), 1u);
  EXPECT_TRUE(result.functions[0].integers.empty());
  // An integer that fails is replaced, and the message names it.
  check("odd");
  EXPECT_TRUE(result.agrees());
  ASSERT_EQ(result.functions.size(), 1u);
  ASSERT_FALSE(result.functions[0].failedIntegers.empty());
  for (const FailedIntegers &failed : result.functions[0].failedIntegers) {
    EXPECT_EQ(failed.integers[0].value % 2, 0);
    EXPECT_NE(failed.reason.find("n is odd"), std::string::npos);
  }
}

TEST_F(GradientCheckTest, OtherPrograms) {
  check("empty");
  EXPECT_NE(text().find("tensor<0xf64>: has no elements"), std::string::npos);
  check("branches");
  EXPECT_TRUE(result.agrees());
  // The function is undefined for arguments <= 0, so other points are tried.
  options.seed = 3;
  check("positive");
  EXPECT_EQ(result.functions.front().random->low, 0.125);
}
