//===- WriteFile.cpp - Writes and replaces files --------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TemporaryFile.h"
#include "sg/Support/Files.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <chrono>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <thread>
#include <unistd.h>

using namespace llvm;
using sg::TemporaryFile;

/// Time limit for a reader to open a named pipe.
static constexpr std::chrono::seconds kReaderTimeout(10);
static constexpr StringLiteral kAccessListAttribute = "system.posix_acl_access";

/// A function that writes contents to a stream. Returns false to discard the
/// contents.
using Writer = function_ref<bool(raw_ostream &)>;

static Error makeSystemError() { return errorCodeToError(errnoAsErrorCode()); }

/// Calls `write` and returns its result, or the stream's error. The error is
/// cleared, since the destructor of the stream would end the process.
static Expected<bool> writeAndFlush(raw_fd_ostream &os, Writer write) {
  bool isKept = write(os);
  os.flush();
  std::error_code error = os.error();
  os.clear_error();
  if (error)
    return errorCodeToError(error);
  return isKept;
}

//===----------------------------------------------------------------------===//
// Writing in place
//===----------------------------------------------------------------------===//

/// Opens an existing file. For a named pipe, waits up to kReaderTimeout for a
/// reader.
static Expected<int> openInPlace(const std::string &path) {
  auto deadline = std::chrono::steady_clock::now() + kReaderTimeout;
  while (true) {
    int descriptor = sys::RetryAfterSignal(
        -1, ::open, path.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (descriptor >= 0) {
      fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK);
      return descriptor;
    }
    if (errno != ENXIO)
      return makeSystemError();
    struct stat status;
    if (stat(path.c_str(), &status) != 0 || !S_ISFIFO(status.st_mode))
      return errorCodeToError(std::error_code(ENXIO, std::generic_category()));
    if (std::chrono::steady_clock::now() > deadline)
      return createStringError("nobody reads from this pipe");
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

static Error writeInPlace(const std::string &path, Writer write) {
  Expected<int> descriptor = openInPlace(path);
  if (!descriptor)
    return descriptor.takeError();
  raw_fd_ostream os(*descriptor, /*shouldClose=*/true);
  struct stat status;
  if (fstat(*descriptor, &status) == 0 && S_ISREG(status.st_mode) &&
      ftruncate(*descriptor, 0) != 0)
    return makeSystemError();
  return writeAndFlush(os, write).takeError();
}

//===----------------------------------------------------------------------===//
// Replacing a file
//===----------------------------------------------------------------------===//

/// Copies the owner, the mode and the access control list of the file
/// `previous` to its replacement, `descriptor`. Returns false if the system
/// does not permit this.
static bool copyPermissions(int descriptor, const std::string &previous,
                            const struct stat &status) {
  // Change the owner first: until then only the user may open the file.
  if (fchown(descriptor, status.st_uid, status.st_gid) != 0 ||
      fchmod(descriptor, status.st_mode & 0777) != 0)
    return false;
  char list[4096];
  ssize_t size = getxattr(previous.c_str(), kAccessListAttribute.data(), list,
                          sizeof list);
  if (size < 0) // no list, or no support by the file system
    return errno == ENODATA || errno == ENOTSUP;
  return fsetxattr(descriptor, kAccessListAttribute.data(), list, size, 0) == 0;
}

static Expected<TemporaryFile> createBeside(StringRef path, unsigned mode) {
  return TemporaryFile::create(path, mode, TemporaryFile::OnSignal::Remove);
}

/// Writes a new file and gives it the name 'path'.
static Error writeAndRename(TemporaryFile &file, StringRef path, Writer write) {
  raw_fd_ostream os(file.getDescriptor(), /*shouldClose=*/false);
  Expected<bool> isKept = writeAndFlush(os, write);
  if (isKept && *isKept)
    return file.rename(path);
  return isKept.takeError();
}

/// Replaces the regular file 'path', which must not be a symbolic link.
static Error replace(const std::string &path, const struct stat &status,
                     Writer write) {
  // Check the permission to write, which a rename does not need.
  if (std::error_code error = sys::fs::access(path, sys::fs::AccessMode::Write))
    return errorCodeToError(error);
  {
    Expected<TemporaryFile> file = createBeside(path, 0600);
    if (file && copyPermissions(file->getDescriptor(), path, status))
      return writeAndRename(*file, path, write);
    if (!file) {
      std::error_code error = errorToErrorCode(file.takeError());
      if (error != std::errc::permission_denied &&
          error != std::errc::read_only_file_system)
        return errorCodeToError(error);
    }
  }
  return writeInPlace(path, write);
}

//===----------------------------------------------------------------------===//
// Choosing between writing in place and replacing
//===----------------------------------------------------------------------===//

/// Returns an error if another user may have planted a link, pipe or file in a
/// folder such as /tmp to redirect or to read the output. Linux applies this
/// rule only if fs.protected_symlinks is set.
static Error checkNotPlanted(StringRef path) {
  struct stat entry, folder;
  StringRef parent = sys::path::parent_path(path);
  if (lstat(path.str().c_str(), &entry) != 0 ||
      stat(parent.empty() ? "." : parent.str().c_str(), &folder) != 0)
    return Error::success();
  bool isShared =
      (folder.st_mode & S_ISVTX) && (folder.st_mode & (S_IWGRP | S_IWOTH));
  if (!isShared || entry.st_uid == geteuid() || entry.st_uid == folder.st_uid)
    return Error::success();
  return createStringError("it belongs to user ID " + Twine(entry.st_uid) +
                           " in a folder that others can write to; remove it, "
                           "or name a file in another folder");
}

static Error write(StringRef path, Writer write, unsigned mode) {
  if (path == "-")
    return writeAndFlush(outs(), write).takeError();
  struct stat status;
  int statError = stat(path.str().c_str(), &status) == 0 ? 0 : errno;
  // Check after 'stat', to detect a link planted before 'stat'.
  if (Error error = checkNotPlanted(path))
    return error;
  if (statError != 0) {
    if (statError != ENOENT)
      return errorCodeToError(
          std::error_code(statError, std::generic_category()));
    Expected<TemporaryFile> file = createBeside(path, mode);
    if (!file)
      return file.takeError();
    return writeAndRename(*file, path, write);
  }
  if (S_ISDIR(status.st_mode))
    return errorCodeToError(make_error_code(std::errc::is_a_directory));
  if (!S_ISREG(status.st_mode))
    return writeInPlace(path.str(), write);
  SmallString<128> target;
  if (std::error_code error = sys::fs::real_path(path, target))
    return errorCodeToError(error);
  return replace(std::string(target), status, write);
}

Error sg::writeFileIf(StringRef path,
                      function_ref<bool(raw_ostream &)> contents,
                      unsigned mode) {
  if (Error error = write(path, contents, mode))
    return createStringError("cannot write '" + path +
                             "': " + toString(std::move(error)));
  return Error::success();
}

Error sg::writeFile(StringRef path, function_ref<void(raw_ostream &)> contents,
                    unsigned mode) {
  auto always = [&](raw_ostream &os) {
    contents(os);
    return true;
  };
  return writeFileIf(path, always, mode);
}
