//===- CheckCall.cpp - Checks calls against signatures --------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckCall.h"
#include "sg/Runtime/Call/Execution.h"
#include "sg/Runtime/CallRuntime.h"
#include <cstdarg>
#include <cstdio>

using namespace sg;

namespace {
struct ElementType {
  int32_t code;
  int32_t size;
  int32_t alignment;
  const char *name;
};
} // namespace

static constexpr ElementType kElementTypes[] = {
    {SG_I1, 1, 1, "i1"},
    {SG_I8, 1, 1, "i8"},
    {SG_I16, 2, 2, "i16"},
    {SG_I32, 4, 4, "i32"},
    {SG_I64, 8, 8, "i64"},
    {SG_F16, 2, 2, "f16"},
    {SG_BF16, 2, 2, "bf16"},
    {SG_F32, 4, 4, "f32"},
    {SG_F64, 8, 8, "f64"},
    {SG_F8E5M2, 1, 1, "f8E5M2"},
    {SG_F8E4M3, 1, 1, "f8E4M3"},
    {SG_F8E4M3FN, 1, 1, "f8E4M3FN"},
    {SG_F8E5M2FNUZ, 1, 1, "f8E5M2FNUZ"},
    {SG_F8E4M3FNUZ, 1, 1, "f8E4M3FNUZ"},
    {SG_F8E4M3B11FNUZ, 1, 1, "f8E4M3B11FNUZ"},
    {SG_F8E3M4, 1, 1, "f8E3M4"},
    {SG_F8E8M0FNU, 1, 1, "f8E8M0FNU"},
    {SG_C64, 8, 4, "complex<f32>"},
    {SG_C128, 16, 8, "complex<f64>"},
};

static ElementType findElementType(int64_t code) {
  for (const ElementType &type : kElementTypes)
    if (type.code == (code & ~SG_ON_DEVICE))
      return type;
  return {0, 1, 1, "an unknown type"};
}

namespace {
/// The text of a type for messages, for example "2x?xf32", truncated to the
/// buffer. A size is printed as "?" if `sizes` is null or if a signature has
/// the size -1.
class TypeText {
public:
  TypeText(int64_t type, int64_t rank, const int64_t *sizes, bool isSignature) {
    for (int64_t dim = 0; dim < rank; ++dim)
      if (!sizes || (isSignature && sizes[dim] == -1))
        add("?x");
      else
        add("%lldx", static_cast<long long>(sizes[dim]));
    add("%s", findElementType(type).name);
  }
  const char *get() const { return text; }

private:
  __attribute__((format(printf, 2, 3))) void add(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int written =
        std::vsnprintf(text + length, sizeof text - length, format, arguments);
    va_end(arguments);
    if (written > 0 && length + written < static_cast<int>(sizeof text))
      length += written;
  }

  char text[256] = "";
  int length = 0;
};
} // namespace

bool sg::isAligned(const void *data, int64_t type) {
  return reinterpret_cast<uintptr_t>(data) % findElementType(type).alignment ==
         0;
}

bool sg::hasElements(const sg_array &array) {
  for (int32_t dim = 0; dim < array.rank; ++dim)
    if (array.shape[dim] == 0)
      return false;
  return true;
}

int64_t sg::countBytes(const sg_array &array) {
  if (!hasElements(array))
    return 0; // the product of the other sizes may overflow
  int64_t bytes = findElementType(array.type).size;
  for (int32_t dim = 0; dim < array.rank; ++dim)
    bytes = sgrt_scale(bytes, array.shape[dim]);
  return bytes;
}

/// Alignment in bytes that kernels assume for arrays on the device, sufficient
/// for the widest access. The driver guarantees a larger alignment.
static constexpr uintptr_t kDeviceAlignment = 16;

/// Checks an array against `signature`, and advances `signature` past the
/// array's entry.
static void checkArray(bool isResult, int64_t index, const sg_array &array,
                       const int64_t *&signature) {
  const char *kind = isResult ? "result" : "argument";
  int64_t type = *signature++;
  int64_t rank = *signature++;
  const int64_t *sizes = signature;
  signature += rank + 1;
  auto position = static_cast<long long>(index);
  if (array.rank == rank && rank != 0 && !array.shape)
    leave(SG_BAD_ARGUMENT, "%s %lld has no shape", kind, position);
  bool hasSizes = !isResult || array.data;
  bool isOnDevice = array.type & SG_ON_DEVICE;
  bool fits = array.rank == rank &&
              (array.type | SG_ON_DEVICE) == (type | SG_ON_DEVICE);
  for (int64_t dim = 0; fits && hasSizes && dim < rank; ++dim)
    fits = sizes[dim] == -1 ? array.shape[dim] >= 0
                            : array.shape[dim] == sizes[dim];
  if (!fits) {
    TypeText actual(array.type, array.rank, hasSizes ? array.shape : nullptr,
                    /*isSignature=*/false);
    TypeText expected(type, rank, sizes, /*isSignature=*/true);
    leave(SG_BAD_ARGUMENT, "%s %lld is %s, the function has %s", kind, position,
          actual.get(), expected.get());
  }
  if (isOnDevice && !(type & SG_ON_DEVICE))
    leave(SG_BAD_ARGUMENT,
          "%s %lld is on the device, the function takes it "
          "from the host",
          kind, position);
  if (!isResult && !array.data && hasElements(array))
    leave(SG_BAD_ARGUMENT, "%s %lld has no data", kind, position);
  if (!isAligned(array.data, type))
    leave(SG_BAD_ARGUMENT, "%s %lld is not aligned to its elements", kind,
          position);
  if (isOnDevice && reinterpret_cast<uintptr_t>(array.data) % kDeviceAlignment)
    leave(SG_BAD_ARGUMENT, "%s %lld on the device is not aligned to %d bytes",
          kind, position, static_cast<int>(kDeviceAlignment));
}

static bool areOverlapping(const sg_array &a, const sg_array &b) {
  int64_t bytesOfA = countBytes(a), bytesOfB = countBytes(b);
  auto *dataOfA = static_cast<const char *>(a.data);
  auto *dataOfB = static_cast<const char *>(b.data);
  return bytesOfA != 0 && bytesOfB != 0 && dataOfA < dataOfB + bytesOfB &&
         dataOfB < dataOfA + bytesOfA;
}

/// Returns true if two arrays of the same rank have the same sizes.
static bool haveSameSizes(const sg_array &a, const sg_array &b) {
  for (int32_t dim = 0; dim < a.rank; ++dim)
    if (a.shape[dim] != b.shape[dim])
      return false;
  return true;
}

/// Returns the last number of an array's entry and advances `signature` past
/// the entry.
static int64_t takeLast(const int64_t *&signature) {
  int64_t rank = signature[1];
  signature += 2 + rank;
  return *signature++;
}

/// Ends the call with an error if memory that native code writes overlaps other
/// memory. A result may have exactly the memory of its donated argument.
static void checkOverlaps(const sg_call &call, const int64_t *signature) {
  for (int32_t i = 0; i < call.argument_count; ++i) {
    bool isDonated = takeLast(signature);
    for (int32_t j = 0; isDonated && j < call.argument_count; ++j)
      if (i != j && areOverlapping(call.arguments[i], call.arguments[j]))
        leave(SG_BAD_ARGUMENT,
              "argument %d, which is donated, overlaps argument %d",
              static_cast<int>(i), static_cast<int>(j));
  }
  for (int32_t i = 0; i < call.result_count; ++i) {
    int64_t reusedArgument = takeLast(signature);
    const sg_array &result = call.results[i];
    if (!result.data)
      continue;
    auto check = [&](const char *kind, int32_t index, const sg_array &other) {
      if (areOverlapping(result, other))
        leave(SG_BAD_ARGUMENT, "the memory for result %d overlaps %s %d",
              static_cast<int>(i), kind, static_cast<int>(index));
    };
    for (int32_t j = 0; j < call.argument_count; ++j) {
      const sg_array &argument = call.arguments[j];
      if (j != reusedArgument || result.data != argument.data ||
          !haveSameSizes(result, argument))
        check("argument", j, argument);
    }
    for (int32_t j = 0; j < i; ++j)
      if (call.results[j].data)
        check("result", j, call.results[j]);
  }
}

void sg::checkCall(const sg_call &call, const int64_t *signature) {
  int64_t argumentCount = *signature++;
  int64_t resultCount = *signature++;
  auto checkCount = [](const char *kind, int64_t actual, int64_t expected) {
    if (actual != expected)
      leave(SG_BAD_ARGUMENT, "the call has %lld %ss, the function has %lld",
            static_cast<long long>(actual), kind,
            static_cast<long long>(expected));
  };
  checkCount("argument", call.argument_count, argumentCount);
  checkCount("result", call.result_count, resultCount);
  const int64_t *next = signature;
  for (int64_t i = 0; i < argumentCount; ++i)
    checkArray(false, i, call.arguments[i], next);
  for (int64_t i = 0; i < resultCount; ++i)
    checkArray(true, i, call.results[i], next);
  checkOverlaps(call, signature);
}
