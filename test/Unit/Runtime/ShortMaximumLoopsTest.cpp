//===- ShortMaximumLoopsTest.cpp - Short loops over maxima ----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NativeCode/ShortMaximumLoops.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "gtest/gtest.h"

using namespace llvm;

/// Returns true if the pass forbids to vectorize a loop of `count` iterations
/// that computes `step` of %m and %v.
static bool isForbidden(StringRef step, StringRef count = "9") {
  std::string text = formatv(R"(
declare double @llvm.maxnum.f64(double, double)
declare double @llvm.minnum.f64(double, double)
declare double @llvm.maximum.f64(double, double)
define double @f(ptr %x, i64 %n) {{
entry:
  br label %loop
loop:
  %i = phi i64 [0, %entry], [%next, %loop]
  %m = phi double [0.0, %entry], [%r, %loop]
  %p = getelementptr double, ptr %x, i64 %i
  %v = load double, ptr %p
  %r = {0}
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, {1}
  br i1 %done, label %exit, label %loop
exit:
  ret double %r
})",
                             step, count);
  LLVMContext context;
  SMDiagnostic error;
  std::unique_ptr<Module> module = parseAssemblyString(text, error, context);
  EXPECT_TRUE(module) << error.getMessage().str();
  PassBuilder builder;
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  FunctionPassManager passes;
  passes.addPass(createFunctionToLoopPassAdaptor(sg::ShortMaximumLoops()));
  passes.run(*module->getFunction("f"), functions);
  std::string after;
  raw_string_ostream(after) << *module;
  return StringRef(after).contains("!\"llvm.loop.vectorize.enable\", i32 0");
}

TEST(ShortMaximumLoops, Maxima) {
  EXPECT_TRUE(
      isForbidden("call double @llvm.maxnum.f64(double %m, double %v)"));
  EXPECT_TRUE(
      isForbidden("call double @llvm.minnum.f64(double %v, double %m)"));
}

TEST(ShortMaximumLoops, WithoutNaN) {
  EXPECT_FALSE(isForbidden(
      "call nnan nsz double @llvm.maxnum.f64(double %m, double %v)"));
}

TEST(ShortMaximumLoops, OtherOpsThatPropagateNaN) {
  EXPECT_FALSE(
      isForbidden("call double @llvm.maximum.f64(double %m, double %v)"));
  EXPECT_FALSE(isForbidden("fadd reassoc double %m, %v"));
}

TEST(ShortMaximumLoops, TripCounts) {
  const char *step = "call double @llvm.maxnum.f64(double %m, double %v)";
  EXPECT_TRUE(isForbidden(step, "15"));
  EXPECT_FALSE(isForbidden(step, "16"));
  EXPECT_FALSE(isForbidden(step, "%n"));
}
