//===- Emulator.cpp - The emulated GPU ------------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads that never wait for each other are executed as calls, one after the
// other. `Launch` executes kernels whose threads cooperate.
//
//===----------------------------------------------------------------------===//

#include "sg/Runtime/Emulator.h"
#include "Launch.h"
#include "sg/Runtime/Call/Execution.h"
#include "sg/Runtime/sg_call.h"
#include <cinttypes>

using namespace sg;

// Limits of a launch (CUDA C++ Programming Guide, "Compute Capabilities"):
// threads per block, bytes of shared memory per block, blocks of a grid in x, y
// and z.
static constexpr int64_t kMaxBlockThreads = 1024;
static constexpr int64_t kMaxBlockBytes = 227 << 10;
static constexpr int64_t kMaxGridBlocks[] = {INT32_MAX, 65535, 65535};

/// The launch whose kernel this host thread executes.
static thread_local Launch *launch = nullptr;

void sgrt_barrier(const char *where) {
  launch->wait(Thread::AtBarrier, where, 0);
}

int32_t sgrt_shuffle(const char *where, int32_t mode, int32_t offset,
                     int32_t width, int64_t *value) {
  return launch->shuffle(where, mode, offset, width, *value);
}

void sgrt_multiply(const char *where, int32_t kind, int32_t k,
                   const uint32_t *a, const uint32_t *b, float *c) {
  launch->multiply(where, kind, k, {a, b, c});
}

void sgrt_load_matrices(const char *where, int32_t count, int32_t is_transposed,
                        void *row, uint32_t *registers) {
  launch->loadMatrices(where, count, is_transposed,
                       {static_cast<uint16_t *>(row), registers});
}

void sgrt_access(const char *where, int32_t kind, void *address,
                 int64_t bytes) {
  launch->access(where, kind, address, bytes);
}

void sgrt_check_alignment(const char *where, const void *address,
                          int64_t multiple) {
  if (reinterpret_cast<uintptr_t>(address) % multiple != 0)
    sg::leave(SG_ASSERTION_FAILED,
              "%s: accesses memory that is not aligned to %" PRId64 " bytes",
              where, multiple);
}

static void checkGrid(const char *name, const int64_t (&blocks)[3]) {
  if (blocks[0] > kMaxGridBlocks[0] || blocks[1] > kMaxGridBlocks[1] ||
      blocks[2] > kMaxGridBlocks[2])
    sg::leave(SG_ASSERTION_FAILED,
              "a grid of kernel '%s' has %" PRId64 "x%" PRId64 "x%" PRId64
              " blocks; it can have up to %" PRId64 "x%" PRId64 "x%" PRId64,
              name, blocks[0], blocks[1], blocks[2], kMaxGridBlocks[0],
              kMaxGridBlocks[1], kMaxGridBlocks[2]);
}

static void checkBlock(const char *name, const int64_t (&threads)[3],
                       int64_t memory) {
  int64_t count = 1;
  for (int64_t size : threads)
    count = size >= 1 && size <= kMaxBlockThreads ? count * size : 0;
  if (count < 1 || count > kMaxBlockThreads)
    sg::leave(SG_ASSERTION_FAILED,
              "a block of kernel '%s' has %" PRId64 "x%" PRId64 "x%" PRId64
              " threads; it can have 1 to %" PRId64,
              name, threads[0], threads[1], threads[2], kMaxBlockThreads);
  if (memory < 0 || memory > kMaxBlockBytes)
    sg::leave(SG_ASSERTION_FAILED,
              "a block of kernel '%s' has %" PRId64
              " bytes of memory; it can have up to %" PRId64,
              name, memory, kMaxBlockBytes);
}

/// Runs all blocks. Returns false if a thread has failed. The caller must then
/// run its destructors and end the call.
static bool emulate(Launch &newLaunch, sgrt_position &position,
                    bool isChecked) {
  launch = &newLaunch;
  setLeaveStack([] { launch->abandon(); });
  bool hasSucceeded = true;
  forEach(position.blocks, position.block, isChecked,
          [&] { hasSucceeded = hasSucceeded && newLaunch.runBlock(position); });
  setLeaveStack(nullptr);
  launch = nullptr;
  return hasSucceeded;
}

void sgrt_emulate(sgrt_kernel kernel, const char *name, int32_t emulation,
                  int64_t memory, int64_t blocks_x, int64_t blocks_y,
                  int64_t blocks_z, int64_t threads_x, int64_t threads_y,
                  int64_t threads_z, void **arguments) {
  sgrt_position position = {{},
                            {},
                            {blocks_x, blocks_y, blocks_z},
                            {threads_x, threads_y, threads_z},
                            nullptr,
                            0};
  checkGrid(name, position.blocks);
  checkBlock(name, position.threads, memory);
  bool isChecked = emulation & SGRT_CHECKED;
  if (!(emulation & SGRT_COOPERATES)) {
    forEach(position.blocks, position.block, isChecked, [&] {
      forEach(position.threads, position.thread, isChecked,
              [&] { kernel(arguments, &position); });
    });
    return;
  }
  bool hasSucceeded;
  {
    Launch newLaunch(kernel, name, arguments, memory, position, isChecked);
    hasSucceeded = emulate(newLaunch, position, isChecked);
  }
  if (!hasSucceeded)
    sg::endCall();
}
