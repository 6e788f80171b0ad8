//===- Session.cpp - Running a function -----------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Session.h"
#include "Messages.h"
#include "Progress.h"
#include "Reference.h"
#include "ValidatePasses.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Support/DebugStringHelper.h"
#include "sg/GradientCheck/GradientCheck.h"
#include "sg/Runtime/CallRuntime.h"
#include "sg/Runtime/NativeCall.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstring>
#include <sys/resource.h>
#include <unistd.h>

using namespace mlir;
using namespace sg;
using namespace sg::run;

/// Reads a value for an argument or result of `type`.
static llvm::Expected<Array> readValue(StringRef spec, Type type) {
  Type element = getElementTypeOrSelf(type);
  auto shaped = dyn_cast<ShapedType>(type);
  if (getElementSize(element) == 0 || (shaped && !shaped.hasRank()))
    return makeError("values of type " + debugString(type) +
                     " cannot be passed");
  llvm::Expected<Array> array = spec.consume_front("@")
                                    ? readNpy(spec, element)
                                    : parseArray(spec, element, shapeOf(type));
  if (!array)
    return array;
  bool fits = array->getShape().size() == shapeOf(type).size();
  for (auto [actualSize, expectedSize] :
       llvm::zip(array->getShape(), shapeOf(type)))
    fits &= ShapedType::isDynamic(expectedSize) || actualSize == expectedSize;
  if (!fits)
    return makeError("is " + array->describe() + ", the function has " +
                     describeArray(shapeOf(type), element));
  return array;
}

static int checkCount(const Options &options, size_t count, StringRef option,
                      TypeRange types, StringRef kind) {
  if (count == types.size())
    return Success;
  return fail("@" + options.function + " has " + Twine(types.size()) + " " +
              kind + (types.size() == 1 ? "" : "s") + ", but there are " +
              Twine(count) + " --" + option);
}

static int readValues(const Options &options, ArrayRef<std::string> specs,
                      TypeRange types, StringRef option, StringRef kind,
                      SmallVectorImpl<Array> &arrays) {
  if (int code = checkCount(options, specs.size(), option, types, kind))
    return code;
  for (auto [i, type] : llvm::enumerate(types)) {
    llvm::Expected<Array> array = readValue(specs[i], type);
    if (!array)
      return fail("--" + option + " " + Twine(i) + ": " +
                  llvm::toString(array.takeError()));
    arrays.push_back(std::move(*array));
  }
  return Success;
}

int sg::run::readInputs(const Options &options, FunctionType type,
                        SmallVectorImpl<Array> &inputs) {
  return readValues(options, options.inputs, type.getInputs(), "input",
                    "argument", inputs);
}

int Session::readInputs() {
  bool needsInputs = options.verifyAgainstReference != Options::Verify::No ||
                     options.validatePasses != Options::Verify::No;
  if (needsInputs && options.inputs.empty()) {
    auto random = gradcheck::makeRandomInputs(type, {-1, 1}, options.seed);
    if (!random)
      return fail("--" + llvm::toString(random.takeError()));
    arguments = std::move(*random);
  } else if (int code = sg::run::readInputs(options, type, arguments)) {
    return code;
  }
  if (!options.outputs.empty())
    if (int code = checkCount(options, options.outputs.size(), "output",
                              type.getResults(), "result"))
      return code;
  if (options.expectedOutputs.empty())
    return Success;
  return readValues(options, options.expectedOutputs, type.getResults(),
                    "expected-output", "result", expected);
}

ExitCode sg::run::getExitCode(int32_t status) {
  if (status == SG_OK)
    return Success;
  return status == SG_ASSERTION_FAILED ? Finding : Usage;
}

/// Allocates copies of the arguments that calls overwrite. The first call
/// allocates the results, and later calls reuse their memory.
int Session::startCalls() {
  results = makeResults(type.getResults());
  inputs = arguments;
  for (unsigned i = 0; i < inputs.size(); ++i) {
    if (!isOverwritten(i))
      continue;
    llvm::Expected<Array> memory =
        Array::allocate(arguments[i].getElementType(), arguments[i].getShape());
    if (!memory)
      return fail(llvm::toString(memory.takeError()));
    inputs[i] = std::move(*memory);
  }
  return Success;
}

int Session::callOnce(sg_entry_point entry, double &milliseconds) {
  for (auto [i, input] : llvm::enumerate(inputs))
    if (isOverwritten(i))
      std::memcpy(input.getData(), arguments[i].getData(), input.getNumBytes());
  // Store results in donated arguments. A result of dynamic size is stored
  // there only if its sizes match.
  llvm::SmallBitVector reusable =
      options.compiler.device == Device::CPU ? donated : llvm::SmallBitVector();
  for (auto [result, argument] :
       llvm::zip(results, pairResults(type, reusable)))
    if (argument && result.getShape() == inputs[*argument].getShape())
      result = inputs[*argument];
  CallOutcome outcome = callNative(entry, inputs, results);
  milliseconds = outcome.milliseconds;
  if (outcome.status == SG_OK)
    return Success;
  return fail(outcome.message, getExitCode(outcome.status));
}

int Session::reportTrace() {
  Trace trace = getTrace();
  auto report = [](const char *where, StringRef kind) {
    if (where)
      fail("the first " + kind + " arises at " + where, Finding);
  };
  if (trace.isNanFirst)
    report(trace.nan, "NaN");
  report(trace.infinity, "infinity");
  if (!trace.isNanFirst)
    report(trace.nan, "NaN");
  if (trace.nan || trace.infinity)
    return Finding;
  return fail("no NaN and no infinity arises", Success);
}

static double toMebibytes(double bytes) { return bytes / (1 << 20); }

/// Returns the resident memory in MiB, or 0 if it is unknown.
static double getResidentMebibytes() {
  auto status = llvm::MemoryBuffer::getFileAsStream("/proc/self/statm");
  SmallVector<StringRef> pages;
  uint64_t resident;
  if (!status)
    return 0;
  (*status)->getBuffer().split(pages, ' ');
  if (pages.size() < 2 || pages[1].getAsInteger(10, resident))
    return 0;
  return toMebibytes(static_cast<double>(resident) * sysconf(_SC_PAGESIZE));
}

static double getPeakMebibytes() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return toMebibytes(usage.ru_maxrss * 1024.0);
}

static double median(ArrayRef<double> sorted) {
  size_t half = sorted.size() / 2;
  return sorted.size() % 2 ? sorted[half]
                           : (sorted[half - 1] + sorted[half]) / 2;
}

int Session::run(const Program &program, double compileMilliseconds) {
  llvm::Expected<sg_entry_point> entry =
      program.executable->lookup(options.function);
  if (!entry)
    return fail(llvm::toString(entry.takeError()));
  std::optional<Progress> progress("running @" + options.function);
  if (int code = startCalls())
    return code;
  double milliseconds;
  if (int code = callOnce(*entry, milliseconds))
    return code;
  double residentAfterFirst = getResidentMebibytes();
  SmallVector<double> times;
  for (unsigned i = 0; i < options.repeat; ++i) {
    if (int code = callOnce(*entry, milliseconds))
      return code;
    times.push_back(milliseconds);
  }
  progress.reset();
  if (options.time) {
    if (times.empty())
      times.push_back(milliseconds);
    llvm::sort(times);
    llvm::errs() << llvm::format(
        "time: min %.4f ms, median %.4f ms, max %.4f ms, runs %zu, %s "
        "%.1f ms\n",
        times.front(), median(times), times.back(), times.size(),
        program.isFromCache ? "load" : "compile", compileMilliseconds);
  }
  if (options.memory)
    llvm::errs() << llvm::format(
        "memory: first %.1f MiB, last %.1f MiB, peak %.1f MiB\n",
        residentAfterFirst, getResidentMebibytes(), getPeakMebibytes());
  if (options.memory) {
    MemoryUse use = getMemoryUse();
    llvm::errs() << "a call: at most " << use.mostBytes << " bytes in "
                 << use.allocations << " allocations\n";
  }
  return Success;
}

int Session::validate(const Program &program) {
  return validatePasses(options, program, arguments);
}

int Session::interpret(const Program &program) {
  return runReference(options, program, arguments, results);
}

int Session::verify(const Program &reference, int code) {
  return verifyAgainstReference(options, reference, arguments, results, code);
}

int Session::reportResults() {
  int code = options.compiler.traceNan ? reportTrace() : int(Success);
  for (auto [i, output] : llvm::enumerate(options.outputs))
    if (llvm::Error error =
            writeNpy(StringRef(output).drop_front(), results[i]))
      return fail(llvm::toString(std::move(error)));
  if (options.outputs.empty() && expected.empty())
    for (auto [i, result] : llvm::enumerate(results)) {
      llvm::outs() << "result[" << i << "]: ";
      printArray(llvm::outs(), result);
      llvm::outs() << "\n";
    }
  for (auto [i, expectedResult] : llvm::enumerate(expected))
    if (llvm::Error error =
            compareArrays(results[i], expectedResult, options.tolerance))
      code = fail("result " + Twine(i) + " " + llvm::toString(std::move(error)),
                  Finding);
  return code;
}
