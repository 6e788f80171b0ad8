//===- CallRuntime.cpp - Runtime of entry points --------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An error leaves native code by longjmp to the entry point. The frames in
// between have no destructors. The runtime then frees all memory that the call
// has allocated.
//
//===----------------------------------------------------------------------===//

#include "sg/Runtime/CallRuntime.h"
#include "CheckCall.h"
#include "KeptMemory.h"
#include "sg/Runtime/Call/AddressSanitizer.h"
#include "sg/Runtime/Call/Execution.h"
#include "sg/Runtime/Call/ThreadSanitizer.h"
#include <csetjmp>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

using namespace sg;

/// Makes a failed allocation return null, which is an error of the call. By
/// default a sanitizer would end the process.
#if defined(SG_SANITIZES_ADDRESS)
extern "C" const char *__asan_default_options() {
  return "allocator_may_return_null=1";
}
#elif defined(SG_SANITIZES_THREAD)
extern "C" const char *__tsan_default_options() {
  return "allocator_may_return_null=1";
}
#endif

namespace {
/// The header before each allocation.
struct Allocation {
  Allocation *previous, *next;
  int64_t bytes;
  size_t blockBytes; ///< size of the block with this header
};
constexpr int64_t kAlignment = 64;
static_assert(sizeof(Allocation) <= kAlignment,
              "the header must fit before the data");

/// A call in progress of an entry point.
struct Execution {
  sg_call *call;
  Execution *outer;
  Allocation allocations; // head of a circular list
  int32_t status;
  int64_t bytes; // currently allocated
  MemoryUse use;
  Trace trace;
  void *extension;
  void (*endExtension)(void *);
  void (*leaveStack)();
  std::jmp_buf exit;
};
thread_local Execution *current = nullptr;
thread_local MemoryUse lastUse;
thread_local Trace lastTrace;
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
  if (current->leaveStack)
    current->leaveStack();
  endCall();
}

void sg::setLeaveStack(void (*leaveStack)()) {
  if (isInCall())
    current->leaveStack = leaveStack;
}

void *&sg::getExtension(void (*end)(void *)) {
  current->endExtension = end;
  return current->extension;
}

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

namespace {
/// Executes a call. This is a separate function, since longjmp makes local
/// variables of the function that calls setjmp indeterminate.
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
    KeptMemory::ofThread().give(next, next->blockBytes);
    next = after;
  }
}
} // namespace

int32_t sgrt_run(sg_call *call, const int64_t *signature,
                 void (*body)(sg_call *)) {
  // Check the version first: other versions may have a different layout.
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
  execution.leaveStack = nullptr;
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
  // An array without elements needs no memory; NULL is valid.
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
    memory = KeptMemory::ofThread().take(blockBytes);
  if (!memory)
    leave(SG_OUT_OF_MEMORY, "out of memory: a tensor takes %lld bytes",
          static_cast<long long>(bytes));
  auto *allocation = static_cast<Allocation *>(memory);
  allocation->bytes = bytes;
  allocation->blockBytes = blockBytes;
  countAllocated(bytes);
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
  countFreed(allocation->bytes);
  allocation->previous->next = allocation->next;
  allocation->next->previous = allocation->previous;
  KeptMemory::ofThread().give(allocation, allocation->blockBytes);
}

MemoryUse sg::getMemoryUse() { return lastUse; }

//===----------------------------------------------------------------------===//
// Tracing
//===----------------------------------------------------------------------===//

void sgrt_trace(const char *where, int32_t kinds) {
  if (kinds == 0)
    return;
  Trace &trace = current->trace;
  if ((kinds & SGRT_INFINITY) && !trace.infinity)
    trace.infinity = where;
  if ((kinds & SGRT_NAN) && !trace.nan) {
    trace.nan = where;
    trace.isNanFirst = !trace.infinity;
  }
}

Trace sg::getTrace() { return lastTrace; }
