//===- GradientCheckTest.cpp - Whether derivatives are right, as structs --===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/GradientCheck/GradientCheck.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Parser/Parser.h"
#include "sg/Register.h"
#include <cmath>
#include <gtest/gtest.h>

using namespace mlir;
using namespace sg::gradcheck;
using sg::Array;

namespace {
constexpr llvm::StringLiteral kProgram = R"(
func.func @product(%x: tensor<2xf64>, %n: i32, %y: tensor<2xf64>) -> tensor<2xf64> {
  %z = arith.mulf %x, %y : tensor<2xf64>
  return %z : tensor<2xf64>
}
func.func private @energy(%x: f32) -> f32
    attributes {no_inline, grad.custom_vjp = {forward = @energy_forward, backward = @energy_backward}} {
  %energy = arith.mulf %x, %x : f32
  return %energy : f32
}
func.func private @energy_forward(%x: f32) -> (f32, f32) {
  %energy = arith.mulf %x, %x : f32
  return %energy, %x : f32, f32
}
func.func private @energy_backward(%x: f32, %cotangent: f32) -> f32 {
  %dx = arith.mulf %x, %cotangent : f32
  return %dx : f32
}
func.func @wrong(%x: f32) -> f32 {
  %sine = math.sin %x : f32
  %energy = func.call @energy(%sine) : (f32) -> f32
  return %energy : f32
}
func.func @relu(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %y = arith.maximumf %x, %zero : f64
  return %y : f64
}
func.func @bits(%x: f32) -> f32 {
  %i = arith.bitcast %x : f32 to i32
  %f = arith.bitcast %i : i32 to f32
  %y = arith.mulf %x, %x : f32
  return %y : f32
}
func.func @positive(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %holds = arith.cmpf ogt, %x, %zero : f64
  cf.assert %holds, "x is positive"
  return %x : f64
}
func.func @negative(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %holds = arith.cmpf olt, %x, %zero : f64
  cf.assert %holds, "x is negative"
  return %x : f64
}
func.func @roots(%x: f64, %y: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %r = math.sqrt %x : f64
  %s = arith.mulf %r, %y : f64
  return %s : f64
}
func.func @vector(%x: vector<2xf64>) -> vector<2xf64> {
  return %x : vector<2xf64>
}
func.func @empty(%x: tensor<0xf64>) -> tensor<0xf64> {
  return %x : tensor<0xf64>
}
func.func @branches(%x: f64, %c: i1) -> f64 {
  cf.cond_br %c, ^a, ^b
^a:
  %y = arith.addf %x, %x : f64
  return %y : f64
^b:
  return %x : f64
}
)";

/// Writes down what it is told.
struct Recorder : Listener {
  void enter(Phase phase) override {
    told += phase == Phase::Compiling ? "compiling "
            : phase == Phase::Running ? "running "
                                      : "localizing ";
  }
  void begin(const FunctionCheck &check) override {
    EXPECT_TRUE(check.arguments.empty());
    told += "begin" + std::to_string(check.kind) + " ";
  }
  void end(const FunctionCheck &check) override {
    told += "end" + std::to_string(check.arguments.size()) + " ";
  }
  void end(const Localization &) override { told += "localized "; }
  std::string told;
};

class GradientCheckTest : public testing::Test {
protected:
  GradientCheckTest() {
    DialectRegistry registry;
    sg::registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    module = parseSourceString<ModuleOp>(kProgram, &context, "program.mlir");
  }

  Array scalar(double value) {
    auto array =
        llvm::cantFail(Array::allocate(Float64Type::get(&context), {}));
    std::memcpy(array.getData(), &value, sizeof value);
    return array;
  }

  llvm::Error tryCheck(StringRef name, ArrayRef<Array> inputs = {}) {
    result = {};
    auto function = module->lookupSymbol<func::FuncOp>(name);
    return checkGradients(function, inputs, options, result);
  }
  void check(StringRef name, ArrayRef<Array> inputs = {}) {
    if (llvm::Error error = tryCheck(name, inputs))
      FAIL() << llvm::toString(std::move(error));
  }

  /// The error that there must be.
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

  std::string text() {
    std::string text;
    llvm::raw_string_ostream os(text);
    print(os, result);
    return text;
  }

  MLIRContext context{MLIRContext::Threading::DISABLED};
  OwningOpRef<ModuleOp> module;
  Options options;
  Result result;
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
      EXPECT_NEAR(along.forward, along.slope, 1e-7);
    }
  }
  // The module is as it was, and what is found the same each time.
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

TEST_F(GradientCheckTest, Slopes) {
  // Along 1, of the product of its arguments.
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
  // With cotangents that are multiples of 1/8 from 1/8 to 1 in magnitude.
  double most =
      3 * std::abs(along.direction[0]) + 4 * std::abs(along.direction[1]);
  EXPECT_GT(std::abs(along.forward), 0);
  EXPECT_LE(std::abs(along.forward), most);
  EXPECT_EQ(along.forward, along.reverse);
}

TEST_F(GradientCheckTest, Localizes) {
  check("wrong");
  EXPECT_FALSE(result.agrees());
  EXPECT_FALSE(result.functions.front().agrees());
  const DirectionalResult &worst =
      result.functions.front().arguments.front().getWorst();
  EXPECT_EQ(worst.kind, DirectionalResult::Disagrees);
  EXPECT_NEAR(worst.slope, 2 * worst.forward, 1e-6);
  ASSERT_EQ(result.localizations.size(), 1u);
  ASSERT_TRUE(result.localizations[0].op);
  const WrongOp &op = *result.localizations[0].op;
  EXPECT_EQ(op.name, "func.call");
  EXPECT_NEAR(op.differences, 2 * op.forward, 1e-6);
  EXPECT_DOUBLE_EQ(op.forward, op.reverse);
  auto place = op.location->findInstanceOf<FileLineColLoc>();
  ASSERT_TRUE(place);
  EXPECT_EQ(place.getFilename(), "program.mlir");
  EXPECT_EQ(place.getLine(), 21u);
  ASSERT_EQ(op.notes.size(), 1u);
  EXPECT_EQ(op.notes[0].text,
            "it calls '@energy', whose rule says otherwise than its body");

  // As text, and as a diagnostic.
  std::string told, said = text();
  {
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      told = diagnostic.str();
      EXPECT_EQ(std::distance(diagnostic.getNotes().begin(),
                              diagnostic.getNotes().end()),
                1);
    });
    op.emitError();
  }
  EXPECT_EQ(told, op.describe());
  EXPECT_NE(said.find("DISAGREES in all 4 directions: forward mode"),
            std::string::npos);
  EXPECT_NE(said.find("program.mlir:21:13: error: " + op.describe() +
                      "\nprogram.mlir:21:13: note: it calls '@energy'"),
            std::string::npos)
      << said;
}

/// As docs/CheckingGradients.md has it.
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

TEST_F(GradientCheckTest, Document) {
  EXPECT_EQ(nameWrongOp(module->lookupSymbol<func::FuncOp>("relu")), "");
  EXPECT_EQ(nameWrongOp(module->lookupSymbol<func::FuncOp>("wrong"))
                .find("func.call: the derivative of 'func.call' is wrong: "),
            0u);
}

TEST_F(GradientCheckTest, OwnRule) {
  check("energy");
  ASSERT_EQ(result.localizations.size(), 1u);
  ASSERT_TRUE(result.localizations[0].op);
  EXPECT_EQ(result.localizations[0].op->function, "energy");
  EXPECT_EQ(result.localizations[0].op->describe(),
            "the rule of '@energy' says otherwise than its body");
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
  EXPECT_EQ(recorder.told,
            "compiling running begin0 end2 begin1 end2 begin2 end2 ");
  recorder.told.clear();
  options.order = 1;
  check("wrong");
  EXPECT_EQ(recorder.told,
            "compiling running begin0 end1 localizing localized ");
}

TEST_F(GradientCheckTest, Alone) {
  // The root has no slope at 0, which times the zero tangent is NaN.
  check("roots", {scalar(0), scalar(1)});
  ASSERT_EQ(result.functions.size(), 2u);
  ASSERT_EQ(result.functions[0].arguments.size(), 1u);
  EXPECT_EQ(result.functions[0].arguments[0].argument, 0u);
  ASSERT_EQ(result.functions[1].arguments.size(), 1u);
  EXPECT_EQ(result.functions[1].arguments[0].argument, 1u);
  EXPECT_EQ(result.functions[1].kind, FunctionCheck::Function);
}

TEST_F(GradientCheckTest, OtherPrograms) {
  check("empty");
  EXPECT_NE(text().find("tensor<0xf64>: has no elements"), std::string::npos);
  check("branches");
  EXPECT_TRUE(result.agrees());
  // What is not positive is tried elsewhere.
  options.seed = 3;
  check("positive");
  EXPECT_EQ(result.functions.front().random->low, 0.125);
}

TEST_F(GradientCheckTest, Errors) {
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

namespace {
/// Says at the fifth run that it takes too long.
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

TEST_F(GradientCheckTest, TimeLimit) {
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
  // What was found until then.
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
