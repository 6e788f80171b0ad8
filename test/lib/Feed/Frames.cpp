//===- Frames.cpp - Inputs and outcomes of sg-test-feed -------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frames.h"
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <unistd.h>

using namespace sg::test;

/// Reads `size` bytes. Returns false if the file ends before that.
static bool readAll(int file, char *bytes, size_t size) {
  while (size != 0) {
    ssize_t count = ::read(file, bytes, size);
    if (count == 0 || (count < 0 && errno != EINTR))
      return false;
    bytes += count < 0 ? 0 : count;
    size -= count < 0 ? 0 : count;
  }
  return true;
}

/// Reads a 32-bit number. Ends this process if the file ends within a batch.
static uint32_t readNumber(int file) {
  uint32_t number;
  if (!readAll(file, reinterpret_cast<char *>(&number), sizeof number))
    std::_Exit(2);
  return number;
}

static std::string readText(int file) {
  std::string text(readNumber(file), '\0');
  if (!readAll(file, text.data(), text.size()))
    std::_Exit(2);
  return text;
}

std::vector<Frame> sg::test::readBatch(int file) {
  uint32_t count;
  if (!readAll(file, reinterpret_cast<char *>(&count), sizeof count))
    return {};
  std::vector<Frame> frames(count);
  for (Frame &frame : frames) {
    frame.words.resize(readNumber(file));
    for (std::string &word : frame.words)
      word = readText(file);
    frame.input = readText(file);
  }
  return frames;
}

void sg::test::writeOutcome(int file, int status,
                            const std::string &errorOutput) {
  uint32_t numbers[] = {uint32_t(status), uint32_t(errorOutput.size())};
  std::string bytes(reinterpret_cast<char *>(numbers), sizeof numbers);
  bytes += errorOutput;
  for (size_t done = 0; done < bytes.size();) {
    ssize_t count = ::write(file, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno != EINTR)
      std::_Exit(2);
    done += count < 0 ? 0 : count;
  }
}
