//===- Fibers.cpp - Fibers, one for each thread of a block ----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The fortified longjmp aborts on a jump to another stack.
#undef _FORTIFY_SOURCE
#include "Fibers.h"
#include "sg/Runtime/Call/AddressSanitizer.h"
#include "sg/Runtime/Call/ThreadSanitizer.h"
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <sys/mman.h>

#ifdef SG_SANITIZES_ADDRESS
#include <sanitizer/common_interface_defs.h>
#define SG_START_SWITCH(save, stack, size)                                     \
  __sanitizer_start_switch_fiber(save, stack, size)
#define SG_FINISH_SWITCH(save, stack, size)                                    \
  __sanitizer_finish_switch_fiber(save, stack, size)
/// Bytes of the stack of a fiber, more than in other builds: frames of
/// instrumented code are larger.
static constexpr size_t kStackSize = 512 << 10;
#else
#define SG_START_SWITCH(save, stack, size)
#define SG_FINISH_SWITCH(save, stack, size)
static constexpr size_t kStackSize = 128 << 10;
#endif

#ifdef SG_SANITIZES_THREAD
#include <sanitizer/tsan_interface.h>
/// ThreadSanitizer records the calls of each fiber. Do not record functions
/// that are entered in one fiber and left in another.
#define SG_SWITCHES __attribute__((disable_sanitizer_instrumentation))
#else
#define SG_SWITCHES
#endif

/// Bytes of the inaccessible guard below each stack, which detects stack
/// overflow.
static constexpr size_t kGuardSize = 4 << 10;

/// Number of stacks that are kept between launches: the largest number of
/// threads of a block.
static constexpr size_t kNumKeptStacks = 1024;

/// The kNumKeptStacks stacks for the next launch, or null.
static std::atomic<char *> keptStacks{nullptr};

/// Maps `count` stacks with guards. Returns null if out of memory.
static char *allocateStacks(size_t count) {
  void *stacks =
      mmap(nullptr, count * kStackSize, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (stacks == MAP_FAILED)
    return nullptr;
  auto *stackMemory = static_cast<char *>(stacks);
  for (size_t i = 0; i < count; ++i)
    if (mprotect(stackMemory + i * kStackSize, kGuardSize, PROT_NONE) != 0) {
      munmap(stackMemory, count * kStackSize);
      return nullptr;
    }
  return stackMemory;
}

sg::Fibers::Fibers(size_t count)
    : count(count), capacity(std::max(count, kNumKeptStacks)) {
  fibers = static_cast<Fiber *>(std::calloc(count, sizeof(Fiber)));
  if (capacity == kNumKeptStacks)
    stackMemory = keptStacks.exchange(nullptr);
  if (!stackMemory)
    stackMemory = allocateStacks(capacity);
  if (!fibers || !stackMemory)
    release();
}

sg::Fibers::~Fibers() { release(); }

void sg::Fibers::release() {
  if (stackMemory) {
    // Frames of a fiber that has not ended are still poisoned.
    for (size_t i = 0; i < count; ++i)
      SG_UNPOISON_ADDRESS(getStack(i) + kGuardSize, kStackSize - kGuardSize);
    if (capacity == kNumKeptStacks)
      stackMemory = keptStacks.exchange(stackMemory);
    if (stackMemory)
      munmap(stackMemory, capacity * kStackSize);
  }
#ifdef SG_SANITIZES_THREAD
  for (size_t i = 0; fibers && i < count; ++i)
    if (fibers[i].context.sanitized)
      __tsan_destroy_fiber(fibers[i].context.sanitized);
#endif
  std::free(fibers);
  stackMemory = nullptr;
  fibers = nullptr;
}

char *sg::Fibers::getStack(size_t fiber) const {
  return stackMemory + fiber * kStackSize;
}

/// Runs the fiber of the Fibers object whose address is given in two halves:
/// makecontext passes only integers of type int.
SG_SWITCHES void sg::Fibers::trampoline(unsigned high, unsigned low) {
  uintptr_t address = static_cast<uintptr_t>(high) << 32 | low;
  reinterpret_cast<Fibers *>(address)->run();
}

/// Saves the current context in `from` and continues in `to`. A jump avoids the
/// system calls by which swapcontext saves and restores the signal mask.
/// AddressSanitizer needs swapcontext: it treats a jump as the end of the
/// frames that the jump skips.
SG_SWITCHES void sg::Fibers::switchTo(Context &from, Context &to) {
#if defined(SG_SANITIZES_ADDRESS)
  swapcontext(&from.start, &to.start);
#elif defined(SG_SANITIZES_THREAD)
  __tsan_switch_to_fiber(to.sanitized, 0);
  swapcontext(&from.start, &to.start);
#else
  from.hasRun = true;
  if (_setjmp(from.jump) != 0)
    return;
  if (to.hasRun)
    _longjmp(to.jump, 1);
  setcontext(&to.start);
#endif
}

SG_SWITCHES void sg::Fibers::run() {
  SG_FINISH_SWITCH(nullptr, &hostStack, &hostStackSize);
  Fiber *fiber = runningFiber;
  fiber->body(fiber->data);
  fiber->hasEnded = true;
  SG_START_SWITCH(nullptr, hostStack, hostStackSize);
  switchTo(fiber->context, host);
}

void sg::Fibers::start(size_t fiber, void (*body)(void *), void *data) {
  Fiber &started = fibers[fiber];
  char *stack = getStack(fiber) + kGuardSize;
  SG_UNPOISON_ADDRESS(stack, kStackSize - kGuardSize);
#ifdef SG_SANITIZES_THREAD
  // ThreadSanitizer still records the calls of an abandoned fiber.
  if (started.context.sanitized && !started.hasEnded) {
    __tsan_destroy_fiber(started.context.sanitized);
    started.context.sanitized = nullptr;
  }
  if (!started.context.sanitized)
    started.context.sanitized = __tsan_create_fiber(0);
#endif
  getcontext(&started.context.start);
  started.context.start.uc_stack.ss_sp = stack;
  started.context.start.uc_stack.ss_size = kStackSize - kGuardSize;
  started.context.start.uc_link = nullptr;
  started.body = body;
  started.data = data;
  started.context.hasRun = false;
  started.hasEnded = false;
  auto address = reinterpret_cast<uintptr_t>(this);
  makecontext(
      &started.context.start, reinterpret_cast<void (*)()>(&Fibers::trampoline),
      2, static_cast<unsigned>(address >> 32), static_cast<unsigned>(address));
}

bool sg::Fibers::resume(size_t fiber) {
  runningFiber = &fibers[fiber];
#ifdef SG_SANITIZES_THREAD
  host.sanitized = __tsan_get_current_fiber();
#endif
  [[maybe_unused]] void *hostFrames = nullptr;
  SG_START_SWITCH(&hostFrames, runningFiber->context.start.uc_stack.ss_sp,
                  runningFiber->context.start.uc_stack.ss_size);
  switchTo(host, runningFiber->context);
  SG_FINISH_SWITCH(hostFrames, nullptr, nullptr);
  bool hasEnded = runningFiber->hasEnded;
  runningFiber = nullptr;
  return hasEnded;
}

void sg::Fibers::wait() {
  Fiber *fiber = runningFiber;
  [[maybe_unused]] void *frames = nullptr;
  SG_START_SWITCH(&frames, hostStack, hostStackSize);
  switchTo(fiber->context, host);
  SG_FINISH_SWITCH(frames, &hostStack, &hostStackSize);
}
