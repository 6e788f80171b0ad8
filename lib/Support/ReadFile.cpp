//===- ReadFile.cpp - Reading files of any kind ---------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Support/Files.h"
#include "sg/Support/MemoryLimit.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include <chrono>
#include <fcntl.h>
#include <linux/magic.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

using namespace llvm;

/// Time limit for a writer to open a named pipe.
static constexpr std::chrono::seconds kWriterTimeout(10);
/// Bytes read by one system call, the capacity of a pipe on Linux.
static constexpr size_t kChunkBytes = 1 << 16;

namespace {
/// An open file, pipe, socket or terminal.
class Input {
public:
  Input(int descriptor, const struct stat &status, bool mayHaveNoWriter)
      : descriptor(descriptor), status(status),
        mayHaveNoWriter(mayHaveNoWriter) {}

  bool isRegular() const { return S_ISREG(status.st_mode); }
  uint64_t getSize() const { return status.st_size; }

  /// Appends the data up to the end, or until `bytes` has more than `maxBytes`
  /// elements.
  Error read(uint64_t maxBytes, SmallVectorImpl<char> &bytes) const {
    auto deadline = std::chrono::steady_clock::now() + kWriterTimeout;
    while (bytes.size() <= maxBytes) {
      size_t size = bytes.size();
      bytes.resize_for_overwrite(size + kChunkBytes);
      ssize_t count = sys::RetryAfterSignal(-1, ::read, descriptor,
                                            &bytes[size], kChunkBytes);
      int error = errno;
      bytes.truncate(size + std::max<ssize_t>(count, 0));
      if (count > 0)
        continue;
      if (count < 0 && error != EAGAIN)
        return errorCodeToError(
            std::error_code(error, std::generic_category()));
      if (count == 0) {
        // read() returns 0 for a pipe without a writer and at the end of the
        // data.
        if (!mayHaveNoWriter || !bytes.empty() || hasWriterLeft())
          return Error::success();
        if (std::chrono::steady_clock::now() > deadline)
          return createStringError("nobody writes to this pipe");
      }
      // If a writer exists, the wait ends when the writer sends data or exits.
      wait(count == 0 ? 100 : -1);
    }
    return Error::success();
  }

private:
  void wait(int milliseconds) const {
    pollfd polled = {descriptor, POLLIN, 0};
    poll(&polled, 1, milliseconds);
  }
  /// Returns true if a writer has opened and closed a named pipe since this
  /// process opened it. Linux reports a hangup only in this case.
  bool hasWriterLeft() const {
    pollfd polled = {descriptor, POLLIN, 0};
    return poll(&polled, 1, 0) > 0 && (polled.revents & POLLHUP);
  }

  int descriptor;
  struct stat status;
  bool mayHaveNoWriter;
};
} // namespace

/// Returns true for a terminal and /dev/null. The data of other devices may
/// never end.
static bool isFiniteDevice(int descriptor, const struct stat &status) {
  return isatty(descriptor) || status.st_rdev == makedev(1, 3); // /dev/null
}

static Expected<Input> inspectInput(int descriptor) {
  struct stat status;
  if (fstat(descriptor, &status) != 0)
    return errorCodeToError(errnoAsErrorCode());
  if (S_ISDIR(status.st_mode))
    return errorCodeToError(make_error_code(std::errc::is_a_directory));
  if (S_ISBLK(status.st_mode) ||
      (S_ISCHR(status.st_mode) && !isFiniteDevice(descriptor, status)))
    return createStringError("it is a device; give a file or a pipe");
  struct statfs system;
  bool isNamedPipe = S_ISFIFO(status.st_mode) &&
                     fstatfs(descriptor, &system) == 0 &&
                     system.f_type != PIPEFS_MAGIC;
  return Input(descriptor, status, isNamedPipe);
}

/// Returns the size limit in bytes of a stream: a quarter of the memory,
/// because the vector that holds the data grows by copying.
static uint64_t getStreamLimit() {
  uint64_t memory = sg::getAvailableBytes();
  rlimit limit;
  if (getrlimit(RLIMIT_DATA, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    memory = std::min<uint64_t>(memory, limit.rlim_cur);
  return std::min(sg::kMaxStreamBytes, memory / 4);
}

static std::string describeSize(uint64_t bytes) {
  if (bytes >= uint64_t(1) << 20)
    return std::to_string(bytes >> 20) + " MiB";
  return std::to_string(bytes) + " bytes";
}

static Expected<std::unique_ptr<MemoryBuffer>> read(const Twine &path,
                                                    int descriptor,
                                                    uint64_t maxBytes,
                                                    bool isNullTerminated) {
  Expected<Input> input = inspectInput(descriptor);
  if (!input)
    return input.takeError();
  bool isStandardInput = descriptor == STDIN_FILENO;
  // Do not map files generated by the system, as in /proc, whose size is 0.
  if (input->isRegular() && input->getSize() != 0 && !isStandardInput) {
    if (input->getSize() > maxBytes)
      return createStringError("it is larger than " + describeSize(maxBytes));
    return errorOrToExpected(
        MemoryBuffer::getOpenFile(sys::fs::convertFDToNativeFile(descriptor),
                                  path, input->getSize(), isNullTerminated));
  }
  uint64_t limit = std::min(maxBytes, getStreamLimit());
  SmallVector<char, 0> bytes;
  if (Error error = input->read(limit, bytes))
    return error;
  if (bytes.size() > limit)
    return createStringError(
        "it gives more than " + describeSize(limit) +
        (limit < maxBytes ? "; write it to a file and give its name" : ""));
  return std::make_unique<SmallVectorMemoryBuffer>(
      std::move(bytes), isStandardInput ? "<stdin>" : path.str(),
      isNullTerminated);
}

std::string sg::describeInput(StringRef path) {
  return path == "-" ? "standard input" : ("'" + path + "'").str();
}

Expected<std::unique_ptr<MemoryBuffer>>
sg::readFile(StringRef path, uint64_t maxBytes, bool isNullTerminated) {
  auto describeFailure = [&](Error error) {
    return createStringError("cannot read " + describeInput(path) + ": " +
                             toString(std::move(error)));
  };
  int descriptor = STDIN_FILENO;
  // Without O_NONBLOCK, a named pipe without a writer would block the call.
  if (path != "-")
    descriptor = sys::RetryAfterSignal(-1, [&] {
      return ::open(path.str().c_str(),
                    O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    });
  if (descriptor < 0)
    return describeFailure(errorCodeToError(errnoAsErrorCode()));
  scope_exit close([&] {
    if (path != "-")
      ::close(descriptor);
  });
  auto buffer = read(path, descriptor, maxBytes, isNullTerminated);
  if (!buffer)
    return describeFailure(buffer.takeError());
  return buffer;
}

Expected<std::unique_ptr<MemoryBuffer>> sg::readProgram(StringRef path) {
  return readFile(path, kMaxProgramBytes, /*isNullTerminated=*/true);
}
