//===- Emulator.cpp - Kernels without a GPU -------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads that wait for nobody are calls, one after the other. Those of a block
// that cooperates are fibers: each runs until it waits, and when no thread can
// run any more, what they wait for is done, or cannot be.
//
//===----------------------------------------------------------------------===//

#include "Runtime/Emulator.h"
#include "AccessHistory.h"
#include "Execution.h"
#include "Fibers.h"
#include "Runtime/sg_call.h"
#include "WarpMatrices.h"
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>

/// Calls `body` with each triple of numbers below `sizes` in `numbers`, x
/// changing fastest; the last first if they are to be reversed.
template <typename Body>
static void forEach(const int64_t (&sizes)[3], int64_t (&numbers)[3],
                    bool isReversed, Body body) {
  int64_t number[3];
  for (number[2] = 0; number[2] < sizes[2]; ++number[2])
    for (number[1] = 0; number[1] < sizes[1]; ++number[1])
      for (number[0] = 0; number[0] < sizes[0]; ++number[0]) {
        for (int i = 0; i < 3; ++i)
          numbers[i] = isReversed ? sizes[i] - 1 - number[i] : number[i];
        body();
      }
}

namespace {
// CUDA C++ Programming Guide, "Compute Capabilities".
constexpr int64_t kWarpSize = 32;
constexpr int64_t kMostThreads = 1024;
constexpr int64_t kMostMemory = 227 << 10;

struct Thread {
  enum State { Ready, AtBarrier, AtWarp, Ended };
  sgrt_position position;
  State state;
  /// What it waits at.
  const char *where;
  /// As many lanes of its warp have to come, besides.
  int32_t width;
  // Of a shuffle.
  int32_t mode, offset;
  int64_t value;
  bool isValid;
  // Of a product; without `fragments.a` it is a shuffle.
  int32_t kind, k;
  sg::Fragments fragments;
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
                const sg::Fragments &fragments);
  void access(const char *where, int32_t kind, void *address, int64_t bytes);
  void abandon();

private:
  bool runThreads();
  bool meetInWarp(int64_t first);
  bool shuffle(Thread *warp, int64_t lanes, int64_t width);
  void multiply(Thread *warp);
  bool passBarrier();
  bool reportDivergence(const Thread &waiting);
  bool reportMissingLane(const Thread &thread, int64_t lane, int64_t source);
  static void runThread(void *launch);

  sgrt_kernel kernel;
  const char *name;
  void **arguments;
  int64_t memorySize, count;
  bool isChecked;
  sg::Fibers fibers;
  sg::AccessHistory history;
  void *memory;
  Thread *threads;
  Thread *running = nullptr;
  bool isAbandoned = false;
};

/// Whose kernel this thread of the host executes.
thread_local Launch *launch = nullptr;
} // namespace

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

void Launch::runThread(void *data) {
  auto &self = *static_cast<Launch *>(data);
  self.kernel(self.arguments, &self.running->position);
}

void Launch::wait(Thread::State state, const char *where, int32_t width) {
  running->state = state;
  running->width = width;
  running->where = where;
  fibers.wait();
}

bool Launch::shuffle(const char *where, int32_t mode, int32_t offset,
                     int32_t width, int64_t &value) {
  Thread &thread = *running;
  if ((&thread - threads) % kWarpSize >= width)
    return false;
  thread.mode = mode;
  thread.offset = offset;
  thread.fragments = {};
  thread.value = value;
  wait(Thread::AtWarp, where, width);
  value = thread.value;
  return thread.isValid;
}

void Launch::multiply(const char *where, int32_t kind, int32_t k,
                      const sg::Fragments &fragments) {
  if (count - (running - threads) / kWarpSize * kWarpSize < kWarpSize)
    sg::leave(SG_ASSERTION_FAILED,
              "%s: the last warp of kernel '%s' has less than %" PRId64
              " threads",
              where, name, kWarpSize);
  running->kind = kind;
  running->k = k;
  running->fragments = fragments;
  wait(Thread::AtWarp, where, kWarpSize);
}

void Launch::abandon() {
  if (!running)
    return;
  isAbandoned = true;
  fibers.wait();
}

void sg::abandonLaunch() {
  if (launch)
    launch->abandon();
}

/// Lets each thread run until it waits; returns whether any could.
bool Launch::runThreads() {
  bool hasRun = false;
  for (int64_t i = 0; i < count && !isAbandoned; ++i) {
    int64_t number = isChecked ? count - 1 - i : i;
    running = &threads[number];
    if (running->state == Thread::Ready) {
      hasRun = true;
      if (fibers.resume(number))
        running->state = Thread::Ended;
    }
    running = nullptr;
  }
  return hasRun;
}

bool Launch::runBlock(const sgrt_position &position) {
  if (!fibers.isValid() || !history.isValid() || !memory || !threads) {
    sg::setError(SG_OUT_OF_MEMORY,
                 "out of memory: a block of kernel '%s' has %" PRId64
                 " threads",
                 name, count);
    return false;
  }
  std::memset(memory, 0xff, memorySize);
  history.clear();
  sgrt_position next = position;
  next.memory = memory;
  next.bytes = memorySize;
  int64_t number = 0;
  forEach(position.threads, next.thread, false, [&] {
    threads[number] = {};
    threads[number].position = next;
    fibers.start(number, runThread, this);
    ++number;
  });
  bool hasRun;
  do {
    hasRun = runThreads();
    for (int64_t first = 0; first < count && !isAbandoned; first += kWarpSize)
      hasRun |= meetInWarp(first);
    if (!hasRun && !isAbandoned)
      hasRun = passBarrier();
  } while (hasRun && !isAbandoned);
  return !isAbandoned;
}

//===----------------------------------------------------------------------===//
// What they wait for
//===----------------------------------------------------------------------===//

/// Once no thread can run: returns whether threads can go on. None waits if all
/// have ended.
bool Launch::passBarrier() {
  const Thread *waiting = nullptr;
  for (int64_t i = 0; i < count; ++i)
    if (threads[i].state != Thread::Ended)
      waiting = &threads[i];
  if (!waiting)
    return false;
  for (int64_t i = 0; i < count; ++i)
    if (threads[i].state != Thread::AtBarrier ||
        threads[i].where != waiting->where)
      return reportDivergence(*waiting);
  for (int64_t i = 0; i < count; ++i)
    threads[i].state = Thread::Ready;
  history.clear();
  return true;
}

/// The threads of one warp: returns whether they can go on.
bool Launch::meetInWarp(int64_t first) {
  int64_t lanes = count - first < kWarpSize ? count - first : kWarpSize;
  Thread *warp = threads + first;
  const Thread *asked = nullptr;
  for (int64_t lane = 0; lane < lanes; ++lane)
    if (warp[lane].state == Thread::AtWarp)
      asked = &warp[lane];
  if (!asked)
    return false;
  int64_t width = asked->width < lanes ? asked->width : lanes;
  for (int64_t lane = 0; lane < width; ++lane)
    if (warp[lane].state != Thread::AtWarp ||
        warp[lane].where != asked->where || warp[lane].width != asked->width)
      return false;
  if (asked->fragments.a)
    multiply(warp);
  else if (!shuffle(warp, lanes, width))
    return false;
  for (int64_t lane = 0; lane < width; ++lane)
    warp[lane].state = Thread::Ready;
  return true;
}

bool Launch::shuffle(Thread *warp, int64_t lanes, int64_t width) {
  int64_t values[kWarpSize];
  for (int64_t lane = 0; lane < width; ++lane)
    values[lane] = warp[lane].value;
  for (int64_t lane = 0; lane < width; ++lane) {
    Thread &thread = warp[lane];
    int64_t source = thread.mode == SGRT_XOR    ? lane ^ thread.offset
                     : thread.mode == SGRT_UP   ? lane - thread.offset
                     : thread.mode == SGRT_DOWN ? lane + thread.offset
                                                : thread.offset;
    thread.isValid = source >= 0 && source < thread.width;
    if (thread.isValid && source >= lanes)
      return reportMissingLane(thread, lane, source);
    if (thread.isValid)
      thread.value = values[source];
  }
  return true;
}

void Launch::multiply(Thread *warp) {
  sg::Fragments fragments[kWarpSize];
  for (int64_t lane = 0; lane < kWarpSize; ++lane)
    fragments[lane] = warp[lane].fragments;
  sg::multiplyMatrices(warp->kind, warp->k, fragments);
}

//===----------------------------------------------------------------------===//
// What goes wrong
//===----------------------------------------------------------------------===//

namespace {
/// "thread (1, 0, 0)", for messages.
struct PlaceText {
  PlaceText(const char *what, const int64_t (&numbers)[3]) {
    std::snprintf(text, sizeof text,
                  "%s (%" PRId64 ", %" PRId64 ", %" PRId64 ")", what,
                  numbers[0], numbers[1], numbers[2]);
  }
  char text[96];
};
} // namespace

/// One of the threads that wait for the others, and one that does not come.
bool Launch::reportDivergence(const Thread &waiting) {
  const Thread *other = nullptr;
  for (int64_t i = 0; i < count; ++i)
    if (threads[i].state != waiting.state ||
        threads[i].where != waiting.where || threads[i].width != waiting.width)
      other = &threads[i];
  PlaceText block("block", waiting.position.block);
  PlaceText thread("thread", waiting.position.thread);
  PlaceText otherThread("thread", other->position.thread);
  bool hasEnded = other->state == Thread::Ended;
  sg::setError(SG_ASSERTION_FAILED,
               "%s: %s waits for the others of %s of kernel '%s', but %s %s%s",
               waiting.where, thread.text, block.text, name, otherThread.text,
               hasEnded ? "has ended" : "waits at ",
               hasEnded ? "" : other->where);
  isAbandoned = true;
  return false;
}

bool Launch::reportMissingLane(const Thread &thread, int64_t lane,
                               int64_t source) {
  PlaceText block("block", thread.position.block);
  sg::setError(SG_ASSERTION_FAILED,
               "%s: lane %" PRId64 " asks for the value of lane %" PRId64
               ", which has no thread, in %s of kernel '%s'",
               thread.where, lane, source, block.text, name);
  isAbandoned = true;
  return false;
}

void Launch::access(const char *where, int32_t kind, void *address,
                    int64_t bytes) {
  auto number = static_cast<int32_t>(running - threads);
  int64_t offset = static_cast<char *>(address) - static_cast<char *>(memory);
  // An index that is out of range has been told of before.
  if (offset < 0 || offset + bytes > memorySize)
    return;
  const sg::Access *other =
      history.add({number, kind, where}, static_cast<size_t>(offset),
                  static_cast<size_t>(bytes));
  if (!other)
    return;
  PlaceText block("block", running->position.block);
  PlaceText thread("thread", running->position.thread);
  PlaceText otherThread("thread", threads[other->thread].position.thread);
  sg::leave(SG_ASSERTION_FAILED,
            "%s: %s of %s of kernel '%s' accesses memory that %s accesses at "
            "%s, without a barrier in between",
            where, thread.text, block.text, name, otherThread.text,
            other->where);
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

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

void sgrt_access(const char *where, int32_t kind, void *address,
                 int64_t bytes) {
  launch->access(where, kind, address, bytes);
}

/// As a GPU would refuse the launch.
static void checkBlock(const char *name, const int64_t (&threads)[3],
                       int64_t memory) {
  int64_t count = 1;
  for (int64_t size : threads)
    count = size >= 1 && size <= kMostThreads ? count * size : 0;
  if (count < 1 || count > kMostThreads)
    sg::leave(SG_ASSERTION_FAILED,
              "a block of kernel '%s' has %" PRId64 "x%" PRId64 "x%" PRId64
              " threads; it can have 1 to %" PRId64,
              name, threads[0], threads[1], threads[2], kMostThreads);
  if (memory < 0 || memory > kMostMemory)
    sg::leave(SG_ASSERTION_FAILED,
              "a block of kernel '%s' has %" PRId64
              " bytes of memory; it can have up to %" PRId64,
              name, memory, kMostMemory);
}

/// Whether the call goes on. By itself, so that what it owns has gone when the
/// call ends.
static bool emulate(Launch &made, sgrt_position &position, bool isChecked) {
  launch = &made;
  bool goesOn = true;
  forEach(position.blocks, position.block, isChecked,
          [&] { goesOn = goesOn && made.runBlock(position); });
  launch = nullptr;
  return goesOn;
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
  checkBlock(name, position.threads, memory);
  bool isChecked = emulation & SGRT_CHECKED;
  if (!(emulation & SGRT_COOPERATES)) {
    forEach(position.blocks, position.block, isChecked, [&] {
      forEach(position.threads, position.thread, isChecked,
              [&] { kernel(arguments, &position); });
    });
    return;
  }
  bool goesOn;
  {
    Launch made(kernel, name, arguments, memory, position, isChecked);
    goesOn = emulate(made, position, isChecked);
  }
  if (!goesOn)
    sg::endCall();
}
