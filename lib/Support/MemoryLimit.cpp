//===- MemoryLimit.cpp - What a process may take of the machine -----------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Support/MemoryLimit.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/MemoryBuffer.h"
#include <algorithm>
#include <sys/resource.h>
#include <unistd.h>

using namespace llvm;

/// A file that the system makes up, or nothing.
static std::string readSystemFile(const Twine &path) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> file =
      MemoryBuffer::getFileAsStream(path);
  return file ? (*file)->getBuffer().str() : "";
}

/// What a line "name: 123 kB" says.
static uint64_t findKibibytes(StringRef text, StringRef name) {
  for (StringRef line : split(text, '\n')) {
    uint64_t number;
    if (line.consume_front(name) && line.consume_front(":") &&
        !line.ltrim().consumeInteger(10, number))
      return number * 1024;
  }
  return 0;
}

/// The least limit of the control group that this process is in, of either
/// version, and of those around it.
static uint64_t getGroupLimit() {
  uint64_t least = UINT64_MAX;
  auto consider = [&](const Twine &path) {
    uint64_t limit; // "max" is none
    if (!StringRef(readSystemFile(path)).trim().getAsInteger(10, limit))
      least = std::min(least, limit);
  };
  std::string groups = readSystemFile("/proc/self/cgroup");
  for (StringRef line : split(groups, '\n')) {
    auto [controllers, path] = line.split(':').second.split(':');
    bool isSecond = line.starts_with("0::");
    if (!isSecond && controllers != "memory")
      continue;
    for (;; path = path.rsplit('/').first) {
      if (isSecond)
        consider("/sys/fs/cgroup" + path + "/memory.max");
      else
        consider("/sys/fs/cgroup/memory" + path + "/memory.limit_in_bytes");
      if (path.empty() || path == "/")
        break;
    }
  }
  return least;
}

uint64_t sg::getAvailableBytes() {
  std::string info = readSystemFile("/proc/meminfo");
  uint64_t available =
      findKibibytes(info, "MemAvailable") + findKibibytes(info, "SwapFree");
  return std::min(available == 0 ? UINT64_MAX : available, getGroupLimit());
}

/// What counts for the limit: memory of this process alone that can be written.
static uint64_t getDataBytes() {
  std::string pages = readSystemFile("/proc/self/statm");
  SmallVector<StringRef> fields;
  SplitString(pages, fields);
  uint64_t data = 0;
  if (fields.size() < 6 || fields[5].getAsInteger(10, data))
    return 0;
  return data * sysconf(_SC_PAGESIZE);
}

void sg::limitMemory(uint64_t bytes) {
  if (LLVM_ADDRESS_SANITIZER_BUILD || LLVM_THREAD_SANITIZER_BUILD)
    return;
  uint64_t limit;
  rlimit before;
  if (__builtin_add_overflow(bytes, getDataBytes(), &limit) ||
      getrlimit(RLIMIT_DATA, &before) != 0)
    return;
  rlimit after = {std::min<rlim_t>(limit, before.rlim_cur), before.rlim_max};
  setrlimit(RLIMIT_DATA, &after);
}
