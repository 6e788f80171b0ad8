//===- Files.cpp - Writing files ------------------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Support/Files.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;
using namespace sg;

/// Writes to a stream and says what went wrong. A stream that is destroyed with
/// an error in it would end the process.
static std::error_code writeAndFlush(raw_fd_ostream &os,
                                     function_ref<void(raw_ostream &)> write) {
  write(os);
  os.flush();
  std::error_code error = os.error();
  os.clear_error();
  return error;
}

static std::error_code writeInPlace(StringRef path,
                                    function_ref<void(raw_ostream &)> write) {
  std::error_code error;
  raw_fd_ostream os(path, error, sys::fs::CD_OpenExisting, sys::fs::FA_Write,
                    sys::fs::OF_None);
  return error ? error : writeAndFlush(os, write);
}

static std::error_code replaceFile(StringRef path,
                                   function_ref<void(raw_ostream &)> write) {
  Expected<sys::fs::TempFile> file =
      sys::fs::TempFile::create(path + ".%%%%%%.tmp");
  if (!file)
    return errorToErrorCode(file.takeError());
  raw_fd_ostream os(file->FD, /*shouldClose=*/false);
  if (std::error_code error = writeAndFlush(os, write)) {
    consumeError(file->discard());
    return error;
  }
  return errorToErrorCode(file->keep(path));
}

static std::error_code write(StringRef path,
                             function_ref<void(raw_ostream &)> write) {
  if (path == "-")
    return writeAndFlush(outs(), write);
  sys::fs::file_status status;
  if (sys::fs::status(path, status))
    return replaceFile(path, write); // there is none yet
  if (!sys::fs::is_regular_file(status))
    return writeInPlace(path, write);
  // Renaming asks for no permission to write to what it replaces.
  if (std::error_code error = sys::fs::access(path, sys::fs::AccessMode::Write))
    return error;
  SmallString<128> target; // of a link
  if (std::error_code error = sys::fs::real_path(path, target))
    return error;
  return replaceFile(target, write);
}

Error sg::writeFile(StringRef path,
                    function_ref<void(raw_ostream &)> contents) {
  if (std::error_code error = write(path, contents))
    return createStringError(error,
                             "cannot write '" + path + "': " + error.message());
  return Error::success();
}
