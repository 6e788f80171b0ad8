//===- sg-test-feed.cpp - Runs the tools on many inputs -------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// test/Fuzz/mutate.py feeds mutated input to the tools. Starting a process for
// each input takes 40 ms, most inputs take less than 1 ms. This program reads
// batches of inputs (Frames.h). A child process executes a batch. If an input
// ends the child, another child executes the remaining inputs.
//
//===----------------------------------------------------------------------===//

#include "Frames.h"
#include "ReduceGreedily.h"
#include "Tools.h"
#include "sg/Register.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace sg::test;

/// Time limit of an input in seconds. mutate.py gives the tool itself more
/// time.
static constexpr unsigned kSeconds = 2;
/// Largest number of bytes of standard error in an outcome.
static constexpr size_t kMaxErrorBytes = 1 << 20;

namespace {
class Feeder {
public:
  Feeder() {
    sg::registerAll(registry);
    sg::reduce::registerReduceGreedily();
    outcomes = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 10);
    batches = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 10);
    dup2(memfd_create("input", 0), STDIN_FILENO);
    dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
    dup2(memfd_create("stderr", 0), STDERR_FILENO);
    fcntl(STDERR_FILENO, F_SETFL, O_APPEND);
    done = static_cast<std::atomic<size_t> *>(
        mmap(nullptr, sizeof *done, PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_ANONYMOUS, -1, 0));
    rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    getrlimit(RLIMIT_DATA, &memory);
  }

  /// Executes a batch. Returns false at the end of the input.
  bool feed() {
    frames = readBatch(batches);
    for (*done = 0; *done < frames.size();) {
      size_t first = *done;
      pid_t child = fork();
      if (child == 0)
        execute();
      int status;
      while (waitpid(child, &status, 0) < 0) {
      }
      if (WIFEXITED(status) && WEXITSTATUS(status) == 0 && *done > first)
        continue; // the remaining frames need another process
      if (*done == frames.size())
        break;
      writeOutcome(outcomes, status, takeErrorOutput());
      ++*done;
    }
    return !frames.empty();
  }

private:
  /// Executes frames in this child until a frame needs another process.
  [[noreturn]] void execute() {
    size_t first = *done;
    std::unique_ptr<Tool> tool =
        createTool(frames[first].words.front(), registry);
    if (!tool)
      std::_Exit(127);
    do {
      const Frame &frame = frames[*done];
      setInput(frame.input);
      setrlimit(RLIMIT_DATA, &memory); // sg-run lowers the limit
      alarm(kSeconds);
      int code = tool->run(frame.words);
      alarm(0);
      std::fflush(stdout);
      llvm::outs().flush();
      writeOutcome(outcomes, W_EXITCODE(code, 0), takeErrorOutput());
      ++*done;
    } while (*done < frames.size() &&
             frames[*done].words.front() == frames[first].words.front() &&
             tool->canRun(frames[*done - 1].words, frames[*done].words));
    std::_Exit(0);
  }

  static void setInput(const std::string &input) {
    if (ftruncate(STDIN_FILENO, 0) != 0 ||
        pwrite(STDIN_FILENO, input.data(), input.size(), 0) < 0)
      std::_Exit(2);
    lseek(STDIN_FILENO, 0, SEEK_SET);
  }

  /// Returns the contents of standard error and empties it.
  static std::string takeErrorOutput() {
    size_t bytes = lseek(STDERR_FILENO, 0, SEEK_END);
    std::string contents(std::min(bytes, kMaxErrorBytes), '\0');
    ssize_t size = pread(STDERR_FILENO, contents.data(), contents.size(), 0);
    contents.resize(std::max<ssize_t>(size, 0));
    if (ftruncate(STDERR_FILENO, 0) != 0)
      std::_Exit(2);
    return contents;
  }

  mlir::DialectRegistry registry;
  int batches, outcomes;
  rlimit memory;
  std::vector<Frame> frames;
  /// Number of frames with an outcome, shared with the children.
  std::atomic<size_t> *done;
};
} // namespace

int main() {
  // known.py recognizes crashes by function names of libMLIR, which are found
  // quickly without the symbolizer.
  setenv("LLVM_DISABLE_SYMBOLIZATION", "1", /*overwrite=*/1);
  llvm::sys::PrintStackTraceOnErrorSignal("sg-test-feed");
  Feeder feeder;
  while (feeder.feed()) {
  }
  return 0;
}
