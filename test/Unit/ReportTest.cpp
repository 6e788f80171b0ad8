//===- ReportTest.cpp - The gradient report as a library call -------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Diagnostics/Report.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/DebugStringHelper.h"
#include "sg/Diagnostics/Passes.h"
#include "sg/Register.h"
#include "sg/Transforms/Passes.h"
#include "llvm/Support/JSON.h"
#include <gtest/gtest.h>

using namespace mlir;
using namespace sg::grad;
using Status = GradientReport::Status;

namespace {
class ReportTest : public testing::Test {
protected:
  ReportTest() : context(createRegistry(), MLIRContext::Threading::DISABLED) {
    module = parseSourceString<ModuleOp>(R"mlir(
      func.func @f(%x: tensor<?xf32>, %y: f32, %n: index, %z: f32)
          -> tensor<?xf32> {
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %s = grad.stop_gradient %y {name = "y"} : f32
        %r = scf.for %i = %c0 to %n step %c1
            iter_args(%a = %x) -> tensor<?xf32> {
          %t = math.tanh %a : tensor<?xf32>
          %o = linalg.generic {
              indexing_maps = [affine_map<(i) -> ()>, affine_map<(i) -> (i)>],
              iterator_types = ["parallel"]}
              ins(%s : f32) outs(%t : tensor<?xf32>) {
          ^bb0(%in: f32, %out: f32):
            %m = arith.addf %in, %out : f32
            linalg.yield %m : f32
          } -> tensor<?xf32>
          scf.yield %o : tensor<?xf32>
        }
        return %r : tensor<?xf32>
      })mlir",
                                         &context);
  }

  static DialectRegistry createRegistry() {
    DialectRegistry registry;
    sg::registerAllDialects(registry);
    return registry;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

TEST_F(ReportTest, DescribesFlowOfInputs) {
  ASSERT_TRUE(module);
  std::string before = debugString(*module);
  FailureOr<GradientReport> report = makeGradientReport(*module, {"f"});
  ASSERT_TRUE(succeeded(report));
  EXPECT_EQ(before, debugString(*module));
  ASSERT_EQ(report->inputs.size(), 4u);
  EXPECT_EQ(report->inputs[0].status, Status::Active);
  EXPECT_EQ(report->inputs[0].path.front().place.op, "scf.for");
  EXPECT_EQ(report->inputs[1].status, Status::Blocked);
  ASSERT_EQ(report->inputs[1].blockers.size(), 1u);
  EXPECT_EQ(report->inputs[1].blockers[0].place.name, "y");
  EXPECT_EQ(report->inputs[2].status, Status::NoDerivativeType);
  EXPECT_EQ(report->inputs[3].status, Status::Disconnected);
  ASSERT_EQ(report->stops.size(), 1u);
  EXPECT_EQ(report->stops[0].blocked, std::vector<unsigned>{1});
  EXPECT_TRUE(report->problem.empty());
}

TEST_F(ReportTest, SeparatesDynamicSizesFromBytes) {
  ASSERT_TRUE(module);
  FailureOr<GradientReport> report = makeGradientReport(*module, {"f", {0}});
  ASSERT_TRUE(succeeded(report));
  const RecordedEvent *tanh = nullptr;
  for (const GradientReport::Residual &residual : report->residuals)
    if (residual.event.place.op == "math.tanh")
      tanh = &residual.event;
  ASSERT_TRUE(tanh);
  EXPECT_EQ(tanh->size.bytes, 4u);
  ASSERT_EQ(tanh->size.factors.size(), 2u);
  EXPECT_EQ(tanh->size.factors[0].kind, SizeFactor::Trips);
  EXPECT_EQ(tanh->size.factors[1].kind, SizeFactor::ArgumentDim);
  EXPECT_EQ(tanh->size.factors[1].index, 0u);
  ASSERT_EQ(report->getOtherSizes().size(), 1u);
  EXPECT_EQ(report->getOtherSizes()[0].bytes, 4u);
}

TEST_F(ReportTest, PrintsValidJSON) {
  ASSERT_TRUE(module);
  FailureOr<GradientReport> report = makeGradientReport(*module, {"f"});
  ASSERT_TRUE(succeeded(report));
  std::string text;
  llvm::raw_string_ostream os(text);
  print(os, *report, ReportFormat::JSON);
  llvm::Expected<llvm::json::Value> parsed = llvm::json::parse(text);
  ASSERT_TRUE(static_cast<bool>(parsed));
  const llvm::json::Object *object = parsed->getAsObject();
  EXPECT_EQ(object->getString("schema"), "sg.gradient-report");
  EXPECT_EQ(object->getInteger("version"), 1);
  EXPECT_EQ(object->getArray("inputs")->size(), 4u);
}

TEST_F(ReportTest, FailsForUnknownNames) {
  ASSERT_TRUE(module);
  std::string message;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    message = diagnostic.str();
    return success();
  });
  EXPECT_TRUE(failed(makeGradientReport(*module, {"g"})));
  EXPECT_EQ(message, "there is no function '@g'; there are @f");
  EXPECT_TRUE(failed(makeGradientReport(*module, {"f", {4}})));
  EXPECT_TRUE(failed(makeGradientReport(*module, {"f", {}, {1}})));
}
} // namespace
