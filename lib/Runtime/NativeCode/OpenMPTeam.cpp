//===- OpenMPTeam.cpp - Threads that share a call -------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Runtime/OpenMPTeam.h"
#include "RuntimeSymbols.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdlib>
#include <mutex>
#include <pthread.h>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

extern "C" {
// Functions of libomp that native code calls, and that no header declares. Only
// their addresses are used, so their types do not matter.
void __kmpc_fork_call();
void __kmpc_for_static_fini();
void __kmpc_for_static_init_8u();
void __kmpc_global_thread_num();
void __kmpc_push_num_threads();

// Functions that omp.h declares, which only clang's folder contains.
size_t kmp_get_stacksize_s();
void kmp_set_blocktime(int milliseconds);
/// Executes `body` in `threads` threads (the interface of libgomp).
void GOMP_parallel(void (*body)(void *), void *data, unsigned threads,
                   unsigned flags);
}

llvm::ArrayRef<sg::RuntimeSymbol> sg::getTeamSymbols() {
#define SYMBOL(name)                                                           \
  {                                                                            \
    #name, reinterpret_cast<void *>(&name)                                     \
  }
  static const RuntimeSymbol symbols[] = {
      SYMBOL(__kmpc_fork_call),          SYMBOL(__kmpc_for_static_fini),
      SYMBOL(__kmpc_for_static_init_8u), SYMBOL(__kmpc_global_thread_num),
      SYMBOL(__kmpc_push_num_threads),
  };
#undef SYMBOL
  return symbols;
}

/// Returns true if `threads` threads with stacks of `bytes` bytes can run in
/// addition to this one.
static bool canStart(unsigned threads, size_t bytes) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0)
    return false;
  bool isPossible = pthread_attr_setstacksize(&attributes, bytes) == 0;
  // All threads wait for the mutex, so that they exist at the same time.
  std::mutex mutex;
  mutex.lock();
  auto body = [](void *data) -> void * {
    std::lock_guard<std::mutex> guard(*static_cast<std::mutex *>(data));
    return nullptr;
  };
  llvm::SmallVector<pthread_t> started;
  while (isPossible && started.size() < threads) {
    pthread_t thread;
    isPossible = pthread_create(&thread, &attributes, body, &mutex) == 0;
    if (isPossible)
      started.push_back(thread);
  }
  mutex.unlock();
  for (pthread_t thread : started)
    pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
  return isPossible;
}

/// Limits the time that a thread of the team spins for more work before it
/// sleeps. With libomp's default of 200 ms, threads that spin between calls
/// would slow down other threads and processes. Parallel loops of one call
/// follow each other within microseconds.
static void limitSpinning() {
  constexpr int kMilliseconds = 1;
  if (!getenv("KMP_BLOCKTIME") && !getenv("OMP_WAIT_POLICY"))
    kmp_set_blocktime(kMilliseconds);
}

bool sg::startTeam(unsigned threads) {
  if (threads < 2)
    return true;
  limitSpinning();
  // Bytes per thread in addition to its stack, more than libomp itself needs.
  constexpr size_t kSpareBytes = 1 << 20;
  if (!canStart(threads - 1, kmp_get_stacksize_s() + kSpareBytes))
    return false;
  GOMP_parallel([](void *) {}, nullptr, threads, 0);
  return true;
}

void sg::forgetKilledTeam() {
  // The name that libomp gives its registration (kmp_runtime.cpp,
  // __kmp_reg_status_name).
  std::string name = "/__KMP_REGISTERED_LIB_" + std::to_string(getpid()) + "_" +
                     std::to_string(getuid());
  (void)shm_unlink(name.c_str());
}
