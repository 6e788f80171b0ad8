//===- Files.h - Reads and writes files -------------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All tools and libraries read their inputs and write their outputs with these
// functions. PrivateFolder.h is for files that only the user may write.
//
//===----------------------------------------------------------------------===//

#ifndef SG_SUPPORT_FILES_H
#define SG_SUPPORT_FILES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>

namespace sg {

/// Size limit in bytes of a program, as text or bytecode.
inline constexpr uint64_t kMaxProgramBytes = uint64_t(4) << 30;
/// Size limit in bytes of data from a pipe, a socket or a terminal. The limit
/// is lower if a quarter of the available memory or of RLIMIT_DATA is less.
inline constexpr uint64_t kMaxStreamBytes = uint64_t(4) << 30;

/// Returns the name of an input for messages: 'path' in quotes, or "standard
/// input" for "-".
std::string describeInput(llvm::StringRef path);

/// Reads a file, or standard input if `path` is "-". Pipes, sockets, terminals
/// and /dev/null are read to their end. Other devices are an error, because
/// their data may never end. A named pipe without a writer for ten seconds and
/// an input of more than `maxBytes` bytes are errors too. A regular file may be
/// mapped into memory.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readFile(llvm::StringRef path, uint64_t maxBytes, bool isNullTerminated);

/// Reads a program: at most kMaxProgramBytes, followed by a null byte.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readProgram(llvm::StringRef path);

/// Writes a file under a temporary name and renames it, so that after an error
/// the previous file is unchanged. The new file has the mode, the owner and the
/// access control list of the previous file. A file that did not exist gets the
/// mode `mode`, less the umask. A symbolic link is followed: its target is
/// replaced. Pipes and devices are written in place. "-" is standard output. A
/// regular file is written in place if the user may write to it, but may not
/// replace it. A link, pipe or file that another user has put into a shared
/// sticky folder such as /tmp is an error.
llvm::Error writeFile(llvm::StringRef path,
                      llvm::function_ref<void(llvm::raw_ostream &)> write,
                      unsigned mode = 0666);

/// Works like `writeFile`, but discards the contents if `write` returns false.
/// An existing regular file is then unchanged, and no error is returned.
llvm::Error writeFileIf(llvm::StringRef path,
                        llvm::function_ref<bool(llvm::raw_ostream &)> write,
                        unsigned mode = 0666);

} // namespace sg

#endif // SG_SUPPORT_FILES_H
