//===- CheckGradients.cpp - The option --check-gradients ------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckGradients.h"
#include "Messages.h"
#include "Progress.h"
#include "Session.h"
#include "TimeLimit.h"
#include "sg/GradientCheck/GradientCheck.h"

using namespace mlir;
using namespace sg::run;
namespace gradcheck = sg::gradcheck;

namespace {
/// Runs functions and ends the process if a run exceeds the time limit, since
/// native code cannot be interrupted.
class TimedRunner final : public gradcheck::Runner {
public:
  sg::CallOutcome run(sg_entry_point entry, MutableArrayRef<sg::Array> inputs,
                      MutableArrayRef<sg::Array> results) override {
    TimedRun run;
    return Runner::run(entry, inputs, results);
  }
  void setLimit(const gradcheck::TimeLimit &timeLimit) override {
    limit.emplace(timeLimit.seconds,
                  timeLimit.message +
                      (timeLimit.isRandom ? "; give inputs by --input, or more "
                                            "time by --time-limit"
                                          : ""));
  }

private:
  std::optional<TimeLimit> limit;
};

/// Prints results and progress while the check runs.
class Printer final : public gradcheck::Listener {
public:
  explicit Printer(const Options &options) : options(options) {}

  void enter(Phase phase) override {
    progress.reset();
    llvm::outs().flush();
    if (phase == Phase::Compiling)
      progress.emplace("compiling the derivatives of @" + options.function);
    else if (phase == Phase::Localizing)
      progress.emplace("searching for the wrong op");
  }
  void begin(const gradcheck::FunctionCheck &check) override {
    gradcheck::printHeading(llvm::outs(), check);
  }
  void end(const gradcheck::FunctionCheck &check) override {
    gradcheck::printArguments(llvm::outs(), check);
  }
  void end(const gradcheck::Localization &localization) override {
    if (localization.op)
      localization.op->emitError();
    else if (!localization.reason.empty())
      fail("the wrong op is not known: " + localization.reason);
    progress.reset();
  }

private:
  const Options &options;
  std::optional<Progress> progress;
};
} // namespace

static int report(const gradcheck::CheckError &error) {
  using Kind = gradcheck::CheckError::Kind;
  Kind kind = error.getKind();
  int code = kind == Kind::Program ? Finding
             : kind == Kind::Run   ? getExitCode(error.getStatus())
                                   : Usage;
  if (error.hasDiagnostic())
    return code;
  std::string text = error.message();
  if (kind == Kind::Option)
    text = "--" + text;
  else if (kind == Kind::Inputs && error.isAtRandom())
    text += "; give inputs by --input";
  else if (kind == Kind::Time && error.isAtRandom())
    text += "; give inputs by --input, or more time by --time-limit";
  return fail(text, code);
}

/// Prints the errors and returns the exit code of the last one.
static int report(const Options &options, llvm::Error errors) {
  int code = Success;
  llvm::handleAllErrors(
      std::move(errors),
      [&](const gradcheck::CheckError &error) { code = report(error); },
      [&](std::unique_ptr<llvm::ErrorInfoBase> error) {
        code = reportError(options, llvm::Error(std::move(error)));
      });
  return code;
}

int sg::run::chooseArguments(const Options &options, func::FuncOp function,
                             SmallVectorImpl<unsigned> &wrt) {
  auto argumentIds = gradcheck::chooseArguments(function, options.wrt);
  if (!argumentIds)
    return report(options, argumentIds.takeError());
  wrt.assign(argumentIds->begin(), argumentIds->end());
  return Success;
}

int sg::run::checkGradients(const Options &options, Program &program) {
  auto function = program.module->lookupSymbol<func::FuncOp>(options.function);
  gradcheck::Options checkOptions;
  checkOptions.wrt = options.wrt;
  checkOptions.order = options.order;
  checkOptions.directions = options.directions;
  checkOptions.seed = options.seed;
  checkOptions.timeLimit = options.timeLimit;
  checkOptions.compiler = options.compiler;
  checkOptions.makeRunner = [](const Executable &) {
    return std::make_unique<TimedRunner>();
  };
  if (options.compiler.device == Device::CPU)
    checkOptions.makeTrialRunner = [](const Executable &) {
      return gradcheck::makeForkedRunner();
    };
  // Errors of the function take precedence over errors of inputs.
  SmallVector<unsigned> wrt;
  if (int code = chooseArguments(options, function, wrt))
    return code;
  if (llvm::Error error = gradcheck::checkTypes(function))
    return report(options, std::move(error));
  SmallVector<Array> inputs;
  if (!options.inputs.empty())
    if (int code = readInputs(options, program.type, inputs))
      return code;
  Printer printer(options);
  checkOptions.listener = &printer;
  gradcheck::Result result;
  int code = report(options, gradcheck::checkGradients(function, inputs,
                                                       checkOptions, result));
  return result.agrees() ? code : int(Finding);
}
