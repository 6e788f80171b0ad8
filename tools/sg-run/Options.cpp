//===- Options.cpp - The command line of sg-run ---------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "CommandLine.h"
#include "Limits.h"
#include "Messages.h"
#include "sg/Runtime/Executable.h"
#include "sg/Support/PrivateFolder.h"
#include "sg/Support/ToolVersion.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace sg;
using namespace sg::run;

/// The default of --verify-machine-code: processors with 256-bit and 512-bit
/// vectors, with and without AVX-512 half precision, and with SVE.
static constexpr StringLiteral kVerifiedProcessors[] = {
    "x86-64-v3", "znver4", "sapphirerapids", "neoverse-v1"};

/// Returns an error if --cpu names an unknown processor, or if this machine
/// must run the code but cannot.
static Error checkProcessor(const CommandLine &line) {
  if (line.cpu.empty())
    return Error::success();
  Error error = Executable::checkKnown(line.cpu);
  if (!error && line.emit.empty() && !line.printLowered)
    error = Executable::checkRuns(line.cpu);
  if (!error)
    return Error::success();
  return createStringError("--cpu: " + toString(std::move(error)));
}

static Expected<SmallVector<std::string>>
readVerifiedProcessors(const CommandLine &line) {
  SmallVector<std::string> verified;
  for (const std::string &name : line.verifyMachineCode) {
    if (name.empty()) {
      verified.append(std::begin(kVerifiedProcessors),
                      std::end(kVerifiedProcessors));
      continue;
    }
    if (Error error = Executable::checkKnown(name, /*isForeign=*/true))
      return createStringError("--verify-machine-code: " +
                               toString(std::move(error)));
    verified.push_back(name);
  }
  return verified;
}

static Expected<Options::Emit> readEmit(const CommandLine &line) {
  Options::Emit files;
  for (StringRef kind : line.emit) {
    bool *isRequested = StringSwitch<bool *>(kind)
                            .Case("obj", &files.object)
                            .Case("so", &files.library)
                            .Case("header", &files.header)
                            .Default(nullptr);
    if (!isRequested)
      return createStringError("there is no --emit=" + kind +
                               "; there are obj, so and header");
    *isRequested = true;
  }
  files.stem = line.emitTo.empty() ? line.function : line.emitTo;
  return files;
}

static Expected<SmallVector<grad::RequestMode>>
readDerivatives(const CommandLine &line) {
  using grad::RequestMode;
  SmallVector<RequestMode> modes;
  for (StringRef name : line.derivatives) {
    auto mode = StringSwitch<std::optional<RequestMode>>(name)
                    .Case("value-and-grad", RequestMode::ValueAndGrad)
                    .Case("vjp", RequestMode::VJP)
                    .Case("jvp", RequestMode::JVP)
                    .Default(std::nullopt);
    if (!mode)
      return createStringError("there is no derivative '" + name +
                               "'; there are value-and-grad, vjp and jvp");
    if (is_contained(modes, *mode))
      return createStringError("--derivatives names " + name + " twice");
    modes.push_back(*mode);
  }
  return modes;
}

/// Returns --memory-limit in bytes, or 0 if it is not given.
static Expected<uint64_t> readMemoryLimit(const CommandLine &line) {
  if (line.memoryLimit.getNumOccurrences() == 0)
    return 0;
  std::optional<uint64_t> bytes = parseSize(line.memoryLimit);
  if (!bytes)
    return createStringError("--memory-limit=" + line.memoryLimit +
                             " is not a size such as 500M or 1.5G");
  // Below 16 MiB, libraries of the compiler may crash instead of reporting an
  // error.
  if (*bytes < (uint64_t(16) << 20))
    return createStringError("--memory-limit=" + line.memoryLimit +
                             " is too small to compile anything: at least 16M");
  return *bytes;
}

static Error checkFiles(const CommandLine &line) {
  for (const std::string &output : line.outputs)
    if (!StringRef(output).starts_with("@") || output.size() == 1)
      return createStringError("--output=" + output +
                               " is not a file: write --output=@FILE.npy");
  if ((line.file == "-") + count(line.inputs, "@-") +
          count(line.expected, "@-") >
      1)
    return createStringError("standard input can be read only once");
  return Error::success();
}

/// Returns the number of threads that share the work of a call.
static unsigned countThreads(const CommandLine &line, Device chosenDevice,
                             uint64_t bytes) {
  bool isRun = line.dumpObject.empty() && !line.printLowered &&
               !line.checkGradients && line.emit.empty() &&
               line.validate.getNumOccurrences() == 0;
  if (line.threads.getNumOccurrences() != 0 || chosenDevice != Device::CPU ||
      !isRun)
    return line.threads;
  return sg::run::countThreads(bytes, kMaxThreads);
}

static Expected<CompilerOptions> readCompiler(const CommandLine &line,
                                              uint64_t bytes) {
  Expected<Device> chosenDevice = line.getDevice();
  if (!chosenDevice)
    return chosenDevice.takeError();
  if (Error error = checkProcessor(line))
    return error;
  Expected<SmallVector<std::string>> verified = readVerifiedProcessors(line);
  if (!verified)
    return verified.takeError();
  CompilerOptions compiler;
  compiler.device = *chosenDevice;
  compiler.threads = countThreads(line, *chosenDevice, bytes);
  compiler.leastWork = line.leastWork;
  append_range(compiler.donated, line.donated);
  compiler.processor = line.cpu;
  compiler.tf32 = line.tf32;
  compiler.atomics = line.atomics;
  compiler.checkKernels = line.checkKernels;
  compiler.chip = line.chip;
  compiler.format = line.format;
  compiler.strongZero = line.strongZero;
  compiler.traceNan = line.traceNan;
  compiler.verifiedProcessors = *verified;
  compiler.objectFile = line.dumpObject;
  compiler.cache = line.cache.getNumOccurrences() == 0 ? getDefaultCache()
                                                       : line.cache.getValue();
  return compiler;
}

static Expected<Options> readOptions(const CommandLine &line) {
  if (Error error = line.checkRules())
    return error;
  Expected<Options::Emit> emit = readEmit(line);
  if (!emit)
    return emit.takeError();
  Expected<SmallVector<grad::RequestMode>> derivatives = readDerivatives(line);
  if (!derivatives)
    return derivatives.takeError();
  Expected<uint64_t> bytes = readMemoryLimit(line);
  if (!bytes)
    return bytes.takeError();
  Expected<CompilerOptions> compiler = readCompiler(line, *bytes);
  if (!compiler)
    return compiler.takeError();
  if (Error error = checkFiles(line))
    return error;
  Options options;
  options.file = line.file;
  options.function = line.function;
  append_range(options.inputs, line.inputs);
  append_range(options.outputs, line.outputs);
  append_range(options.expectedOutputs, line.expected);
  options.tolerance = line.tolerance;
  options.repeat = line.repeat;
  options.time = line.time;
  options.memory = line.memory;
  options.isReference = line.isReference();
  options.referenceRounding = line.rounding;
  options.verifyAgainstReference = line.verify;
  options.validatePasses = line.validate;
  options.compiler = *compiler;
  options.printLowered = line.printLowered;
  options.emit = *emit;
  options.derivatives = *derivatives;
  options.report = line.report;
  options.checkGradients = line.checkGradients;
  append_range(options.wrt, line.wrt);
  options.order = line.order;
  options.directions = line.directions;
  options.seed = line.seed;
  if (line.timeLimit.getNumOccurrences() != 0)
    options.timeLimit = line.timeLimit;
  options.memoryLimit = *bytes;
  return options;
}

bool sg::run::parseOptions(int argc, char **argv, Options &options,
                           int &exitCode) {
  // LLVM's libraries register options, some with the same names as sg-run's.
  cl::ResetCommandLineParser();
  announceVersion(); // ResetCommandLineParser removes the version
  CommandLine line;
  if (!line.parse(argc, argv, exitCode))
    return false;
  Expected<Options> read = readOptions(line);
  if (!read) {
    exitCode = fail(toString(read.takeError()));
    return false;
  }
  options = std::move(*read);
  return true;
}
