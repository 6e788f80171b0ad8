//===- CallRuntime.cpp - What native code calls ---------------------------===//
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

#include "Runtime/CallRuntime.h"
#include "Runtime/sg_call.h"
#include <csetjmp>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

namespace {
/// Stands ahead of each allocation.
struct Allocation {
  Allocation *previous, *next;
};
constexpr int64_t kAlignment = 64;
static_assert(sizeof(Allocation) <= kAlignment);

/// A call of an entry point that is being executed by this thread.
struct Execution {
  sg_call *call;
  Execution *outer;
  Allocation allocations; // the head of a ring
  int32_t status;
  std::jmp_buf exit;
};
thread_local Execution *current = nullptr;

[[noreturn]] __attribute__((format(printf, 2, 3))) void
leave(int32_t status, const char *format, ...) {
  sg_call *call = current->call;
  if (call->message && call->message_capacity > 0) {
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(call->message, call->message_capacity, format, arguments);
    va_end(arguments);
  }
  current->status = status;
  std::longjmp(current->exit, 1);
}

void freeAll(Execution &execution) {
  for (Allocation *next = execution.allocations.next;
       next != &execution.allocations;) {
    Allocation *after = next->next;
    std::free(next);
    next = after;
  }
}
} // namespace

extern "C" {

int32_t sgrt_run(sg_call *call, void (*body)(sg_call *)) {
  if (call->version != SG_CALL_VERSION)
    return SG_BAD_ARGUMENT;
  Execution execution;
  execution.call = call;
  execution.outer = current;
  execution.status = SG_OK;
  execution.allocations.previous = execution.allocations.next =
      &execution.allocations;
  current = &execution;
  if (setjmp(execution.exit) == 0)
    body(call);
  current = execution.outer;
  if (execution.status != SG_OK)
    freeAll(execution);
  return execution.status;
}

void sgrt_fail(const char *message) {
  leave(SG_ASSERTION_FAILED, "%s", message);
}

void sgrt_check_size(sg_call *, int64_t argument, int64_t dim, int64_t size,
                     int64_t expected) {
  if (size != expected)
    leave(SG_BAD_ARGUMENT,
          "argument %lld has size %lld in dimension %lld, expected %lld",
          static_cast<long long>(argument), static_cast<long long>(size),
          static_cast<long long>(dim), static_cast<long long>(expected));
}

void sgrt_set_size(sg_call *call, int64_t result, int64_t dim, int64_t size) {
  sg_array &array = call->results[result];
  if (!array.shape)
    leave(SG_BAD_ARGUMENT, "result %lld has no place for its shape",
          static_cast<long long>(result));
  if (array.data && array.shape[dim] != size)
    leave(SG_BAD_ARGUMENT,
          "the memory for result %lld has size %lld in dimension %lld, but the "
          "result has %lld",
          static_cast<long long>(result),
          static_cast<long long>(array.shape[dim]), static_cast<long long>(dim),
          static_cast<long long>(size));
  array.shape[dim] = size;
}

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

void *sgrt_result(sg_call *call, int64_t result, int64_t rank,
                  int64_t elementSize) {
  sg_array &array = call->results[result];
  if (array.data)
    return array.data;
  int64_t bytes = elementSize;
  for (int64_t dim = 0; dim < rank; ++dim)
    bytes = sgrt_scale(bytes, array.shape[dim]);
  if (!call->allocate)
    leave(SG_BAD_ARGUMENT,
          "result %lld has no memory and there is no allocator",
          static_cast<long long>(result));
  array.data = call->allocate(call->state, bytes, kAlignment);
  if (!array.data)
    leave(SG_OUT_OF_MEMORY, "out of memory: result %lld takes %lld bytes",
          static_cast<long long>(result), static_cast<long long>(bytes));
  return array.data;
}

void *sgrt_alloc(int64_t bytes) {
  void *memory = nullptr;
  if (bytes < 0 || posix_memalign(&memory, kAlignment,
                                  static_cast<size_t>(bytes) + kAlignment) != 0)
    leave(SG_OUT_OF_MEMORY, "out of memory: a tensor takes %lld bytes",
          static_cast<long long>(bytes));
  auto *allocation = static_cast<Allocation *>(memory);
  Allocation &head = current->allocations;
  allocation->previous = &head;
  allocation->next = head.next;
  head.next->previous = allocation;
  head.next = allocation;
  return static_cast<char *>(memory) + kAlignment;
}

void sgrt_free(void *data) {
  if (!data)
    return;
  auto *allocation =
      reinterpret_cast<Allocation *>(static_cast<char *>(data) - kAlignment);
  allocation->previous->next = allocation->next;
  allocation->next->previous = allocation->previous;
  std::free(allocation);
}

} // extern "C"

llvm::ArrayRef<sg::RuntimeSymbol> sg::getCallRuntimeSymbols() {
#define SYMBOL(name)                                                           \
  {                                                                            \
    #name, reinterpret_cast<void *>(&name)                                     \
  }
  static const RuntimeSymbol symbols[] = {
      SYMBOL(sgrt_alloc), SYMBOL(sgrt_check_size), SYMBOL(sgrt_fail),
      SYMBOL(sgrt_free),  SYMBOL(sgrt_result),     SYMBOL(sgrt_run),
      SYMBOL(sgrt_scale), SYMBOL(sgrt_set_size),
  };
#undef SYMBOL
  return symbols;
}
