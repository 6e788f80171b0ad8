//===- Calls.cpp - Calling native code ------------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Error.h"
#include "NativeCode.h"
#include "Strides.h"
#include "sg/Runtime/NativeCall.h"
#include "sg/Runtime/OpenMPTeam.h"
#include <cstdlib>

using namespace mlir;
using namespace sg::capi;

namespace {
struct Free {
  void operator()(void *memory) const { std::free(memory); }
};
using Memory = std::unique_ptr<char, Free>;
} // namespace

/// Fills `native` with the description of `array` for native code. If the
/// elements have gaps, allocates `packed` for a copy of them. Accepts an array
/// that does not match `type`, since the call itself reports the mismatch.
static SGError *makeNative(const NativeType &type, const SGArray &array,
                           const Twine &noun, sg_array &native,
                           Memory &packed) {
  native = {array.data, array.sizes, array.rank, array.type};
  if (array.rank > 0 && !array.sizes)
    return makeError(SG_ERROR_ARGUMENT, noun + " has a rank but no sizes");
  if (array.type != type.type.type || array.rank != type.type.rank ||
      !array.data || isRowMajor(array))
    return nullptr;
  int64_t bytes = countBytes(array, type.elementSize);
  if (bytes < 0)
    return nullptr; // the call reports the error
  void *memory = nullptr;
  if (posix_memalign(&memory, 64, bytes) == 0)
    packed.reset(static_cast<char *>(memory));
  if (!packed)
    return makeError(SG_ERROR_MEMORY, "out of memory: a copy of " + noun +
                                          " has " + Twine(bytes) + " bytes");
  native.data = packed.get();
  return nullptr;
}

/// Returns an error if the array has a stride of 0, because several elements
/// would share memory.
static SGError *checkWritable(const SGArray &array, const Twine &noun) {
  for (int32_t i = 0; array.strides && i < array.rank; ++i)
    if (array.strides[i] == 0 && array.sizes && array.sizes[i] > 1)
      return makeError(SG_ERROR_ARGUMENT,
                       noun +
                           " is written to, and has the stride 0 in "
                           "dimension " +
                           Twine(i));
  return nullptr;
}

SGErrorKind sg::capi::getErrorKind(int32_t status) {
  switch (status) {
  case SG_ASSERTION_FAILED:
    return SG_ERROR_ASSERTION;
  case SG_OUT_OF_MEMORY:
    return SG_ERROR_MEMORY;
  case SG_DEVICE_FAILED:
    return SG_ERROR_DEVICE;
  }
  return SG_ERROR_ARGUMENT;
}

/// Starts libomp's threads, once for each calling thread. Returns false if they
/// cannot be started.
static bool startTeamOnce(unsigned threads) {
  static thread_local unsigned started = 1;
  if (threads <= started)
    return true;
  if (!sg::startTeam(threads))
    return false;
  started = threads;
  return true;
}

SGError *sgExecutableCall(const SGExecutable *handle, SGArray *arguments,
                          int32_t argument_count, SGArray *results,
                          int32_t result_count) {
  Pinned<ExecutableObject> executable(handle);
  if (!executable)
    return makeHandleError(handle, "executable");
  auto checkCount = [](int32_t actual, size_t expected,
                       StringRef kind) -> SGError * {
    if (actual >= 0 && static_cast<size_t>(actual) == expected)
      return nullptr;
    return makeError(SG_ERROR_ARGUMENT, "the call has " + Twine(actual) + " " +
                                            kind + "s, the function " +
                                            Twine(expected));
  };
  if (SGError *error =
          checkCount(argument_count, executable->arguments.size(), "argument"))
    return error;
  if (SGError *error =
          checkCount(result_count, executable->results.size(), "result"))
    return error;
  if (SGError *error = checkList(arguments, argument_count, "arguments"))
    return error;
  if (SGError *error = checkList(results, result_count, "results"))
    return error;

  SmallVector<sg_array> nativeArguments(argument_count);
  SmallVector<sg_array> nativeResults(result_count);
  SmallVector<Memory> packedIn(argument_count), packedOut(result_count);
  for (int32_t i = 0; i < argument_count; ++i) {
    const NativeType &type = *executable->arguments[i];
    std::string noun = ("argument " + Twine(i)).str();
    if (SGError *error = checkRank(arguments[i].rank, noun))
      return error;
    if (type.type.is_written)
      if (SGError *error = checkWritable(arguments[i], noun))
        return error;
    if (SGError *error = makeNative(type, arguments[i], noun,
                                    nativeArguments[i], packedIn[i]))
      return error;
    if (packedIn[i])
      pack(arguments[i], type.elementSize, packedIn[i].get());
  }
  for (int32_t i = 0; i < result_count; ++i) {
    std::string noun = ("result " + Twine(i)).str();
    if (SGError *error = checkRank(results[i].rank, noun))
      return error;
    if (SGError *error = checkWritable(results[i], noun))
      return error;
    if (SGError *error = makeNative(*executable->results[i], results[i], noun,
                                    nativeResults[i], packedOut[i]))
      return error;
  }
  if (executable->executable->isSharedByThreads() &&
      !startTeamOnce(executable->threads))
    return makeError(
        SG_ERROR_MEMORY,
        "cannot start " + Twine(executable->threads) +
            " threads; compile for fewer threads, or for 1, which starts none");

  sg::CallOutcome outcome =
      sg::callNative(executable->entry, nativeArguments, nativeResults);
  if (outcome.status != SG_OK) {
    for (auto [result, native] :
         llvm::zip(ArrayRef(results, result_count), nativeResults))
      if (!result.data)
        std::free(native.data);
    return makeError(getErrorKind(outcome.status), outcome.message);
  }
  for (int32_t i = 0; i < argument_count; ++i)
    if (packedIn[i] && executable->arguments[i]->type.is_written)
      unpack(packedIn[i].get(), executable->arguments[i]->elementSize,
             arguments[i]);
  for (int32_t i = 0; i < result_count; ++i) {
    if (packedOut[i])
      unpack(packedOut[i].get(), executable->results[i]->elementSize,
             results[i]);
    else
      results[i].data = nativeResults[i].data;
  }
  return nullptr;
}
