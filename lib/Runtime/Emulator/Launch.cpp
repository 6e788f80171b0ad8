//===- Launch.cpp - A kernel whose threads cooperate ----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads are fibers. Each fiber runs until it waits at a barrier or a warp
// operation. Once no thread can run, the operation is performed, or an error is
// reported if some threads never reach the operation.
//
//===----------------------------------------------------------------------===//

#include "Launch.h"
#include "sg/Runtime/Call/Execution.h"
#include "sg/Runtime/WarpSize.h"
#include "sg/Runtime/sg_call.h"
#include <cinttypes>
#include <cstdio>
#include <cstring>

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

void sg::Launch::runThread(void *data) {
  auto &self = *static_cast<Launch *>(data);
  self.kernel(self.arguments, &self.runningThread->position);
}

void sg::Launch::wait(Thread::State state, const char *where, int32_t width) {
  runningThread->state = state;
  runningThread->width = width;
  runningThread->where = where;
  fibers.wait();
}

bool sg::Launch::shuffle(const char *where, int32_t mode, int32_t offset,
                         int32_t width, int64_t &value) {
  Thread &thread = *runningThread;
  if ((&thread - threads) % kWarpSize >= width)
    return false;
  thread.mode = mode;
  thread.offset = offset;
  thread.request = Thread::Shuffle;
  thread.value = value;
  wait(Thread::AtWarp, where, width);
  value = thread.value;
  return thread.isValid;
}

void sg::Launch::waitForWarp(const char *where, Thread::Request request) {
  if (count - (runningThread - threads) / kWarpSize * kWarpSize < kWarpSize)
    sg::leave(SG_ASSERTION_FAILED,
              "%s: the last warp of kernel '%s' has fewer than %" PRId64
              " threads",
              where, name, kWarpSize);
  runningThread->request = request;
  wait(Thread::AtWarp, where, kWarpSize);
}

void sg::Launch::multiply(const char *where, int32_t kind, int32_t k,
                          const Fragments &fragments) {
  runningThread->kind = kind;
  runningThread->k = k;
  runningThread->fragments = fragments;
  waitForWarp(where, Thread::Multiply);
}

void sg::Launch::loadMatrices(const char *where, int32_t matrices,
                              bool isTransposed, const RowsOfMatrices &rows) {
  const int64_t rowSize = 16;
  if ((runningThread - threads) % kWarpSize < 8 * matrices) {
    auto address = reinterpret_cast<uintptr_t>(rows.row);
    if (address % rowSize != 0)
      sg::leave(SG_ASSERTION_FAILED,
                "%s: a row is not aligned to %" PRId64 " bytes", where,
                rowSize);
    access(where, SGRT_LOAD, const_cast<uint16_t *>(rows.row), rowSize);
  }
  runningThread->matrices = matrices;
  runningThread->isTransposed = isTransposed;
  runningThread->rows = rows;
  waitForWarp(where, Thread::LoadMatrices);
}

void sg::Launch::abandon() {
  if (!runningThread)
    return;
  isAbandoned = true;
  fibers.wait();
}

/// Runs each thread until it waits. Returns true if any thread was ready.
/// Checked launches run the threads in reverse order.
bool sg::Launch::runThreads() {
  bool hasProgressed = false;
  for (int64_t i = 0; i < count && !isAbandoned; ++i) {
    int64_t index = isChecked ? count - 1 - i : i;
    runningThread = &threads[index];
    if (runningThread->state == Thread::Ready) {
      hasProgressed = true;
      if (fibers.resume(index))
        runningThread->state = Thread::Ended;
    }
    runningThread = nullptr;
  }
  return hasProgressed;
}

bool sg::Launch::runBlock(const sgrt_position &position) {
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
  int64_t index = 0;
  forEach(position.threads, next.thread, false, [&] {
    threads[index] = {};
    threads[index].position = next;
    fibers.start(index, runThread, this);
    ++index;
  });
  bool hasProgressed;
  do {
    hasProgressed = runThreads();
    for (int64_t firstThread = 0; firstThread < count && !isAbandoned;
         firstThread += kWarpSize)
      hasProgressed |= executeInWarp(firstThread);
    if (!hasProgressed && !isAbandoned)
      hasProgressed = releaseBarrier();
  } while (hasProgressed && !isAbandoned);
  return !isAbandoned;
}

//===----------------------------------------------------------------------===//
// Barriers and warp operations
//===----------------------------------------------------------------------===//

/// Releases the barrier at which all threads wait. Called when no thread can
/// run. Returns false if all threads have ended, or if some threads wait
/// elsewhere, which is an error.
bool sg::Launch::releaseBarrier() {
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

/// Performs the operation for which the lanes of the warp that starts at thread
/// `firstThread` wait. Returns true if the lanes can continue.
bool sg::Launch::executeInWarp(int64_t firstThread) {
  int64_t lanes =
      count - firstThread < kWarpSize ? count - firstThread : kWarpSize;
  Thread *warp = threads + firstThread;
  const Thread *requester = nullptr;
  for (int64_t lane = 0; lane < lanes; ++lane)
    if (warp[lane].state == Thread::AtWarp)
      requester = &warp[lane];
  if (!requester)
    return false;
  int64_t width = requester->width < lanes ? requester->width : lanes;
  for (int64_t lane = 0; lane < width; ++lane)
    if (warp[lane].state != Thread::AtWarp ||
        warp[lane].where != requester->where ||
        warp[lane].width != requester->width)
      return false;
  if (requester->request == Thread::Multiply)
    multiply(warp);
  else if (requester->request == Thread::LoadMatrices)
    loadMatrices(warp);
  else if (!shuffle(warp, lanes, width))
    return false;
  for (int64_t lane = 0; lane < width; ++lane)
    warp[lane].state = Thread::Ready;
  return true;
}

bool sg::Launch::shuffle(Thread *warp, int64_t lanes, int64_t width) {
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

void sg::Launch::multiply(Thread *warp) {
  sg::Fragments fragments[kWarpSize];
  for (int64_t lane = 0; lane < kWarpSize; ++lane)
    fragments[lane] = warp[lane].fragments;
  sg::multiplyMatrices(warp->kind, warp->k, fragments);
}

void sg::Launch::loadMatrices(Thread *warp) {
  RowsOfMatrices rows[kWarpSize];
  for (int64_t lane = 0; lane < kWarpSize; ++lane)
    rows[lane] = warp[lane].rows;
  sg::loadMatrices(warp->matrices, warp->isTransposed, rows);
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

namespace {
/// The text "thread (1, 0, 0)" for messages.
struct PositionText {
  PositionText(const char *noun, const int64_t (&indices)[3]) {
    std::snprintf(text, sizeof text,
                  "%s (%" PRId64 ", %" PRId64 ", %" PRId64 ")", noun,
                  indices[0], indices[1], indices[2]);
  }
  char text[96];
};
} // namespace

/// Reports a thread that waits for the others and a thread that does not reach
/// the same operation.
bool sg::Launch::reportDivergence(const Thread &waiting) {
  const Thread *divergent = nullptr;
  for (int64_t i = 0; i < count; ++i)
    if (threads[i].state != waiting.state ||
        threads[i].where != waiting.where || threads[i].width != waiting.width)
      divergent = &threads[i];
  PositionText block("block", waiting.position.block);
  PositionText thread("thread", waiting.position.thread);
  PositionText otherThread("thread", divergent->position.thread);
  bool hasEnded = divergent->state == Thread::Ended;
  sg::setError(SG_ASSERTION_FAILED,
               "%s: %s waits for the others of %s of kernel '%s', but %s %s%s",
               waiting.where, thread.text, block.text, name, otherThread.text,
               hasEnded ? "has ended" : "waits at ",
               hasEnded ? "" : divergent->where);
  isAbandoned = true;
  return false;
}

bool sg::Launch::reportMissingLane(const Thread &thread, int64_t lane,
                                   int64_t source) {
  PositionText block("block", thread.position.block);
  sg::setError(SG_ASSERTION_FAILED,
               "%s: lane %" PRId64 " requests the value of lane %" PRId64
               ", which has no thread, in %s of kernel '%s'",
               thread.where, lane, source, block.text, name);
  isAbandoned = true;
  return false;
}

void sg::Launch::access(const char *where, int32_t kind, void *address,
                        int64_t bytes) {
  auto index = static_cast<int32_t>(runningThread - threads);
  int64_t offset = static_cast<char *>(address) - static_cast<char *>(memory);
  // An earlier check has reported accesses out of bounds.
  if (offset < 0 || offset + bytes > memorySize)
    return;
  const sg::Access *other =
      history.add({index, kind, where}, static_cast<size_t>(offset),
                  static_cast<size_t>(bytes));
  if (!other)
    return;
  PositionText block("block", runningThread->position.block);
  PositionText thread("thread", runningThread->position.thread);
  PositionText otherThread("thread", threads[other->thread].position.thread);
  sg::leave(SG_ASSERTION_FAILED,
            "%s: %s of %s of kernel '%s' accesses memory that %s accesses at "
            "%s, without a barrier in between",
            where, thread.text, block.text, name, otherThread.text,
            other->where);
}
