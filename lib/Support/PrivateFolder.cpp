//===- PrivateFolder.cpp - Folders that only the user may write -----------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Support/PrivateFolder.h"
#include "TemporaryFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;

static constexpr mode_t kOthersMayWrite = S_IWGRP | S_IWOTH;

static Error makeError(const Twine &path, const Twine &problem) {
  return createStringError("'" + path + "' " + problem);
}

static Error makeSystemError(const Twine &path, int error) {
  return makeError(path, "cannot be opened: " + sys::StrError(error));
}

static Error checkOwner(const Twine &path, const struct stat &status,
                        bool isLast) {
  if (status.st_uid == geteuid() || (!isLast && status.st_uid == 0))
    return Error::success();
  return makeError(path,
                   "belongs to user ID " + Twine(status.st_uid) +
                       (isLast ? ", not to you" : ", who could replace it") +
                       "; name a folder of your own");
}

static Error checkMode(const Twine &path, const struct stat &status,
                       bool isLast) {
  bool isProtected = !isLast && (status.st_mode & S_ISVTX);
  if (isProtected || !(status.st_mode & kOthersMayWrite))
    return Error::success();
  return makeError(path, "can be written to by other users; run 'chmod go-w' "
                         "on it, or name a folder of your own");
}

/// Checks a private folder (`isLast`) or one of its parents, and creates it if
/// missing. Only the last component of `path` may be a symbolic link.
static Error checkFolder(const std::string &path, bool isLast) {
  struct stat status;
  if (lstat(path.c_str(), &status) != 0) {
    if (errno != ENOENT)
      return makeSystemError(path, errno);
    // Another process may create the folder at the same time.
    if (mkdir(path.c_str(), 0700) != 0 && errno != EEXIST)
      return makeError(path, "cannot be created: " + sys::StrError(errno));
    if (lstat(path.c_str(), &status) != 0)
      return makeSystemError(path, errno);
  }
  if (!S_ISDIR(status.st_mode))
    return makeError(path, S_ISLNK(status.st_mode)
                               ? "is a symbolic link to nothing"
                               : "is not a folder");
  if (Error error = checkOwner(path, status, isLast))
    return error;
  return checkMode(path, status, isLast);
}

/// Resolves the symbolic links in the existing part of a path.
static Error resolveLinks(StringRef path, SmallVectorImpl<char> &resolved) {
  SmallString<128> existing(path), real;
  SmallVector<std::string> missing; // innermost first
  if (std::error_code error = sys::fs::make_absolute(existing))
    return makeError(path, "cannot be opened: " + error.message());
  while (std::error_code error = sys::fs::real_path(existing, real)) {
    StringRef name = sys::path::filename(existing);
    if (error != std::errc::no_such_file_or_directory || existing == "/")
      return makeError(path, "cannot be opened: " + error.message());
    if (name == "..")
      return makeError(path, "leads through a folder that does not exist");
    if (name != ".")
      missing.push_back(name.str());
    sys::path::remove_filename(existing);
  }
  for (StringRef name : reverse(missing))
    sys::path::append(real, name);
  resolved.assign(real.begin(), real.end());
  return Error::success();
}

Expected<sg::PrivateFolder> sg::PrivateFolder::open(StringRef path) {
  SmallString<128> resolved;
  if (Error error = resolveLinks(path, resolved))
    return error;
  // Check from the root down: no other user can replace a folder whose parent
  // has been checked.
  for (size_t end = 1;; ++end) {
    bool isLast = end == resolved.size();
    if (!isLast && end != 1 && resolved[end] != '/')
      continue;
    if (Error error = checkFolder(resolved.substr(0, end).str(), isLast))
      return error;
    if (isLast)
      return PrivateFolder(std::string(resolved));
  }
}

std::string sg::PrivateFolder::join(StringRef name) const {
  SmallString<128> joined(path);
  sys::path::append(joined, name);
  return std::string(joined);
}

std::unique_ptr<MemoryBuffer> sg::PrivateFolder::read(StringRef name,
                                                      uint64_t maxBytes) const {
  int descriptor = sys::RetryAfterSignal(-1, ::open, join(name).c_str(),
                                         O_RDONLY | O_NOFOLLOW | O_NONBLOCK |
                                             O_NOCTTY | O_CLOEXEC);
  if (descriptor < 0)
    return nullptr;
  scope_exit close([&] { ::close(descriptor); });
  struct stat status;
  if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode) ||
      status.st_uid != geteuid() || (status.st_mode & kOthersMayWrite) ||
      static_cast<uint64_t>(status.st_size) > maxBytes)
    return nullptr;
  auto buffer = WritableMemoryBuffer::getNewUninitMemBuffer(status.st_size);
  if (!buffer)
    return nullptr;
  Expected<size_t> size = sys::fs::readNativeFile(
      sys::fs::convertFDToNativeFile(descriptor), buffer->getBuffer());
  // A short read means that another process is changing the file.
  if (!size || *size != buffer->getBufferSize()) {
    consumeError(size.takeError());
    return nullptr;
  }
  return buffer;
}

Error sg::PrivateFolder::write(StringRef name,
                               ArrayRef<StringRef> contents) const {
  Expected<TemporaryFile> file = TemporaryFile::create(
      join(name), S_IRUSR | S_IWUSR, TemporaryFile::OnSignal::Keep);
  if (!file)
    return file.takeError();
  raw_fd_ostream os(file->getDescriptor(), /*shouldClose=*/false);
  for (StringRef part : contents)
    os << part;
  os.flush();
  if (std::error_code error = os.error()) {
    os.clear_error();
    return errorCodeToError(error);
  }
  return file->rename(join(name));
}

void sg::PrivateFolder::removeIrregular(StringRef name) const {
  struct stat status;
  std::string file = join(name);
  if (lstat(file.c_str(), &status) == 0 && !S_ISREG(status.st_mode))
    unlink(file.c_str());
}

std::string sg::getDefaultCache() {
  if (std::optional<std::string> configured = sys::Process::GetEnv("SG_CACHE"))
    return *configured;
  SmallString<128> folder;
  if (std::optional<std::string> cacheHome =
          sys::Process::GetEnv("XDG_CACHE_HOME"))
    folder = *cacheHome;
  // The XDG Base Directory Specification ignores empty and relative paths.
  if (!sys::path::is_absolute(folder)) {
    folder.clear();
    if (!sys::path::home_directory(folder) || !sys::path::is_absolute(folder))
      return "";
    sys::path::append(folder, ".cache");
  }
  sys::path::append(folder, "sg");
  Expected<PrivateFolder> opened = PrivateFolder::open(folder);
  if (opened)
    return std::string(folder);
  consumeError(opened.takeError());
  return "";
}
