//===- DifferentiateTest.cpp - sg::differentiate --------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Contract of sg::differentiate, checked on programs that run.
//
//===----------------------------------------------------------------------===//

#include "sg/Transforms/Differentiate.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/DebugStringHelper.h"
#include "sg/Dialect/Grad/IR/Grad.h"
#include "sg/Pipelines/Pipelines.h"
#include "sg/Register.h"
#include "sg/Runtime/Executable.h"
#include <cmath>
#include <gtest/gtest.h>

using namespace mlir;
using sg::DerivativeRequest;
using sg::grad::RequestMode;

namespace {
class DifferentiateTest : public testing::Test {
protected:
  DifferentiateTest()
      : context(createRegistry(), MLIRContext::Threading::DISABLED),
        handler(&context, [&](Diagnostic &diagnostic) {
          diagnostics += diagnostic.str() + "\n";
          return success();
        }) {
    module = parseSourceString<ModuleOp>(R"mlir(
      func.func @f(%x: f64, %n: i32, %y: f64) -> (f64, i32, f64) {
        %p = arith.mulf %x, %y : f64
        %s = arith.addf %x, %p : f64
        %q = arith.mulf %y, %y : f64
        return %s, %n, %q : f64, i32, f64
      }
      func.func @chosen(%x: f64) -> f64 {
        %zero = arith.constant 0.0 : f64
        %p = arith.cmpf ogt, %x, %zero : f64
        %r = math.sqrt %x : f64
        %y = arith.select %p, %r, %zero : f64
        return %y : f64
      }
      func.func @stopped(%x: f64) -> f64 {
        %s = grad.stop_gradient %x : f64
        return %s : f64
      }
      func.func @cubeSlope(%x: f64) -> f64 {
        %y, %dx = grad.value_and_grad @cube(%x) : (f64) -> (f64, f64)
        return %dx : f64
      }
      func.func private @cube(%x: f64) -> f64 {
        %s = arith.mulf %x, %x : f64
        %c = arith.mulf %s, %x : f64
        return %c : f64
      }
      func.func @tensors(%x: tensor<?xf64>) -> tensor<?xf64> {
        return %x : tensor<?xf64>
      }
      func.func @round(%x: f64, %n: i32) -> i32 {
        %i = arith.fptosi %x : f64 to i32
        return %i : i32
      }
      func.func @count(%n: i32) -> i32 {
        return %n : i32
      }
      func.func @none(%x: f64) {
        return
      }
      func.func private @unknown(f64) -> f64
      )mlir",
                                         &context);
  }

  static DialectRegistry createRegistry() {
    DialectRegistry registry;
    sg::registerAllDialects(registry);
    return registry;
  }

  func::FuncOp find(StringRef name) {
    return module->lookupSymbol<func::FuncOp>(name);
  }

  /// Returns the diagnostic of a request that fails. Expects no new public
  /// function in the module.
  std::string getError(StringRef name, const DerivativeRequest &request) {
    auto countPublic = [&] {
      return llvm::count_if(module->getOps<func::FuncOp>(),
                            [](func::FuncOp f) { return f.isPublic(); });
    };
    auto before = countPublic();
    EXPECT_TRUE(failed(sg::differentiate(find(name), request)));
    EXPECT_EQ(countPublic(), before);
    EXPECT_TRUE(succeeded(verify(*module)));
    return std::exchange(diagnostics, "");
  }

  /// Calls a function of scalars. Arguments of type `i32` are 7.
  std::vector<double> call(func::FuncOp function, std::vector<double> numbers) {
    std::string name = function.getName().str();
    FunctionType type = function.getFunctionType();
    PassManager pm(&context);
    sg::buildLowerToCPUPipeline(pm, {});
    OwningOpRef<ModuleOp> copy = module->clone();
    copy->lookupSymbol("unknown")->erase();
    if (failed(pm.run(*copy)))
      return {};
    auto native = llvm::cantFail(sg::Executable::compile(*copy, {}));
    int32_t seven = 7;
    std::vector<double> values(type.getNumResults());
    std::vector<int32_t> integers(type.getNumResults());
    std::vector<sg_array> arguments, results;
    size_t next = 0;
    for (Type each : type.getInputs())
      arguments.push_back(each.isF64()
                              ? sg_array{&numbers[next++], nullptr, 0, SG_F64}
                              : sg_array{&seven, nullptr, 0, SG_I32});
    for (auto [i, each] : llvm::enumerate(type.getResults()))
      results.push_back(each.isF64()
                            ? sg_array{&values[i], nullptr, 0, SG_F64}
                            : sg_array{&integers[i], nullptr, 0, SG_I32});
    sg_call call = {};
    call.version = SG_CALL_VERSION;
    call.argument_count = arguments.size();
    call.result_count = results.size();
    call.arguments = arguments.data();
    call.results = results.data();
    EXPECT_EQ(next, numbers.size());
    EXPECT_EQ(llvm::cantFail(native->lookup(name))(&call), SG_OK);
    for (auto [i, each] : llvm::enumerate(type.getResults()))
      if (!each.isF64())
        values[i] = integers[i];
    return values;
  }

  MLIRContext context;
  std::string diagnostics;
  ScopedDiagnosticHandler handler;
  OwningOpRef<ModuleOp> module;
};

using Numbers = std::vector<double>;

TEST_F(DifferentiateTest, GradientOfFirstResult) {
  auto added = sg::differentiate(find("f"));
  ASSERT_TRUE(succeeded(added)) << diagnostics;
  EXPECT_EQ(added->getName(), "f_value_and_grad");
  EXPECT_TRUE(added->isPublic());
  EXPECT_TRUE(succeeded(verify(*module)));
  // The values are x + x y, 7 and y^2; the derivatives are 1 + y and x.
  EXPECT_EQ(call(*added, {2, 3}), (Numbers{8, 7, 9, 4, 2}));
}

TEST_F(DifferentiateTest, GradientOfOtherResult) {
  auto added = sg::differentiate(
      find("f"), {RequestMode::ValueAndGrad, /*wrt=*/{2, 0}, /*of=*/{2}, "g"});
  ASSERT_TRUE(succeeded(added)) << diagnostics;
  EXPECT_EQ(added->getName(), "g");
  EXPECT_EQ(call(*added, {2, 3}), (Numbers{8, 7, 9, 6, 0}));
}

TEST_F(DifferentiateTest, CotangentsFollowOrderOfOf) {
  auto all = sg::differentiate(find("f"), {RequestMode::VJP});
  auto reordered = sg::differentiate(
      find("f"), {RequestMode::VJP, /*wrt=*/{2}, /*of=*/{2, 0}, "swapped"});
  ASSERT_TRUE(succeeded(all) && succeeded(reordered)) << diagnostics;
  EXPECT_EQ(all->getName(), "f_vjp");
  EXPECT_EQ(call(*all, {2, 3, 10, 100}), (Numbers{8, 7, 9, 40, 620}));
  EXPECT_EQ(call(*reordered, {2, 3, 100, 10}), (Numbers{8, 7, 9, 620}));
}

TEST_F(DifferentiateTest, TangentsFollowOrderOfOf) {
  auto all = sg::differentiate(find("f"), {RequestMode::JVP});
  auto reordered =
      sg::differentiate(find("f"), {RequestMode::JVP, /*wrt=*/{2, 0},
                                    /*of=*/{2, 0}, "swapped"});
  ASSERT_TRUE(succeeded(all) && succeeded(reordered)) << diagnostics;
  EXPECT_EQ(all->getName(), "f_jvp");
  EXPECT_EQ(call(*all, {2, 3, 10, 100}), (Numbers{8, 7, 9, 240, 600}));
  EXPECT_EQ(call(*reordered, {2, 3, 100, 10}), (Numbers{8, 7, 9, 600, 240}));
}

TEST_F(DifferentiateTest, ExpandsNestedRequests) {
  auto added = sg::differentiate(find("cubeSlope"));
  ASSERT_TRUE(succeeded(added)) << diagnostics;
  EXPECT_EQ(call(*added, {2}), (Numbers{12, 12}));
}

TEST_F(DifferentiateTest, MissingFlowIsZeroUnlessStrict) {
  auto added = sg::differentiate(find("stopped"));
  ASSERT_TRUE(succeeded(added)) << diagnostics;
  EXPECT_EQ(call(*added, {2}), (Numbers{2, 0}));
  EXPECT_EQ(getError("stopped", {RequestMode::ValueAndGrad, {}, {}, "g", true}),
            "'func.func' op is strict, but no derivative flows from argument 0 "
            "of '@stopped' to its results: every path is blocked\n");
}

TEST_F(DifferentiateTest, StrongZeros) {
  DerivativeRequest request;
  auto eager = sg::differentiate(find("chosen"), request);
  request.name = "g";
  request.hasStrongZero = true;
  auto strong = sg::differentiate(find("chosen"), request);
  ASSERT_TRUE(succeeded(eager) && succeeded(strong)) << diagnostics;
  EXPECT_TRUE(std::isnan(call(*eager, {0})[1]));
  EXPECT_EQ(call(*strong, {0}), (Numbers{0, 0}));
}

TEST_F(DifferentiateTest, RejectsInvalidRequests) {
  auto gradient = RequestMode::ValueAndGrad;
  EXPECT_EQ(getError("f", {gradient, {3}}),
            "'wrt' names argument 3, but @f has 3\n");
  EXPECT_EQ(getError("f", {gradient, {0, 0}}),
            "'wrt' names argument 0 twice\n");
  EXPECT_EQ(getError("f", {gradient, {1}}),
            "argument 1 of '@f' is of type 'i32', which has no derivative: "
            "leave it out of wrt\n");
  EXPECT_EQ(getError("f", {RequestMode::VJP, {}, {-1}}),
            "'of' names result -1, but @f has 3\n");
  EXPECT_EQ(getError("f", {RequestMode::JVP, {}, {1}}),
            "result 1 of '@f' is of type 'i32', which has no derivative: leave "
            "it out of of\n");
  EXPECT_EQ(getError("f", {gradient, {}, {0, 2}}),
            "a gradient requires one result, but 2 are named in of: name "
            "one, or use the mode vjp\n");
  EXPECT_EQ(getError("tensors", {}),
            "a gradient requires a float scalar, but result 0 of '@tensors' "
            "is 'tensor<?xf64>': reduce it, or use the mode vjp\n");
  EXPECT_EQ(getError("count", {RequestMode::JVP}),
            "there is nothing to differentiate: no argument of '@count' has a "
            "differentiable type\n");
  EXPECT_EQ(getError("round", {RequestMode::VJP}),
            "there is nothing to differentiate: no result of '@round' has a "
            "differentiable type\n");
  EXPECT_EQ(getError("none", {}),
            "there is nothing to differentiate: no result of '@none' has a "
            "differentiable type\n");
  EXPECT_EQ(
      getError("f", {RequestMode::Split}),
      "the mode split adds two functions, which only --grad-request-derivative "
      "supports; use value-and-grad, vjp or jvp\n");
  EXPECT_EQ(getError("f", {gradient, {}, {}, "cube"}),
            "there is a '@cube' already; give another name\n");
}

TEST_F(DifferentiateTest, RejectsExternalFunctions) {
  EXPECT_NE(getError("unknown", {}).find("no body"), std::string::npos);
}

TEST_F(DifferentiateTest, RequiresModule) {
  func::FuncOp function = find("f");
  function->remove();
  EXPECT_TRUE(failed(sg::differentiate(function)));
  EXPECT_EQ(diagnostics,
            "'@f' is not in a module, to which its derivative would be "
            "added: insert it into a module\n");
  function->erase();
}

TEST_F(DifferentiateTest, CreatesRequest) {
  auto requested = sg::requestDerivative(find("cube"), {RequestMode::JVP, {0}});
  ASSERT_TRUE(succeeded(requested));
  ASSERT_EQ(requested->size(), 1u);
  EXPECT_EQ(requested->front().getName(), "cube_jvp");
  EXPECT_EQ(llvm::range_size(requested->front().getOps<sg::grad::JVPOp>()), 1u);
  EXPECT_EQ(call(requested->front(), {2, 1}), (Numbers{8, 12}));

  auto halves = sg::requestDerivative(find("cube"), {RequestMode::Split});
  ASSERT_TRUE(succeeded(halves));
  ASSERT_EQ(halves->size(), 2u);
  EXPECT_EQ(halves->front().getName(), "cube_fwd");
  EXPECT_EQ(halves->back().getName(), "cube_bwd");
  EXPECT_EQ(call(halves->front(), {2})[0], 8);
  EXPECT_TRUE(succeeded(verify(*module)));

  EXPECT_TRUE(
      failed(sg::requestDerivative(find("f"), {RequestMode::VJP, {}, {0}})));
  EXPECT_EQ(diagnostics,
            "a request covers all results: leave 'of' out, or call "
            "sg::differentiate\n");
}

TEST_F(DifferentiateTest, NotifiesOfReplacedRequests) {
  struct Listener : RewriterBase::Listener {
    using RewriterBase::Listener::notifyOperationReplaced;
    void notifyOperationReplaced(Operation *op, ValueRange values) override {
      names.push_back(op->getName().getStringRef().str());
      EXPECT_EQ(values.size(), op->getNumResults());
    }
    std::vector<std::string> names;
  } listener;
  EXPECT_TRUE(succeeded(sg::differentiate(find("cubeSlope"), {}, &listener)));
  EXPECT_EQ(listener.names, std::vector<std::string>{"grad.value_and_grad"});
}
} // namespace
