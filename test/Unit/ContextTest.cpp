//===- ContextTest.cpp - Contexts with few loaded dialects ----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Entry points that programs may call outside of passes load the dialects that
// derivatives use. Each function in the tests of the rules is
// differentiated in a context that has loaded only the dialects that its text
// needs.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/DebugStringHelper.h"
#include "sg/Compiler/OneFunction.h"
#include "sg/Diagnostics/Report.h"
#include "sg/Register.h"
#include "sg/Transforms/Differentiate.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <gtest/gtest.h>

using namespace mlir;
using sg::DerivativeRequest;
using sg::grad::RequestMode;

namespace {
const DialectRegistry &getRegistry() {
  static const DialectRegistry registry = [] {
    DialectRegistry all;
    sg::registerAllDialects(all);
    return all;
  }();
  return registry;
}

/// Context for one program that swallows diagnostics.
struct QuietContext {
  QuietContext()
      : context(getRegistry(), MLIRContext::Threading::DISABLED),
        handler(&context, [](Diagnostic &) { return success(); }) {}
  OwningOpRef<ModuleOp> parse(StringRef text) {
    return parseSourceString<ModuleOp>(
        text, ParserConfig(&context, /*verifyAfterParse=*/false));
  }
  MLIRContext context;
  ScopedDiagnosticHandler handler;
};

struct Program {
  std::string text, function;
};
} // namespace

/// Adds each function of the programs in `file`, with the functions it reaches.
static void addPrograms(StringRef file, std::vector<Program> &programs) {
  auto buffer = llvm::MemoryBuffer::getFile(file);
  ASSERT_TRUE(bool(buffer)) << file.str();
  SmallVector<StringRef> parts;
  (*buffer)->getBuffer().split(parts, "// -----");
  for (StringRef part : parts) {
    QuietContext quiet;
    OwningOpRef<ModuleOp> module = quiet.parse(part);
    if (!module)
      continue; // another split marker, or an unknown dialect
    for (auto function : module->getOps<func::FuncOp>()) {
      if (function.isExternal())
        continue;
      OwningOpRef<ModuleOp> copy(module->clone());
      auto copied = copy->lookupSymbol<func::FuncOp>(function.getName());
      if (succeeded(sg::removeUnreferencedSymbols(*copy, copied)))
        programs.push_back({debugString(**copy), function.getName().str()});
    }
  }
}

static std::vector<Program> readPrograms() {
  std::vector<std::string> files;
  std::error_code error;
  for (llvm::sys::fs::recursive_directory_iterator next(SG_RULES, error), end;
       next != end && !error; next.increment(error))
    if (StringRef(next->path()).ends_with(".mlir"))
      files.push_back(next->path());
  llvm::sort(files);
  std::vector<Program> programs;
  for (const std::string &file : files)
    addPrograms(file, programs);
  return programs;
}

static bool differentiate(func::FuncOp function, RequestMode mode) {
  DerivativeRequest request;
  request.mode = mode;
  return succeeded(sg::differentiate(function, request));
}

static bool request(func::FuncOp function, RequestMode mode) {
  DerivativeRequest request;
  request.mode = mode;
  request.name = "derivative";
  return succeeded(sg::requestDerivative(function, request));
}

/// Calls `check` on each function in the tests of the rules, each in a new
/// context. Some functions are invalid, so only `minCount` calls must succeed.
static void checkAllPrograms(llvm::function_ref<bool(func::FuncOp)> check,
                             size_t minCount) {
  static const std::vector<Program> programs = readPrograms();
  size_t count = 0;
  for (const Program &program : programs) {
    QuietContext quiet;
    OwningOpRef<ModuleOp> module = quiet.parse(program.text);
    ASSERT_TRUE(module) << program.text;
    if (!check(module->lookupSymbol<func::FuncOp>(program.function)))
      continue;
    ++count;
    EXPECT_TRUE(succeeded(verify(*module))) << program.text;
  }
  EXPECT_GE(count, minCount) << "of " << programs.size();
}

TEST(ContextTest, DifferentiatesInReverseMode) {
  checkAllPrograms([](auto f) { return differentiate(f, RequestMode::VJP); },
                   700);
}

TEST(ContextTest, DifferentiatesInForwardMode) {
  checkAllPrograms([](auto f) { return differentiate(f, RequestMode::JVP); },
                   700);
}

TEST(ContextTest, RequestsDerivatives) {
  checkAllPrograms([](auto f) { return request(f, RequestMode::VJP); }, 700);
}

TEST(ContextTest, SplitsFunctions) {
  checkAllPrograms([](auto f) { return request(f, RequestMode::Split); }, 700);
}

TEST(ContextTest, ReportsFlow) {
  checkAllPrograms(
      [](func::FuncOp f) {
        sg::grad::ReportRequest question;
        question.function = f.getName().str();
        return succeeded(sg::grad::makeGradientReport(
            f->getParentOfType<ModuleOp>(), question));
      },
      700);
}

TEST(ContextTest, ExpandsRequests) {
  checkAllPrograms(
      [](func::FuncOp f) {
        Operation *module = f->getParentOp();
        return succeeded(sg::grad::expandDerivatives(module));
      },
      700);
}
