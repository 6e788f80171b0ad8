//===- Frames.h - Inputs and outcomes of sg-test-feed -----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers are 32 bits wide, little endian. A string is its size and its bytes.
//
//   batch    number of frames, frames
//   frame    number of words, words, standard input
//   outcome  status as of waitpid(), standard error
//
// The first word of a frame is the name of a tool.
//
//===----------------------------------------------------------------------===//

#ifndef SG_TEST_LIB_FEED_FRAMES_H
#define SG_TEST_LIB_FEED_FRAMES_H

#include <string>
#include <vector>

namespace sg::test {

/// A command line of a tool, and its standard input.
struct Frame {
  std::vector<std::string> words;
  std::string input;
};

/// Reads a batch from `file`. Returns no frames at the end of the file.
std::vector<Frame> readBatch(int file);

void writeOutcome(int file, int status, const std::string &errorOutput);

} // namespace sg::test

#endif // SG_TEST_LIB_FEED_FRAMES_H
