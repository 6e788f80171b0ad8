//===- Limits.cpp - Limits on memory and threads --------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Limits.h"
#include "sg/Support/MemoryLimit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Threading.h"
#include <algorithm>

using namespace llvm;

std::optional<uint64_t> sg::run::parseSize(StringRef text) {
  StringRef units = "kMGT";
  size_t unit = text.empty() ? StringRef::npos : units.find(text.back());
  if (unit != StringRef::npos)
    text = text.drop_back();
  double size;
  if (text.empty() ||
      !all_of(text, [](char c) { return isDigit(c) || c == '.'; }) ||
      text.getAsDouble(size))
    return std::nullopt;
  for (size_t i = 0; unit != StringRef::npos && i <= unit; ++i)
    size *= 1024;
  if (!(size >= 1 && size < 0x1p62))
    return std::nullopt;
  return static_cast<uint64_t>(size);
}

unsigned sg::run::countThreads(uint64_t memoryBytes, unsigned maxThreads) {
  // Bytes of a libomp thread: its stack and its other memory.
  constexpr uint64_t threadBytes = 5 << 20;
  constexpr uint64_t share = 16; // threads use at most 1/16 of the memory
  if (memoryBytes == 0)
    memoryBytes = getAvailableBytes();
  uint64_t threadsInMemory =
      std::max<uint64_t>(memoryBytes / (share * threadBytes), 1);
  unsigned processors = hardware_concurrency().compute_thread_count();
  return std::min<uint64_t>({threadsInMemory, processors, maxThreads});
}
