//===- PrivateFolder.h - Folders that only the user may write ---*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The object cache holds code that this process executes. Another user who can
// write to the cache could run code with this user's rights.
//
//===----------------------------------------------------------------------===//

#ifndef SG_SUPPORT_PRIVATEFOLDER_H
#define SG_SUPPORT_PRIVATEFOLDER_H

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <string>

namespace sg {

/// A folder that belongs to the effective user and that nobody else may write
/// to. Each parent folder belongs to that user or to root. Others may write to
/// a parent folder only if it has the sticky bit, as /tmp has. Hence no other
/// user can rename, replace or add a file.
class PrivateFolder {
public:
  /// Opens a folder, or creates it for the user alone if it does not exist. A
  /// symbolic link is followed, and the folders of its target are checked. The
  /// error names the folder at fault and the remedy.
  static llvm::Expected<PrivateFolder> open(llvm::StringRef path);

  /// Returns the contents of a regular file of at most `maxBytes` bytes that
  /// belongs to the user. Returns null for other files, and if other users may
  /// write to the file. A symbolic link is not followed. The contents are
  /// copied, so that a later change of the file does not change them.
  std::unique_ptr<llvm::MemoryBuffer> read(llvm::StringRef name,
                                           uint64_t maxBytes) const;
  /// Replaces a file, link or pipe by a file of mode 0600. If the process ends
  /// during the write, a file NAME.XXXXXX.tmp may remain.
  llvm::Error write(llvm::StringRef name,
                    llvm::ArrayRef<llvm::StringRef> contents) const;
  /// Removes `name` if it exists and is not a regular file.
  void removeIrregular(llvm::StringRef name) const;

  /// The path of the folder, without symbolic links.
  llvm::StringRef getPath() const { return path; }

private:
  explicit PrivateFolder(std::string path) : path(std::move(path)) {}
  std::string join(llvm::StringRef name) const;

  std::string path;
};

/// Returns the folder of the object cache: $SG_CACHE if it is set, where an
/// empty value disables the cache. Otherwise returns the folder sg in
/// $XDG_CACHE_HOME or, if that path is not absolute, in .cache of the home
/// directory. Returns an empty string if PrivateFolder cannot open this default
/// folder. $SG_CACHE is not checked here, so that the caller can report why it
/// is not used.
std::string getDefaultCache();

} // namespace sg

#endif // SG_SUPPORT_PRIVATEFOLDER_H
