//===- ForkedRunner.cpp - Run checked programs in a forked process --------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A request contains the entry point and all inputs of a run. The answer
// contains the outcome and all results. If a run exceeds the time limit, a
// timer ends the forked process, and the parent process reads an end of file.
//
//===----------------------------------------------------------------------===//

#include "Channel.h"
#include "ForkedServer.h"
#include "sg/GradientCheck/Runner.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir;
using namespace sg;
using namespace sg::gradcheck;

namespace {
/// A runner that executes functions in a forked process.
class ForkedRunner final : public Runner {
public:
  explicit ForkedRunner(std::function<bool()> isCancelled)
      : isCancelled(std::move(isCancelled)) {}
  ~ForkedRunner() override { endProcess(); }

  CallOutcome run(sg_entry_point entry, MutableArrayRef<Array> inputs,
                  MutableArrayRef<Array> results) override;
  std::vector<Probe> takeProbes() override { return std::exchange(probes, {}); }
  void setLimit(const TimeLimit &limit) override { seconds = limit.seconds; }
  std::optional<End> getEnd() const override { return end; }

private:
  bool startProcess();
  std::optional<int> endProcess();
  bool sendRun(sg_entry_point entry, ArrayRef<Array> inputs,
               ArrayRef<Array> results);
  bool receiveOutcome(CallOutcome &outcome, MutableArrayRef<Array> results);
  bool receiveResult(Array &result, CallOutcome &outcome);
  bool receiveProbes();
  CallOutcome describeProcessEnd();

  std::function<bool()> isCancelled;
  Channel channel;
  pid_t process = -1;
  double seconds = std::numeric_limits<double>::infinity();
  std::vector<Probe> probes;
  std::optional<End> end;
};
} // namespace

//===----------------------------------------------------------------------===//
// The process
//===----------------------------------------------------------------------===//

/// Starts the process unless it is already running. Returns false on failure.
bool ForkedRunner::startProcess() {
  if (channel.isOpen())
    return true;
  Channel childEnd;
  if (!Channel::connect(channel, childEnd))
    return false;
  channel.setCancelled(isCancelled);
  pid_t parent = getpid();
  process = fork();
  if (process == 0) {
    channel.close();
    serve(std::move(childEnd), parent);
  }
  if (process < 0)
    channel.close();
  return process > 0;
}

/// Ends the process. Returns its status from `waitpid`, or std::nullopt if
/// another caller of `waitpid` has collected the status.
std::optional<int> ForkedRunner::endProcess() {
  channel.close();
  if (process < 0)
    return std::nullopt;
  // Closing the channel may not end the process: a child forked by another
  // thread may hold a copy of this end. Until `waitpid`, signaling an ended
  // process is harmless.
  kill(process, SIGKILL);
  int status = 0;
  pid_t ended;
  do
    ended = waitpid(process, &status, 0);
  while (ended < 0 && errno == EINTR);
  bool hasStatus = ended == process;
  process = -1;
  return hasStatus ? std::optional<int>(status) : std::nullopt;
}

/// Returns the outcome of a run during which the process ended.
CallOutcome ForkedRunner::describeProcessEnd() {
  std::optional<int> status = endProcess();
  if (isCancelled && isCancelled()) {
    end = End{/*isOverLimit=*/false, "the run was cancelled"};
    return {SG_OUT_OF_MEMORY, end->reason, 0};
  }
  int signal = status && WIFSIGNALED(*status) ? WTERMSIG(*status) : 0;
  if (signal == SIGALRM) {
    end = End{/*isOverLimit=*/true, ""};
    return {SG_OUT_OF_MEMORY, "it does not end", 0};
  }
  std::string reason = "the process that the program runs in has ended";
  if (signal != 0)
    reason = "the program ends its process by signal " +
             std::to_string(signal) + " (" + strsignal(signal) + ")";
  if (signal == SIGSEGV)
    reason += ", which happens if it nests or calls itself too deeply";
  if (status && WIFEXITED(*status) && WEXITSTATUS(*status) == kNoMemory)
    reason = "out of memory for the inputs";
  bool isProgramSignal = llvm::is_contained(
      {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP}, signal);
  // A signal that the program causes ends only this run.
  if (!isProgramSignal)
    end = End{/*isOverLimit=*/false, reason};
  bool isFault = isProgramSignal && signal != SIGSEGV;
  return {isFault ? SG_ASSERTION_FAILED : SG_OUT_OF_MEMORY, reason, 0};
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

bool ForkedRunner::sendRun(sg_entry_point entry, ArrayRef<Array> inputs,
                           ArrayRef<Array> results) {
  auto sendKind = [&](const Array &array) {
    return channel.send(ArrayKind{getElementTypeCode(array.getElementType()),
                                  static_cast<int32_t>(array.getShape().size()),
                                  getElementSize(array.getElementType())});
  };
  bool isSent = channel.send(RunRequest{entry, seconds,
                                        static_cast<int32_t>(inputs.size()),
                                        static_cast<int32_t>(results.size())});
  for (const Array &input : inputs)
    isSent = isSent && sendKind(input) &&
             channel.sendBytes(input.getShape().data(),
                               input.getShape().size() * sizeof(int64_t)) &&
             channel.sendBytes(input.getData(), input.getNumBytes());
  for (const Array &result : results)
    isSent = isSent && sendKind(result);
  return isSent;
}

/// Receives a result. Returns false if the channel fails.
bool ForkedRunner::receiveResult(Array &result, CallOutcome &outcome) {
  SmallVector<int64_t> sizes(result.getShape().size());
  if (!channel.receiveBytes(sizes.data(), sizes.size() * sizeof(int64_t)))
    return false;
  llvm::Expected<Array> memory =
      Array::allocate(result.getElementType(), sizes);
  if (!memory) {
    outcome = {SG_OUT_OF_MEMORY, llvm::toString(memory.takeError()), 0};
    endProcess(); // There is no memory for the rest of the answer.
    return true;
  }
  result = std::move(*memory);
  return channel.receiveBytes(result.getData(), result.getNumBytes());
}

bool ForkedRunner::receiveOutcome(CallOutcome &outcome,
                                  MutableArrayRef<Array> results) {
  OutcomeHeader header;
  if (!channel.receive(header))
    return false;
  outcome = {header.status, std::string(header.messageSize, '\0'),
             header.milliseconds};
  if (!channel.receiveBytes(outcome.message.data(), header.messageSize))
    return false;
  for (Array &result : results)
    if (outcome.status == SG_OK && !receiveResult(result, outcome))
      return false;
  return !channel.isOpen() || receiveProbes();
}

bool ForkedRunner::receiveProbes() {
  int64_t count;
  if (!channel.receive(count))
    return false;
  for (int64_t i = 0; i < count; ++i) {
    Probe probe;
    int64_t size;
    if (!channel.receive(probe.number) || !channel.receive(size))
      return false;
    probe.words.resize(size);
    if (!channel.receiveBytes(probe.words.data(), size * sizeof(int64_t)))
      return false;
    probes.push_back(std::move(probe));
  }
  return true;
}

CallOutcome ForkedRunner::run(sg_entry_point entry,
                              MutableArrayRef<Array> inputs,
                              MutableArrayRef<Array> results) {
  if (end)
    return {SG_OUT_OF_MEMORY, end->reason, 0};
  if (!startProcess()) {
    std::string reason = "cannot start a process to run it in: " +
                         std::string(std::strerror(errno));
    end = End{/*isOverLimit=*/false, reason};
    return {SG_OUT_OF_MEMORY, reason, 0};
  }
  CallOutcome outcome = {};
  if (!sendRun(entry, inputs, results) || !receiveOutcome(outcome, results))
    return describeProcessEnd();
  return outcome;
}

std::unique_ptr<Runner>
sg::gradcheck::makeForkedRunner(std::function<bool()> isCancelled) {
  return std::make_unique<ForkedRunner>(std::move(isCancelled));
}
