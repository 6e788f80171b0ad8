//===- CompilerTest.cpp - Compiling a function to native code -------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Compiler/Compiler.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Parser/Parser.h"
#include "sg/Register.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Path.h"
#include <gtest/gtest.h>

using namespace mlir;

namespace {
class CompilerTest : public testing::Test {
protected:
  CompilerTest() {
    DialectRegistry registry;
    sg::registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    context.allowUnregisteredDialects();
  }

  void parse(StringRef text) {
    module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module);
  }

  func::FuncOp find(StringRef name) {
    return llvm::cantFail(sg::findFunction(*module, name));
  }

  /// Compiles and calls a function of a scalar. Returns NaN if this fails.
  double call(StringRef name, double x,
              const sg::CompilerOptions &options = {}) {
    llvm::Expected<sg::CompiledFunction> compiled =
        sg::compileFunction(find(name), options);
    if (!compiled) {
      ADD_FAILURE() << llvm::toString(compiled.takeError());
      return NAN;
    }
    isFromCache = compiled->isFromCache;
    double y = NAN;
    sg_array argument = {&x, nullptr, 0, SG_F64};
    sg_array result = {&y, nullptr, 0, SG_F64};
    sg_call call = {};
    call.version = SG_CALL_VERSION;
    call.argument_count = call.result_count = 1;
    call.arguments = &argument;
    call.results = &result;
    sg_entry_point entry = llvm::cantFail(compiled->executable->lookup(name));
    EXPECT_EQ(entry(&call), SG_OK);
    return y;
  }

  /// The error of compiling a function: its step, its message, and a flag that
  /// is set if diagnostics were emitted too.
  struct Failure {
    sg::CompileError::Step step;
    bool hasDiagnostic;
    std::string text;
  };
  Failure fail(StringRef name, const sg::CompilerOptions &options = {}) {
    Failure failure = {};
    llvm::Expected<sg::CompiledFunction> compiled =
        sg::compileFunction(find(name), options);
    EXPECT_FALSE(bool(compiled));
    llvm::handleAllErrors(
        compiled.takeError(), [&](const sg::CompileError &error) {
          failure = {error.getStep(), error.hasDiagnostic(), error.message()};
        });
    return failure;
  }

  MLIRContext context{MLIRContext::Threading::DISABLED};
  OwningOpRef<ModuleOp> module;
  std::string diagnostics;
  bool isFromCache = false;
  ScopedDiagnosticHandler handler{&context, [this](Diagnostic &diagnostic) {
                                    diagnostics += diagnostic.str() + "\n";
                                  }};
};
} // namespace

TEST_F(CompilerTest, Function) {
  parse(R"(
    func.func @square(%x: f64) -> f64 {
      %y = arith.mulf %x, %x : f64
      return %y : f64
    }
    func.func @slope(%x: f64) -> f64 {
      %y, %dx = grad.value_and_grad @square(%x) : (f64) -> (f64, f64)
      return %dx : f64
    }
    func.func @unknown(%x: f64) -> f64 {
      %y = "foreign.sin"(%x) : (f64) -> f64
      return %y : f64
    }
  )");
  // Ops that the function does not reach cause no error.
  EXPECT_EQ(call("slope", 3), 6);
  EXPECT_EQ(diagnostics, "");
}

TEST_F(CompilerTest, Module) {
  parse(R"(
    func.func @one(%x: f64) -> f64 {
      return %x : f64
    }
    func.func @two(%x: f64) -> f64 {
      %y = arith.addf %x, %x : f64
      return %y : f64
    }
  )");
  auto compiled = sg::compileModule(*module, sg::CompilerOptions());
  ASSERT_TRUE(bool(compiled));
  EXPECT_TRUE(bool((*compiled)->lookup("one")));
  EXPECT_TRUE(bool((*compiled)->lookup("two")));
  llvm::Expected<sg_entry_point> three = (*compiled)->lookup("three");
  EXPECT_FALSE(bool(three));
  llvm::consumeError(three.takeError());
}

TEST_F(CompilerTest, FindFunction) {
  parse(R"(
    func.func @f(%x: f64) -> f64 {
      return %x : f64
    }
    func.func private @declared(f64) -> f64
  )");
  auto getError = [&](StringRef name, StringRef file = {}) {
    return llvm::toString(sg::findFunction(*module, name, file).takeError());
  };
  EXPECT_EQ(getError("f"), "");
  EXPECT_EQ(getError("g"),
            "there is no function '@g'; there are @f, @declared");
  EXPECT_EQ(getError("g", "x.mlir"),
            "there is no function '@g' in 'x.mlir'; there are @f, @declared");
  EXPECT_EQ(getError("declared"), "the function '@declared' has no body");
}

TEST_F(CompilerTest, Errors) {
  StringRef program = R"(
    func.func @unknown(%x: f64) -> f64 {
      %y = "foreign.sin"(%x) : (f64) -> f64
      return %y : f64
    }
    func.func private @declared(f64) -> f64
    func.func @linked(%x: f64) -> f64 {
      %y = func.call @declared(%x) : (f64) -> f64
      return %y : f64
    }
    func.func @slope(%x: f64) -> f64 {
      %y, %dx = grad.value_and_grad @linked(%x) : (f64) -> (f64, f64)
      return %dx : f64
    }
    func.func @wide(%x: i128) -> i128 {
      return %x : i128
    }
  )";
  using sg::CompileError;
  parse(program);
  Failure failure = fail("unknown");
  EXPECT_EQ(failure.step, CompileError::Reading);
  EXPECT_TRUE(failure.hasDiagnostic);
  EXPECT_EQ(failure.text, "@unknown cannot be compiled");
  EXPECT_EQ(diagnostics,
            "'foreign.sin' op is unknown to sg; run the passes that "
            "lower its dialect first\n");

  diagnostics.clear();
  parse(program);
  failure = fail("slope");
  EXPECT_EQ(failure.step, CompileError::Derivatives);
  EXPECT_TRUE(failure.hasDiagnostic);
  EXPECT_EQ(failure.text, "requests for derivatives cannot be expanded");
  EXPECT_NE(diagnostics.find("its derivative would be lost"),
            std::string::npos);

  diagnostics.clear();
  parse(program);
  failure = fail("wide");
  EXPECT_EQ(failure.step, CompileError::Lowering);
  EXPECT_TRUE(failure.hasDiagnostic);

  diagnostics.clear();
  parse(program);
  failure = fail("linked");
  EXPECT_EQ(failure.step, CompileError::NativeCode);
  EXPECT_FALSE(failure.hasDiagnostic);
  EXPECT_EQ(failure.text,
            "cannot link native code: Symbols not found: [ declared ]");
  EXPECT_EQ(diagnostics, "");

  parse(program);
  sg::CompilerOptions options;
  options.processor = "abacus";
  failure = fail("linked", options);
  EXPECT_EQ(failure.step, CompileError::NativeCode);
  EXPECT_NE(failure.text.find("there is no processor 'abacus'"),
            std::string::npos);
}

TEST_F(CompilerTest, Cache) {
  SmallString<128> folder;
  ASSERT_FALSE(
      llvm::sys::fs::createUniqueDirectory("sg-compiler-test", folder));
  StringRef program = R"(
    func.func @double(%x: f64) -> f64 {
      %y = arith.addf %x, %x : f64
      return %y : f64
    }
  )";
  sg::CompilerOptions options;
  options.cache = std::string(folder);
  for (bool isCached : {false, true}) {
    parse(program);
    EXPECT_EQ(call("double", 3, options), 6);
    EXPECT_EQ(isFromCache, isCached);
  }
  // Other options generate other code.
  options.optimizesLess = true;
  parse(program);
  EXPECT_EQ(call("double", 3, options), 6);
  EXPECT_FALSE(isFromCache);
  llvm::sys::fs::remove_directories(folder);
}

TEST_F(CompilerTest, Options) {
  parse(R"(
    func.func @root(%x: f64) -> f64 {
      %zero = arith.constant 0.0 : f64
      %isPositive = arith.cmpf ogt, %x, %zero : f64
      %r = math.sqrt %x : f64
      %y = arith.select %isPositive, %r, %zero : f64
      return %y : f64
    }
    func.func @slope(%x: f64) -> f64 {
      %y, %dx = grad.value_and_grad @root(%x) : (f64) -> (f64, f64)
      return %dx : f64
    }
  )");
  OwningOpRef<ModuleOp> again = module->clone();
  EXPECT_TRUE(std::isnan(call("slope", 0)));
  module = std::move(again);
  sg::CompilerOptions options;
  options.strongZero = true;
  unsigned numPassManagers = 0;
  OwningOpRef<ModuleOp> lowered = module->clone();
  EXPECT_FALSE(bool(sg::lowerModule(
      *lowered, options, [&](PassManager &) { ++numPassManagers; })));
  EXPECT_EQ(numPassManagers, 2u);
  EXPECT_EQ(call("slope", 0, options), 0);
}

namespace {
/// A pass of another project: here it replaces sines by squares.
struct LowerSines : PassWrapper<LowerSines, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LowerSines)
  void runOnOperation() override {
    getOperation().walk([](math::SinOp op) {
      OpBuilder b(op);
      Value x = op.getOperand();
      Value square = arith::MulFOp::create(b, op.getLoc(), x, x);
      op.replaceAllUsesWith(square);
      op.erase();
    });
  }
};
} // namespace

TEST_F(CompilerTest, UserPasses) {
  parse(R"(
    func.func @f(%x: f64) -> f64 {
      %y = math.sin %x : f64
      return %y : f64
    }
  )");
  sg::CompilerOptions options;
  options.buildLowering = [](OpPassManager &pm) {
    pm.addPass(std::make_unique<LowerSines>());
  };
  EXPECT_EQ(call("f", 5, options), 25);
}
