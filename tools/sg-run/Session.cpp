//===- Session.cpp - Running a function -----------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Session.h"
#include "Progress.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Support/DebugStringHelper.h"
#include "llvm/Support/Format.h"
#include <chrono>
#include <cstdlib>

using namespace mlir;
using namespace sg;
using namespace sg::run;

static int fail(const Twine &message, int code = Usage) {
  llvm::errs() << "sg-run: " << message << "\n";
  return code;
}

static ArrayRef<int64_t> shapeOf(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped ? shaped.getShape() : ArrayRef<int64_t>();
}

/// Reads one value for an argument or result of `type`.
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
  for (auto [got, size] : llvm::zip(array->getShape(), shapeOf(type)))
    fits &= ShapedType::isDynamic(size) || got == size;
  if (!fits)
    return makeError("is " + array->describe() + ", the function has " +
                     describeArray(shapeOf(type), element));
  return array;
}

int Session::readInputs() {
  auto read = [&](ArrayRef<std::string> specs, TypeRange types,
                  StringRef option, StringRef what,
                  SmallVectorImpl<Array> &arrays) -> int {
    if (specs.size() != types.size())
      return fail("@" + options.function + " has " + Twine(types.size()) + " " +
                  what + (types.size() == 1 ? "" : "s") + ", but there are " +
                  Twine(specs.size()) + " --" + option);
    for (auto [i, type] : llvm::enumerate(types)) {
      llvm::Expected<Array> array = readValue(specs[i], type);
      if (!array)
        return fail("--" + option + " " + Twine(i) + ": " +
                    llvm::toString(array.takeError()));
      arrays.push_back(std::move(*array));
    }
    return Success;
  };
  if (int code = read(options.inputs, type.getInputs(), "input", "argument",
                      arguments))
    return code;
  for (unsigned i : options.donated)
    if (i >= arguments.size())
      return fail("--donate names argument " + Twine(i) + ", but @" +
                  options.function + " has " + Twine(arguments.size()));
  if (!options.outputs.empty() &&
      options.outputs.size() != type.getNumResults())
    return fail("@" + options.function + " has " + Twine(type.getNumResults()) +
                " results, but there are " + Twine(options.outputs.size()) +
                " --output");
  if (options.expectedOutputs.empty())
    return Success;
  return read(options.expectedOutputs, type.getResults(), "expected-output",
              "result", expected);
}

static void *allocateResult(void *, int64_t bytes, int64_t alignment) {
  void *memory = nullptr;
  if (bytes < 0 ||
      posix_memalign(&memory, alignment, std::max<int64_t>(bytes, 1)) != 0)
    return nullptr;
  return memory;
}

int Session::callOnce(sg_entry_point entry, double &milliseconds) {
  SmallVector<Array> donated;
  SmallVector<sg_array> in, out;
  for (auto [i, array] : llvm::enumerate(arguments)) {
    Array *used = &array;
    if (llvm::is_contained(options.donated, i)) {
      // It is overwritten: every run gets its own.
      llvm::Expected<Array> copy = array.copy();
      if (!copy)
        return fail(llvm::toString(copy.takeError()));
      donated.push_back(std::move(*copy));
      used = &donated.back();
    }
    in.push_back({used->getData(), used->getMutableShape().data()});
  }
  SmallVector<SmallVector<int64_t>> shapes;
  for (Type result : type.getResults())
    shapes.push_back(SmallVector<int64_t>(shapeOf(result)));
  // From the second run on the memory of the first is used.
  bool isFirst = results.empty();
  for (auto [i, shape] : llvm::enumerate(shapes)) {
    if (isFirst)
      out.push_back({nullptr, shape.data()});
    else
      out.push_back(
          {results[i].getData(), results[i].getMutableShape().data()});
  }
  char message[4096] = "";
  sg_call call{SG_CALL_VERSION, 0,       in.data(), out.data(),
               allocateResult,  nullptr, message,   sizeof message};
  auto start = std::chrono::steady_clock::now();
  int32_t status = entry(&call);
  auto end = std::chrono::steady_clock::now();
  milliseconds = std::chrono::duration<double, std::milli>(end - start).count();
  if (isFirst)
    for (auto [result, shape, array] :
         llvm::zip(type.getResults(), shapes, out))
      if (array.data)
        results.push_back(
            Array::adopt(getElementTypeOrSelf(result), shape, array.data));
  if (status == SG_OK)
    return Success;
  return fail(message, status == SG_ASSERTION_FAILED ? Finding : Usage);
}

int Session::run(const Program &program, double compileMilliseconds) {
  llvm::Expected<sg_entry_point> entry =
      program.executable->lookup(options.function);
  if (!entry)
    return fail(llvm::toString(entry.takeError()));
  Progress progress("running @" + options.function);
  double milliseconds;
  if (int code = callOnce(*entry, milliseconds))
    return code;
  SmallVector<double> times;
  for (unsigned i = 0; i < options.repeat; ++i) {
    if (int code = callOnce(*entry, milliseconds))
      return code;
    times.push_back(milliseconds);
  }
  if (!options.time)
    return Success;
  if (times.empty())
    times.push_back(milliseconds);
  llvm::sort(times);
  llvm::errs() << llvm::format(
      "time: min %.4f ms, median %.4f ms, max %.4f ms, runs %zu, compile "
      "%.1f ms\n",
      times.front(), times[times.size() / 2], times.back(), times.size(),
      compileMilliseconds);
  return Success;
}

int Session::reportResults() {
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
  int code = Success;
  for (auto [i, want] : llvm::enumerate(expected))
    if (llvm::Error error = compareArrays(results[i], want, options.tolerance))
      code = fail("result " + Twine(i) + " " + llvm::toString(std::move(error)),
                  Finding);
  return code;
}
