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

/// Calls on stacks of their own, which take turns on the thread that resumes
/// them. They need not have ended when the memory goes.
class Fibers {
public:
  /// Without the memory for so many, `isValid` is false.
  explicit Fibers(size_t count);
  ~Fibers();
  Fibers(const Fibers &) = delete;
  Fibers &operator=(const Fibers &) = delete;
  bool isValid() const { return memory != nullptr; }

  /// Lets a fiber begin anew: the next `resume` calls `body(data)`.
  void start(size_t fiber, void (*body)(void *), void *data);
  /// Lets it run until it waits or has ended; returns whether it has.
  bool resume(size_t fiber);
  /// Returns, in the fiber that runs, to who resumed it.
  void wait();

private:
  /// Where a stack goes on.
  struct Context {
    ucontext_t start;
    jmp_buf place; ///< once it has run
    bool hasRun;
    /// The fiber as ThreadSanitizer knows it.
    [[maybe_unused]] void *sanitized;
  };
  struct Fiber {
    Context context;
    void (*body)(void *);
    void *data;
    bool hasEnded;
  };
  static void enter(unsigned high, unsigned low);
  static void switchTo(Context &from, Context &to);
  void run();
  char *getStack(size_t fiber) const;
  void release();

  size_t count;
  size_t capacity = 0;
  Fiber *fibers = nullptr;
  char *memory = nullptr;
  Fiber *running = nullptr;
  Context host = {};
  // For AddressSanitizer.
  [[maybe_unused]] const void *hostStack = nullptr;
  [[maybe_unused]] size_t hostStackSize = 0;
};

} // namespace sg

#endif // SG_LIB_RUNTIME_EMULATOR_FIBERS_H
