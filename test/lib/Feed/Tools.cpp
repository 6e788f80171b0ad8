//===- Tools.cpp - Tools that sg-test-feed runs ---------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tools.h"
#include "ReduceMain.h"
#include "Tool.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "sg/Pipelines/OptMain.h"
#include <optional>

using namespace sg::test;
using Words = std::vector<std::string>;

static std::vector<char *> getPointers(Words &words) {
  std::vector<char *> pointers;
  for (std::string &word : words)
    pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

namespace {
/// sg-opt. LLVM's global options can be parsed only once per process, so all
/// runs in a process have the same command line.
class Opt : public Tool {
public:
  explicit Opt(mlir::DialectRegistry &registry) : registry(registry) {}

  int run(Words words) override {
    if (!config) {
      std::vector<char *> pointers = getPointers(words);
      std::tie(input, output) = mlir::registerAndParseCLIOptions(
          words.size(), pointers.data(), "sg optimizer driver\n", registry);
      config = mlir::MlirOptMainConfig::createFromCLOptions();
    }
    mlir::DialectRegistry copy; // each run adds a location handler to it
    registry.appendTo(copy);
    return failed(sg::optimizeFile(input, output, copy, *config));
  }
  bool canRun(const Words &previous, const Words &next) const override {
    return previous == next;
  }

private:
  mlir::DialectRegistry &registry;
  std::string input, output;
  std::optional<mlir::MlirOptMainConfig> config;
};

class Run : public Tool {
public:
  int run(Words words) override {
    std::vector<char *> pointers = getPointers(words);
    return sg::run::runTool(words.size(), pointers.data());
  }
  bool canRun(const Words &, const Words &) const override { return true; }
};

/// sg-reduce, which shuts down LLVM when it ends.
class Reduce : public Tool {
public:
  explicit Reduce(mlir::DialectRegistry &registry) : registry(registry) {}

  int run(Words words) override {
    mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
    std::vector<char *> pointers = getPointers(words);
    return sg::reduce::runReduceMain(words.size(), pointers.data(), context);
  }
  bool canRun(const Words &, const Words &) const override { return false; }

private:
  mlir::DialectRegistry &registry;
};
} // namespace

std::unique_ptr<Tool> sg::test::createTool(const std::string &name,
                                           mlir::DialectRegistry &registry) {
  if (name == "sg-opt")
    return std::make_unique<Opt>(registry);
  if (name == "sg-run")
    return std::make_unique<Run>();
  if (name == "sg-reduce")
    return std::make_unique<Reduce>(registry);
  return nullptr;
}
