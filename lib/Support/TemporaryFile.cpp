//===- TemporaryFile.cpp - A file renamed when complete -------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TemporaryFile.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Signals.h"
#include <fcntl.h>
#include <sys/random.h>
#include <unistd.h>

using namespace llvm;

/// Number of names to try, since another process may have chosen the same name.
static constexpr unsigned kAttempts = 100;

static std::string makeName(StringRef path) {
  constexpr StringLiteral digits = "0123456789abcdefghijklmnopqrstuvwxyz";
  unsigned char random[6] = {};
  // Weak randomness suffices: O_EXCL detects a name that is taken.
  (void)!getrandom(random, sizeof random, GRND_NONBLOCK);
  std::string name = path.str() + ".";
  for (unsigned char byte : random)
    name += digits[byte % digits.size()];
  return name + ".tmp";
}

Expected<sg::TemporaryFile>
sg::TemporaryFile::create(StringRef path, unsigned mode, OnSignal onSignal) {
  for (unsigned i = 0; i < kAttempts; ++i) {
    std::string name = makeName(path);
    int descriptor = sys::RetryAfterSignal(-1, [&] {
      return ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                    mode);
    });
    if (descriptor >= 0) {
      if (onSignal == OnSignal::Remove)
        sys::RemoveFileOnSignal(name);
      return TemporaryFile(std::move(name), descriptor);
    }
    if (errno != EEXIST)
      return errorCodeToError(errnoAsErrorCode());
  }
  return errorCodeToError(make_error_code(std::errc::file_exists));
}

void sg::TemporaryFile::close() {
  ::close(descriptor);
  descriptor = -1;
  sys::DontRemoveFileOnSignal(name);
}

Error sg::TemporaryFile::rename(StringRef path) {
  std::error_code error = sys::fs::rename(name, path);
  if (error) {
    // A file that is a mount point cannot be replaced, but can be written.
    if (!sys::fs::is_regular_file(path) || sys::fs::copy_file(name, path))
      return errorCodeToError(error);
    unlink(name.c_str());
  }
  close();
  return Error::success();
}

sg::TemporaryFile::~TemporaryFile() {
  if (descriptor < 0)
    return;
  unlink(name.c_str());
  close();
}
