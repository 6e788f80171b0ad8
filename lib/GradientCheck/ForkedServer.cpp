//===- ForkedServer.cpp - Server in a forked process ----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only the thread that called fork() exists in this process; other threads of
// the parent may have held locks. This file therefore only calls native code,
// malloc and the channel.
//
//===----------------------------------------------------------------------===//

#include "ForkedServer.h"
#include "sg/Runtime/NativeCall.h"
#include "sg/Runtime/ProbeRuntime.h"
#include "sg/Support/MemoryLimit.h"
#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <limits>
#include <stdio_ext.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>
#include <utility>

using namespace sg;
using namespace sg::gradcheck;
using llvm::SmallVector;

namespace {
/// An argument or a result in the memory of this process.
struct ServedArray {
  ArrayKind kind = {};
  SmallVector<int64_t> sizes = {};
  char *data = nullptr;

  ServedArray() = default;
  ServedArray(ServedArray &&other)
      : kind(other.kind), sizes(std::move(other.sizes)),
        data(std::exchange(other.data, nullptr)) {}
  ~ServedArray() { std::free(data); }

  size_t countBytes() const {
    size_t bytes = kind.elementSize;
    for (int64_t size : sizes)
      bytes *= size;
    return bytes;
  }
  sg_array toNative() { return {data, sizes.data(), kind.rank, kind.type}; }
};

/// Executes the runs that the parent process requests.
class Server {
public:
  explicit Server(Channel channel) : channel(std::move(channel)) {}
  /// Answers one request. Returns false if the channel is closed.
  bool serveOne();

private:
  bool receive(const RunRequest &request);
  bool run(const RunRequest &request);
  bool sendProbes();

  Channel channel;
  std::vector<ServedArray> inputs, results;
};
} // namespace

bool Server::receive(const RunRequest &request) {
  inputs.clear();
  results.clear();
  for (int32_t i = 0; i < request.numInputs; ++i) {
    ServedArray &input = inputs.emplace_back();
    if (!channel.receive(input.kind))
      return false;
    input.sizes.resize(input.kind.rank);
    if (!channel.receiveBytes(input.sizes.data(),
                              input.sizes.size() * sizeof(int64_t)))
      return false;
    void *memory = nullptr;
    size_t bytes = input.countBytes();
    if (posix_memalign(&memory, 64, std::max<size_t>(bytes, 1)) != 0)
      _exit(kNoMemory);
    input.data = static_cast<char *>(memory);
    if (!channel.receiveBytes(input.data, bytes))
      return false;
  }
  for (int32_t i = 0; i < request.numResults; ++i) {
    ServedArray &result = results.emplace_back();
    if (!channel.receive(result.kind))
      return false;
    result.sizes.resize(result.kind.rank);
  }
  return true;
}

/// Sets a timer that ends the process after `seconds`. 0 disables the timer.
static void setTimer(double seconds) {
  constexpr double kMaxSeconds = 1e9; // Larger limits mean no limit.
  itimerval timer = {};
  if (seconds > 0 && seconds < kMaxSeconds) {
    timer.it_value.tv_sec = static_cast<time_t>(seconds);
    double fraction = seconds - std::floor(seconds);
    timer.it_value.tv_usec = static_cast<suseconds_t>(fraction * 1e6);
    if (timer.it_value.tv_sec == 0 && timer.it_value.tv_usec == 0)
      timer.it_value.tv_usec = 1;
  }
  setitimer(ITIMER_REAL, &timer, nullptr);
}

bool Server::run(const RunRequest &request) {
  SmallVector<sg_array> in, out;
  for (ServedArray &input : inputs)
    in.push_back(input.toNative());
  for (ServedArray &result : results)
    out.push_back(result.toNative());
  takeProbes();
  setTimer(request.seconds);
  CallOutcome outcome = callNative(request.entry, in, out);
  setTimer(0);
  std::fflush(stdout); // Flush the output of the program.
  for (auto [result, native] : llvm::zip_equal(results, out))
    result.data = static_cast<char *>(native.data);
  if (!channel.send(OutcomeHeader{outcome.status,
                                  static_cast<int32_t>(outcome.message.size()),
                                  outcome.milliseconds}) ||
      !channel.sendBytes(outcome.message.data(), outcome.message.size()))
    return false;
  for (const ServedArray &result : results)
    if (outcome.status == SG_OK &&
        (!channel.sendBytes(result.sizes.data(),
                            result.sizes.size() * sizeof(int64_t)) ||
         !channel.sendBytes(result.data, result.countBytes())))
      return false;
  return sendProbes();
}

bool Server::sendProbes() {
  std::vector<Probe> probes = takeProbes();
  bool isSent = channel.send<int64_t>(probes.size());
  for (const Probe &probe : probes)
    isSent = isSent && channel.send(probe.number) &&
             channel.send<int64_t>(probe.words.size()) &&
             channel.sendBytes(probe.words.data(),
                               probe.words.size() * sizeof(int64_t));
  return isSent;
}

bool Server::serveOne() {
  RunRequest request;
  return channel.receive(request) && receive(request) && run(request);
}

/// Resets signals, because handlers of the parent must not run in this process.
static void resetSignals() {
  for (int signal = 1; signal < NSIG; ++signal) {
    struct sigaction action;
    if (sigaction(signal, nullptr, &action) == 0 &&
        action.sa_handler != SIG_IGN)
      std::signal(signal, SIG_DFL);
  }
  std::signal(SIGALRM, SIG_DFL);
  sigset_t emptyMask;
  sigemptyset(&emptyMask);
  sigprocmask(SIG_SETMASK, &emptyMask, nullptr);
}

/// Closes the files inherited from the parent, for example channels of other
/// threads, except `channel` and the standard streams.
static void closeInheritedFiles(int channel) {
  constexpr int kFirst = STDERR_FILENO + 1;
  for (auto [first, last] : {std::pair(kFirst, channel - 1),
                             std::pair(std::max(kFirst, channel + 1),
                                       std::numeric_limits<int>::max())})
    if (first <= last)
      close_range(first, last, 0);
}

void sg::gradcheck::serve(Channel channel, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent)
    _exit(0);
  resetSignals();
  closeInheritedFiles(channel.getFile());
  // Discard buffered output: the parent prints it.
  __fpurge(stdout);
  rlimit none = {};
  setrlimit(RLIMIT_CORE, &none);
  limitMemory(getAvailableBytes());
  Server server(std::move(channel));
  while (server.serveOne())
    continue;
  _exit(0);
}
