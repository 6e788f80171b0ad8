//===- ConditionalDivisionsTest.cpp - Divisions under a condition ---------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NativeCode/ConditionalDivisions.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace {

/// Fixture with a loop that divides unless an element is among the first %k.
class ConditionalDivisions : public testing::Test {
protected:
  /// Returns the names of the blocks that contain divisions after the pass.
  std::vector<std::string> run(StringRef divisions) {
    std::string text = (R"(
define void @f(ptr %x, ptr %y, i64 %a, i64 %b, i64 %n, i64 %k) {
entry:
  br label %loop
loop:
  %i = phi i64 [0, %entry], [%next, %latch]
  %first = icmp slt i64 %i, %k
  br i1 %first, label %latch, label %divide
divide:
  )" + divisions + R"(
  %from = getelementptr double, ptr %x, i64 %q
  %v = load double, ptr %from
  br label %latch
latch:
  %z = phi double [0.0, %loop], [%v, %divide]
  %to = getelementptr double, ptr %y, i64 %i
  store double %z, ptr %to
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret void
})")
                           .str();
    SMDiagnostic error;
    module = parseAssemblyString(text, error, context);
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
    passes.addPass(createFunctionToLoopPassAdaptor(sg::ConditionalDivisions()));
    Function &function = *module->getFunction("f");
    passes.run(function, functions);
    EXPECT_FALSE(verifyModule(*module, &errs()));
    std::vector<std::string> blocks;
    for (Instruction &instruction : instructions(function))
      if (instruction.isIntDivRem())
        blocks.push_back(instruction.getParent()->getName().str());
    return blocks;
  }

  bool isVectorizationForbidden() {
    std::string text;
    raw_string_ostream(text) << *module;
    return StringRef(text).contains("!\"llvm.loop.vectorize.enable\", i32 0");
  }

  LLVMContext context;
  std::unique_ptr<Module> module;
};

using Blocks = std::vector<std::string>;

TEST_F(ConditionalDivisions, EachKindOfDivision) {
  for (const char *name : {"udiv", "sdiv", "urem", "srem"})
    EXPECT_EQ(run(std::string("%q = ") + name + " i64 %a, %b"), Blocks{"entry"})
        << name;
}

TEST_F(ConditionalDivisions, DivisorFromDivision) {
  EXPECT_EQ(run("%r = sdiv i64 %a, %b\n"
                "%s = add i64 %r, 1\n"
                "%q = srem i64 %a, %s"),
            (Blocks{"entry", "entry"}));
}

TEST_F(ConditionalDivisions, VaryingOperand) {
  EXPECT_EQ(run("%q = udiv i64 %i, %b"), Blocks{"divide"});
  EXPECT_TRUE(isVectorizationForbidden());
  EXPECT_EQ(run("%q = urem i64 %a, %i"), Blocks{"divide"});
}

TEST_F(ConditionalDivisions, DivisorFromLoad) {
  EXPECT_EQ(run("%l = load i64, ptr %x\n"
                "%q = urem i64 %a, %l"),
            Blocks{"divide"});
}

TEST_F(ConditionalDivisions, ConstantDivisor) {
  EXPECT_EQ(run("%q = udiv i64 %i, 3"), Blocks{"divide"});
  EXPECT_FALSE(isVectorizationForbidden());
}

} // namespace
