//===- ObjectCache.h - The cache of object files ----------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_RUNTIME_OBJECTCACHE_H
#define SG_RUNTIME_OBJECTCACHE_H

#include "sg/Support/PrivateFolder.h"

namespace sg {

/// A folder of object files. The name of a file is the hash of the key, which
/// describes the input of the compilation. Processes of one user may share the
/// folder.
///
/// An entry that is damaged, or that another user may have written, is treated
/// as missing. Errors while writing are ignored. Entries that have not been
/// used for a week are removed. If the folder exceeds 1 GiB, the least recently
/// used entries are removed.
class ObjectCache {
public:
  explicit ObjectCache(PrivateFolder folder) : folder(std::move(folder)) {}

  /// Returns the object that was stored under `key`, or null.
  std::unique_ptr<llvm::MemoryBuffer> find(llvm::StringRef key) const;
  void store(llvm::StringRef key, llvm::StringRef object) const;

private:
  PrivateFolder folder;
};

} // namespace sg

#endif // SG_RUNTIME_OBJECTCACHE_H
