//===- Fibers.h - Fibers, one for each thread of a block --------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_RUNTIME_EMULATOR_FIBERS_H
#define SG_LIB_RUNTIME_EMULATOR_FIBERS_H

#include <csetjmp>
#include <cstddef>
#include <ucontext.h>

namespace sg {

/// A set of fibers: calls with separate stacks that take turns on the thread
/// that resumes them. A fiber may be destroyed before it has ended.
class Fibers {
public:
  /// Allocates `count` fibers. If out of memory, `isValid` returns false.
  explicit Fibers(size_t count);
  ~Fibers();
  Fibers(const Fibers &) = delete;
  Fibers &operator=(const Fibers &) = delete;
  bool isValid() const { return stackMemory != nullptr; }

  /// Restarts a fiber: the next `resume` calls `body(data)`.
  void start(size_t fiber, void (*body)(void *), void *data);
  /// Runs a fiber until it waits or ends. Returns true if it has ended.
  bool resume(size_t fiber);
  /// Suspends the running fiber and returns to the caller of `resume`.
  void wait();

private:
  /// The point at which a suspended stack continues.
  struct Context {
    ucontext_t start;
    jmp_buf jump; ///< valid if `hasRun`
    bool hasRun;
    /// ThreadSanitizer's handle of the fiber.
    [[maybe_unused]] void *sanitized;
  };
  struct Fiber {
    Context context;
    void (*body)(void *);
    void *data;
    bool hasEnded;
  };
  static void trampoline(unsigned high, unsigned low);
  static void switchTo(Context &from, Context &to);
  void run();
  char *getStack(size_t fiber) const;
  void release();

  size_t count;
  size_t capacity = 0;
  Fiber *fibers = nullptr;
  char *stackMemory = nullptr;
  Fiber *runningFiber = nullptr;
  Context host = {};
  // Stack of the host thread, for AddressSanitizer.
  [[maybe_unused]] const void *hostStack = nullptr;
  [[maybe_unused]] size_t hostStackSize = 0;
};

} // namespace sg

#endif // SG_LIB_RUNTIME_EMULATOR_FIBERS_H
