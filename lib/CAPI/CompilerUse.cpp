//===- CompilerUse.cpp - Uses of the compiler at process exit -------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompilerUse.h"
#include "llvm/Support/MathExtras.h"
#include <condition_variable>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <pthread.h>

using namespace sg::capi;

namespace {
struct Uses {
  std::mutex mutex;
  std::condition_variable ended;
  unsigned current = 0; ///< uses in progress in all threads
  uint64_t total = 0;
  bool isEnding = false;
};
} // namespace

/// Number of uses by this thread. If the thread ends the process from within
/// the compiler, `exit` must not wait for these uses.
static thread_local unsigned ownUses = 0;

/// Returns the uses of this process. The object is never freed: its destructor
/// would run before the static destructors that it guards.
static Uses &getUses() {
  static Uses *uses = [] {
    auto *newUses = new Uses;
    // A forked child has only this thread, so the uses of other threads end.
    pthread_atfork([] { getUses().mutex.lock(); },
                   [] { getUses().mutex.unlock(); },
                   [] {
                     getUses().current = ownUses;
                     getUses().mutex.unlock();
                   });
    return newUses;
  }();
  return *uses;
}

static void waitForUses() {
  Uses &uses = getUses();
  std::unique_lock<std::mutex> lock(uses.mutex);
  uses.isEnding = true;
  uses.ended.wait(lock, [&] { return uses.current <= ownUses; });
}

bool sg::capi::isProcessEnding() {
  Uses &uses = getUses();
  std::lock_guard<std::mutex> lock(uses.mutex);
  return uses.isEnding;
}

CompilerUse::CompilerUse() {
  Uses &uses = getUses();
  std::lock_guard<std::mutex> lock(uses.mutex);
  isAllowed = !uses.isEnding || ownUses != 0;
  if (!isAllowed)
    return;
  ++uses.current;
  ++ownUses;
}

CompilerUse::~CompilerUse() {
  if (!isAllowed)
    return;
  Uses &uses = getUses();
  std::lock_guard<std::mutex> lock(uses.mutex);
  --uses.current;
  --ownUses;
  uses.ended.notify_all();
  // Exit handlers and static destructors run in reverse order of their
  // registration. Register the handler again, so that the wait precedes the
  // destructors of static objects that this use has constructed. Later uses
  // construct few static objects or none.
  constexpr uint64_t kEarlyUses = 64;
  uint64_t total = ++uses.total;
  if (total <= kEarlyUses || llvm::isPowerOf2_64(total))
    std::atexit(waitForUses);
}
