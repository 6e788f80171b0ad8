//===- CallRuntime.cpp - What entry points call ---------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An error leaves native code by longjmp to the entry point. There are no
// frames with destructors in between; what the call has allocated meanwhile is
// in a list and is freed.
//
//===----------------------------------------------------------------------===//

#include "sg/Runtime/CallRuntime.h"
#include "KeptMemory.h"
#include "sg/Runtime/Call/AddressSanitizer.h"
#include "sg/Runtime/Call/Execution.h"
#include <csetjmp>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

#ifdef SG_SANITIZES_ADDRESS
/// That memory cannot be had is the error of a call, and not of the process.
extern "C" const char *__asan_default_options() {
  return "allocator_may_return_null=1";
}
#endif

namespace {
/// Stands ahead of each allocation.
struct Allocation {
  Allocation *previous, *next;
  int64_t bytes;
  size_t blockBytes; ///< of the block that it is in
};
constexpr int64_t kAlignment = 64;
static_assert(sizeof(Allocation) <= kAlignment, "it must fit ahead");

/// A call of an entry point that is being executed by this thread.
struct Execution {
  sg_call *call;
  Execution *outer;
  Allocation allocations; // the head of a ring
  int32_t status;
  int64_t bytes; // allocated and not freed
  sg::MemoryUse use;
  sg::Trace trace;
  void *extension;
  void (*endExtension)(void *);
  std::jmp_buf exit;
};
thread_local Execution *current = nullptr;
thread_local sg::MemoryUse lastUse;
thread_local sg::Trace lastTrace;
} // namespace

static void setError(int32_t status, const char *format,
                     std::va_list arguments) {
  sg_call *call = current->call;
  if (call->message && call->message_capacity > 0)
    std::vsnprintf(call->message, call->message_capacity, format, arguments);
  current->status = status;
}

void sg::setError(int32_t status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  ::setError(status, format, arguments);
  va_end(arguments);
}

bool sg::isInCall() { return current != nullptr; }

void sg::endCall() { std::longjmp(current->exit, 1); }

void sg::leave(int32_t status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  ::setError(status, format, arguments);
  va_end(arguments);
  abandonLaunch();
  endCall();
}

using sg::leave;

namespace {
//===----------------------------------------------------------------------===//
// The call and the signature
//===----------------------------------------------------------------------===//

struct ElementType {
  int32_t code;
  int32_t size;
  const char *name;
};
constexpr ElementType kElementTypes[] = {
    {SG_I1, 1, "i1"},
    {SG_I8, 1, "i8"},
    {SG_I16, 2, "i16"},
    {SG_I32, 4, "i32"},
    {SG_I64, 8, "i64"},
    {SG_F16, 2, "f16"},
    {SG_BF16, 2, "bf16"},
    {SG_F32, 4, "f32"},
    {SG_F64, 8, "f64"},
    {SG_F8E5M2, 1, "f8E5M2"},
    {SG_F8E4M3, 1, "f8E4M3"},
    {SG_F8E4M3FN, 1, "f8E4M3FN"},
    {SG_F8E5M2FNUZ, 1, "f8E5M2FNUZ"},
    {SG_F8E4M3FNUZ, 1, "f8E4M3FNUZ"},
    {SG_F8E4M3B11FNUZ, 1, "f8E4M3B11FNUZ"},
    {SG_F8E3M4, 1, "f8E3M4"},
    {SG_F8E8M0FNU, 1, "f8E8M0FNU"},
};

ElementType findElementType(int64_t code) {
  for (const ElementType &type : kElementTypes)
    if (type.code == (code & ~SG_ON_DEVICE))
      return type;
  return {0, 1, "an unknown type"};
}

/// "2x?xf32", for messages; cut if it is very long. Without `sizes`, and in a
/// signature for -1, there are question marks.
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

bool isAligned(const void *data, int64_t type) {
  return reinterpret_cast<uintptr_t>(data) % findElementType(type).size == 0;
}

/// As kernels take it to be: what the widest access needs, and less than what
/// the driver aligns to.
constexpr uintptr_t kDeviceAlignment = 16;

/// Whether there is an element.
bool hasElements(const sg_array &array) {
  for (int32_t dim = 0; dim < array.rank; ++dim)
    if (array.shape[dim] == 0)
      return false;
  return true;
}

} // namespace

int64_t sg::countBytes(const sg_array &array) {
  if (!hasElements(array))
    return 0; // however large the other sizes are
  int64_t bytes = findElementType(array.type).size;
  for (int32_t dim = 0; dim < array.rank; ++dim)
    bytes = sgrt_scale(bytes, array.shape[dim]);
  return bytes;
}

void *&sg::getExtension(void (*end)(void *)) {
  current->endExtension = end;
  return current->extension;
}

using sg::countBytes;

namespace {

/// Checks an array; `signature` is moved past what is said of it.
void checkArray(bool isResult, int64_t number, const sg_array &array,
                const int64_t *&signature) {
  const char *what = isResult ? "result" : "argument";
  int64_t type = *signature++;
  int64_t rank = *signature++;
  const int64_t *sizes = signature;
  signature += rank + 1;
  auto n = static_cast<long long>(number);
  if (array.rank == rank && rank != 0 && !array.shape)
    leave(SG_BAD_ARGUMENT, "%s %lld has no shape", what, n);
  bool hasSizes = !isResult || array.data;
  bool isOnDevice = array.type & SG_ON_DEVICE;
  bool fits = array.rank == rank &&
              (array.type | SG_ON_DEVICE) == (type | SG_ON_DEVICE);
  for (int64_t dim = 0; fits && hasSizes && dim < rank; ++dim)
    fits = sizes[dim] == -1 ? array.shape[dim] >= 0
                            : array.shape[dim] == sizes[dim];
  if (!fits) {
    TypeText got(array.type, array.rank, hasSizes ? array.shape : nullptr,
                 /*isSignature=*/false);
    TypeText expected(type, rank, sizes, /*isSignature=*/true);
    leave(SG_BAD_ARGUMENT, "%s %lld is %s, the function has %s", what, n,
          got.get(), expected.get());
  }
  if (isOnDevice && !(type & SG_ON_DEVICE))
    leave(SG_BAD_ARGUMENT,
          "%s %lld is on the device, the function takes it "
          "from the host",
          what, n);
  if (!isResult && !array.data && hasElements(array))
    leave(SG_BAD_ARGUMENT, "%s %lld has no data", what, n);
  if (!isAligned(array.data, type))
    leave(SG_BAD_ARGUMENT, "%s %lld is not aligned to its elements", what, n);
  if (isOnDevice && reinterpret_cast<uintptr_t>(array.data) % kDeviceAlignment)
    leave(SG_BAD_ARGUMENT, "%s %lld on the device is not aligned to %d bytes",
          what, n, static_cast<int>(kDeviceAlignment));
}

bool areOverlapping(const sg_array &a, const sg_array &b) {
  int64_t bytesOfA = countBytes(a), bytesOfB = countBytes(b);
  auto *dataOfA = static_cast<const char *>(a.data);
  auto *dataOfB = static_cast<const char *>(b.data);
  return bytesOfA != 0 && bytesOfB != 0 && dataOfA < dataOfB + bytesOfB &&
         dataOfB < dataOfA + bytesOfA;
}

/// Whether both have the same sizes, given that they have the same rank.
bool haveSameSizes(const sg_array &a, const sg_array &b) {
  for (int32_t dim = 0; dim < a.rank; ++dim)
    if (a.shape[dim] != b.shape[dim])
      return false;
  return true;
}

/// The number that a signature ends with for an array, past which it moves.
int64_t takeLast(const int64_t *&signature) {
  int64_t rank = signature[1];
  signature += 2 + rank;
  return *signature++;
}

/// Native code is compiled as if what it writes to overlapped nothing, but for
/// a result in all of the memory of its argument.
void checkOverlaps(const sg_call &call, const int64_t *signature) {
  for (int32_t i = 0; i < call.argument_count; ++i) {
    bool isDonated = takeLast(signature);
    for (int32_t j = 0; isDonated && j < call.argument_count; ++j)
      if (i != j && areOverlapping(call.arguments[i], call.arguments[j]))
        leave(SG_BAD_ARGUMENT,
              "argument %d, which is donated, overlaps argument %d",
              static_cast<int>(i), static_cast<int>(j));
  }
  for (int32_t i = 0; i < call.result_count; ++i) {
    int64_t own = takeLast(signature);
    const sg_array &result = call.results[i];
    if (!result.data)
      continue;
    auto check = [&](const char *what, int32_t number, const sg_array &other) {
      if (areOverlapping(result, other))
        leave(SG_BAD_ARGUMENT, "the memory for result %d overlaps %s %d",
              static_cast<int>(i), what, static_cast<int>(number));
    };
    for (int32_t j = 0; j < call.argument_count; ++j) {
      const sg_array &argument = call.arguments[j];
      if (j != own || result.data != argument.data ||
          !haveSameSizes(result, argument))
        check("argument", j, argument);
    }
    for (int32_t j = 0; j < i; ++j)
      if (call.results[j].data)
        check("result", j, call.results[j]);
  }
}

void checkCall(const sg_call &call, const int64_t *signature) {
  int64_t argumentCount = *signature++;
  int64_t resultCount = *signature++;
  auto checkCount = [](const char *what, int64_t got, int64_t expected) {
    if (got != expected)
      leave(SG_BAD_ARGUMENT, "the call has %lld %ss, the function has %lld",
            static_cast<long long>(got), what,
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

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

/// What changes after setjmp lies outside of the function that calls it, else
/// its value would be indeterminate after longjmp.
void execute(Execution &execution, const int64_t *signature,
             void (*body)(sg_call *)) {
  if (setjmp(execution.exit) != 0)
    return;
  checkCall(*execution.call, signature);
  body(execution.call);
}

SG_NO_SANITIZE_ADDRESS void freeAll(Execution &execution) {
  for (Allocation *next = execution.allocations.next;
       next != &execution.allocations;) {
    Allocation *after = next->next;
    sg::KeptMemory::ofThread().give(next, next->blockBytes);
    next = after;
  }
}
} // namespace

int32_t sgrt_run(sg_call *call, const int64_t *signature,
                 void (*body)(sg_call *)) {
  // Of another version nothing else may be read.
  if (call->version != SG_CALL_VERSION || call->reserved != 0)
    return SG_BAD_ARGUMENT;
  Execution execution;
  execution.call = call;
  execution.outer = current;
  execution.status = SG_OK;
  execution.bytes = 0;
  execution.use = {};
  execution.trace = {};
  execution.extension = nullptr;
  execution.allocations.previous = execution.allocations.next =
      &execution.allocations;
  current = &execution;
  execute(execution, signature, body);
  if (execution.extension)
    execution.endExtension(execution.extension);
  current = execution.outer;
  lastUse = execution.use;
  lastTrace = execution.trace;
  if (execution.status != SG_OK)
    freeAll(execution);
  return execution.status;
}

void sgrt_fail(const char *message) {
  leave(SG_ASSERTION_FAILED, "%s", message);
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

void sgrt_set_size(sg_call *call, int64_t result, int64_t dim, int64_t size) {
  sgrt_scale(1, size);
  sg_array &array = call->results[result];
  if (array.data && array.shape[dim] != size)
    leave(SG_BAD_ARGUMENT,
          "the memory for result %lld has size %lld in dimension %lld, but the "
          "result has %lld",
          static_cast<long long>(result),
          static_cast<long long>(array.shape[dim]), static_cast<long long>(dim),
          static_cast<long long>(size));
  array.shape[dim] = size;
}

void *sgrt_result(sg_call *call, int64_t result) {
  sg_array &array = call->results[result];
  // Without elements there is nothing to allocate, and NULL is as good.
  if (array.data || !hasElements(array))
    return array.data;
  int64_t bytes = countBytes(array);
  if (!call->allocate)
    leave(SG_BAD_ARGUMENT,
          "result %lld has no memory and there is no allocator",
          static_cast<long long>(result));
  array.data = call->allocate(call->state, bytes, kAlignment);
  if (!array.data)
    leave(SG_OUT_OF_MEMORY, "out of memory: result %lld takes %lld bytes",
          static_cast<long long>(result), static_cast<long long>(bytes));
  if (!isAligned(array.data, array.type))
    leave(SG_BAD_ARGUMENT,
          "the memory allocated for result %lld is not aligned",
          static_cast<long long>(result));
  return array.data;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

int64_t sgrt_scale(int64_t bytes, int64_t size) {
  if (size < 0)
    leave(SG_BAD_ARGUMENT, "a tensor would have the size %lld",
          static_cast<long long>(size));
  int64_t product;
  if (__builtin_mul_overflow(bytes, size, &product))
    leave(SG_OUT_OF_MEMORY, "out of memory: a tensor would have more bytes "
                            "than can be addressed");
  return product;
}

void sg::countAllocated(int64_t bytes) {
  current->bytes += bytes;
  ++current->use.allocations;
  if (current->bytes > current->use.mostBytes)
    current->use.mostBytes = current->bytes;
}

void sg::countFreed(int64_t bytes) { current->bytes -= bytes; }

SG_NO_SANITIZE_ADDRESS void *sgrt_alloc(int64_t bytes) {
  void *memory = nullptr;
  size_t blockBytes = static_cast<size_t>(bytes) + kAlignment;
  if (bytes >= 0)
    memory = sg::KeptMemory::ofThread().take(blockBytes);
  if (!memory)
    leave(SG_OUT_OF_MEMORY, "out of memory: a tensor takes %lld bytes",
          static_cast<long long>(bytes));
  auto *allocation = static_cast<Allocation *>(memory);
  allocation->bytes = bytes;
  allocation->blockBytes = blockBytes;
  sg::countAllocated(bytes);
  Allocation &head = current->allocations;
  allocation->previous = &head;
  allocation->next = head.next;
  head.next->previous = allocation;
  head.next = allocation;
  SG_POISON_ADDRESS(memory, kAlignment);
  return static_cast<char *>(memory) + kAlignment;
}

SG_NO_SANITIZE_ADDRESS void sgrt_free(void *data) {
  if (!data)
    return;
  auto *allocation =
      reinterpret_cast<Allocation *>(static_cast<char *>(data) - kAlignment);
  sg::countFreed(allocation->bytes);
  allocation->previous->next = allocation->next;
  allocation->next->previous = allocation->previous;
  sg::KeptMemory::ofThread().give(allocation, allocation->blockBytes);
}

sg::MemoryUse sg::getMemoryUse() { return lastUse; }

//===----------------------------------------------------------------------===//
// Tracing
//===----------------------------------------------------------------------===//

void sgrt_trace(const char *where, int32_t kinds) {
  if (kinds == 0)
    return;
  sg::Trace &trace = current->trace;
  if ((kinds & SGRT_INFINITY) && !trace.infinity)
    trace.infinity = where;
  if ((kinds & SGRT_NAN) && !trace.nan) {
    trace.nan = where;
    trace.isNanFirst = !trace.infinity;
  }
}

sg::Trace sg::getTrace() { return lastTrace; }
