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

/// Sets `indices` to each triple of indices below `sizes` and calls `body`. x
/// changes fastest. If `isReversed` is set, the last triple comes first.
template <typename Body>
void forEach(const int64_t (&sizes)[3], int64_t (&indices)[3], bool isReversed,
             Body body) {
  int64_t index[3];
  for (index[2] = 0; index[2] < sizes[2]; ++index[2])
    for (index[1] = 0; index[1] < sizes[1]; ++index[1])
      for (index[0] = 0; index[0] < sizes[0]; ++index[0]) {
        for (int i = 0; i < 3; ++i)
          indices[i] = isReversed ? sizes[i] - 1 - index[i] : index[i];
        body();
      }
}

/// A thread of a block and the operation for which it waits.
struct Thread {
  enum State { Ready, AtBarrier, AtWarp, Ended };
  sgrt_position position;
  State state;
  /// Location of the op at which the thread waits.
  const char *where;
  /// Number of lanes of the warp that must reach the op.
  int32_t width;
  enum Request { Shuffle, Multiply, LoadMatrices } request;
  // Operands and result of a shuffle.
  int32_t mode, offset;
  int64_t value;
  bool isValid;
  // Operands of a matrix product.
  int32_t kind, k;
  Fragments fragments;
  // Operands of a load of matrices.
  int32_t matrices;
  bool isTransposed;
  RowsOfMatrices rows;
};

/// Executes the blocks of one kernel whose threads cooperate, one block after
/// the other.
class Launch {
public:
  Launch(sgrt_kernel kernel, const char *name, void **arguments, int64_t memory,
         const sgrt_position &sizes, bool isChecked)
      : kernel(kernel), name(name), arguments(arguments), memorySize(memory),
        count(sizes.threads[0] * sizes.threads[1] * sizes.threads[2]),
        isChecked(isChecked), fibers(count), history(isChecked ? memory : 0) {
    // malloc(0) may return null.
    this->memory = std::malloc(memory + 1);
    threads = static_cast<Thread *>(std::calloc(count, sizeof(Thread)));
  }
  ~Launch() {
    std::free(memory);
    std::free(threads);
  }
  Launch(const Launch &) = delete;
  Launch &operator=(const Launch &) = delete;

  /// Executes one block. Returns false if a thread has failed.
  bool runBlock(const sgrt_position &position);

  /// Operations that the running thread requests.
  void wait(Thread::State state, const char *where, int32_t width);
  bool shuffle(const char *where, int32_t mode, int32_t offset, int32_t width,
               int64_t &value);
  void multiply(const char *where, int32_t kind, int32_t k,
                const Fragments &fragments);
  void loadMatrices(const char *where, int32_t matrices, bool isTransposed,
                    const RowsOfMatrices &rows);
  void access(const char *where, int32_t kind, void *address, int64_t bytes);
  /// Called when the running thread fails. Switches to the stack of `runBlock`,
  /// which returns false. Does nothing if no thread is running.
  void abandon();

private:
  bool runThreads();
  bool executeInWarp(int64_t firstThread);
  bool shuffle(Thread *warp, int64_t lanes, int64_t width);
  void multiply(Thread *warp);
  void loadMatrices(Thread *warp);
  void waitForWarp(const char *where, Thread::Request request);
  bool releaseBarrier();
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
  Thread *runningThread = nullptr;
  bool isAbandoned = false;
};

} // namespace sg

#endif // SG_LIB_RUNTIME_EMULATOR_LAUNCH_H
