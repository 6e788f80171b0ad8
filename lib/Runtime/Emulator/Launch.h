//===- Launch.h - A kernel whose threads cooperate --------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_RUNTIME_EMULATOR_LAUNCH_H
#define SG_LIB_RUNTIME_EMULATOR_LAUNCH_H

#include "AccessHistory.h"
#include "Fibers.h"
#include "WarpMatrices.h"
#include "sg/Runtime/Emulator.h"
#include <cstdlib>

namespace sg {

/// Calls `body` with each triple of indices below `sizes` in `numbers`, x
/// changing fastest; the last first if they are to be reversed.
template <typename Body>
void forEach(const int64_t (&sizes)[3], int64_t (&numbers)[3], bool isReversed,
             Body body) {
  int64_t number[3];
  for (number[2] = 0; number[2] < sizes[2]; ++number[2])
    for (number[1] = 0; number[1] < sizes[1]; ++number[1])
      for (number[0] = 0; number[0] < sizes[0]; ++number[0]) {
        for (int i = 0; i < 3; ++i)
          numbers[i] = isReversed ? sizes[i] - 1 - number[i] : number[i];
        body();
      }
}

/// A thread of a block, and what it waits for.
struct Thread {
  enum State { Ready, AtBarrier, AtWarp, Ended };
  sgrt_position position;
  State state;
  /// What it waits at.
  const char *where;
  /// As many lanes of its warp have to come, besides.
  int32_t width;
  enum Request { Shuffle, Multiply, LoadMatrices } request;
  // Of a shuffle.
  int32_t mode, offset;
  int64_t value;
  bool isValid;
  // Of a product.
  int32_t kind, k;
  Fragments fragments;
  // Of a load.
  int32_t matrices;
  bool isTransposed;
  RowsOfMatrices rows;
};

/// The blocks of one kernel, one after the other, whose threads cooperate.
class Launch {
public:
  Launch(sgrt_kernel kernel, const char *name, void **arguments, int64_t memory,
         const sgrt_position &sizes, bool isChecked)
      : kernel(kernel), name(name), arguments(arguments), memorySize(memory),
        count(sizes.threads[0] * sizes.threads[1] * sizes.threads[2]),
        isChecked(isChecked), fibers(count), history(isChecked ? memory : 0) {
    // One byte at least: without any there may be no address.
    this->memory = std::malloc(memory + 1);
    threads = static_cast<Thread *>(std::calloc(count, sizeof(Thread)));
  }
  ~Launch() {
    std::free(memory);
    std::free(threads);
  }
  Launch(const Launch &) = delete;
  Launch &operator=(const Launch &) = delete;

  /// Returns whether the call goes on.
  bool runBlock(const sgrt_position &position);

  /// What threads do.
  void wait(Thread::State state, const char *where, int32_t width);
  bool shuffle(const char *where, int32_t mode, int32_t offset, int32_t width,
               int64_t &value);
  void multiply(const char *where, int32_t kind, int32_t k,
                const Fragments &fragments);
  void loadMatrices(const char *where, int32_t matrices, bool isTransposed,
                    const RowsOfMatrices &rows);
  void access(const char *where, int32_t kind, void *address, int64_t bytes);
  /// If a thread runs, goes on where `runBlock` was called, which returns
  /// false.
  void abandon();

private:
  bool runThreads();
  bool meetInWarp(int64_t first);
  bool shuffle(Thread *warp, int64_t lanes, int64_t width);
  void multiply(Thread *warp);
  void loadMatrices(Thread *warp);
  void waitForWarp(const char *where, Thread::Request request);
  bool passBarrier();
  bool reportDivergence(const Thread &waiting);
  bool reportMissingLane(const Thread &thread, int64_t lane, int64_t source);
  static void runThread(void *launch);

  sgrt_kernel kernel;
  const char *name;
  void **arguments;
  int64_t memorySize, count;
  bool isChecked;
  Fibers fibers;
  AccessHistory history;
  void *memory;
  Thread *threads;
  Thread *running = nullptr;
  bool isAbandoned = false;
};

} // namespace sg

#endif // SG_LIB_RUNTIME_EMULATOR_LAUNCH_H
