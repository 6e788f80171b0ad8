//===- NativeProgram.cpp - A compiled module and its runner ---------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NativeProgram.h"

using namespace mlir;
using namespace sg;
using namespace sg::gradcheck;

//===----------------------------------------------------------------------===//
// Runner
//===----------------------------------------------------------------------===//

Runner::~Runner() = default;

CallOutcome Runner::run(sg_entry_point entry, MutableArrayRef<Array> inputs,
                        MutableArrayRef<Array> results) {
  return callNative(entry, inputs, results);
}

std::vector<Probe> Runner::takeProbes() { return sg::takeProbes(); }

//===----------------------------------------------------------------------===//
// NativeProgram
//===----------------------------------------------------------------------===//

llvm::Expected<NativeProgram> NativeProgram::compile(ModuleOp module,
                                                     const Options &options) {
  llvm::Expected<std::unique_ptr<Executable>> compiled =
      compileModule(module, options.compiler);
  if (!compiled)
    return compiled.takeError();
  NativeProgram program;
  program.executable = std::move(*compiled);
  program.runner = options.makeRunner ? options.makeRunner(*program.executable)
                                      : std::make_unique<Runner>();
  program.makeTrialRunner = options.makeTrialRunner;
  return program;
}

std::optional<SmallVector<Array>>
NativeProgram::call(StringRef function, ArrayRef<Array> inputs,
                    TypeRange resultTypes, CallOutcome *failed) const {
  CallOutcome outcome = {};
  SmallVector<Array> out = makeResults(resultTypes);
  if (llvm::Expected<sg_entry_point> entry = executable->lookup(function)) {
    SmallVector<Array> in(inputs);
    outcome = runner->run(*entry, in, out);
    if (outcome.status == SG_OK)
      return out;
  } else {
    outcome.status = SG_BAD_ARGUMENT;
    outcome.message = llvm::toString(entry.takeError());
  }
  if (failed)
    *failed = outcome;
  return std::nullopt;
}

std::optional<CallOutcome> NativeProgram::tryCall(StringRef function,
                                                  ArrayRef<Array> inputs,
                                                  TypeRange resultTypes) const {
  if (!makeTrialRunner)
    return std::nullopt;
  llvm::Expected<sg_entry_point> entry = executable->lookup(function);
  if (!entry) {
    llvm::consumeError(entry.takeError()); // `call` reports the error.
    return std::nullopt;
  }
  std::unique_ptr<Runner> trial = makeTrialRunner(*executable);
  trial->setLimit(limit);
  SmallVector<Array> in(inputs), out = makeResults(resultTypes);
  CallOutcome outcome = trial->run(*entry, in, out);
  if (outcome.status == SG_OK)
    return std::nullopt;
  std::optional<Runner::End> end = trial->getEnd();
  if (end)
    outcome.message = end->isOverLimit ? limit.message : end->reason;
  return outcome;
}

void NativeProgram::setLimit(const TimeLimit &newLimit) {
  limit = newLimit;
  runner->setLimit(limit);
}

llvm::Error NativeProgram::checkRunner() const {
  std::optional<Runner::End> end = runner->getEnd();
  if (!end)
    return llvm::Error::success();
  if (end->isOverLimit)
    return llvm::make_error<CheckError>(
        CheckError(CheckError::Time, limit.message).atRandom(limit.isRandom));
  return llvm::make_error<CheckError>(
      CheckError(CheckError::Run, end->reason).withStatus(SG_OUT_OF_MEMORY));
}
