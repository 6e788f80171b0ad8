//===- ReadFileTest.cpp - Reading files and pipes -------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Support/Files.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"
#include <thread>
#include <unistd.h>

using namespace llvm;

/// Returns the contents, or the error message.
static std::string read(StringRef path, uint64_t maxBytes,
                        bool isNullTerminated = false) {
  auto buffer = sg::readFile(path, maxBytes, isNullTerminated);
  if (!buffer)
    return toString(buffer.takeError());
  if (isNullTerminated) {
    EXPECT_EQ(*(*buffer)->getBufferEnd(), '\0');
  }
  return (*buffer)->getBuffer().str();
}

/// Writes the contents to a pipe. Returns the contents read from it and the
/// path of the pipe.
static std::pair<std::string, std::string> readPipe(StringRef contents,
                                                    uint64_t maxBytes) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  std::thread writer([&] {
    raw_fd_ostream os(ends[1], /*shouldClose=*/true);
    os << contents;
    os.flush();
    os.clear_error(); // the reader may have stopped
  });
  std::string path = "/dev/fd/" + std::to_string(ends[0]);
  std::string result = read(path, maxBytes, /*isNullTerminated=*/true);
  // Read the remaining bytes, so that the writer can end.
  char rest[1 << 16];
  while (::read(ends[0], rest, sizeof rest) > 0)
    ;
  writer.join();
  close(ends[0]);
  return {result, path};
}

TEST(ReadFile, Pipe) {
  for (size_t size : {0, 1, 65535, 65536, 65537, 1000000}) {
    std::string contents(size, 'x');
    EXPECT_EQ(readPipe(contents, size).first, contents);
    if (size == 0)
      continue;
    auto [error, path] = readPipe(contents, size - 1);
    EXPECT_EQ(error, "cannot read '" + path + "': it gives more than " +
                         std::to_string(size - 1) + " bytes");
  }
}

TEST(ReadFile, RegularFile) {
  SmallString<128> path;
  int descriptor;
  ASSERT_FALSE(sys::fs::createTemporaryFile("sg", "txt", descriptor, path));
  std::string contents(8192, 'x'); // whole pages
  {
    raw_fd_ostream os(descriptor, /*shouldClose=*/true);
    os << contents;
  }
  EXPECT_EQ(read(path, 8192), contents);
  EXPECT_EQ(read(path, 8192, /*isNullTerminated=*/true), contents);
  EXPECT_EQ(read(path, 8191),
            ("cannot read '" + path + "': it is larger than 8191 bytes").str());
  sys::fs::remove(path);
}

TEST(ReadFile, SystemFile) {
  EXPECT_NE(read("/proc/self/status", 1 << 20).find("Umask"),
            std::string::npos);
}
