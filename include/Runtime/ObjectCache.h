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

/// A folder of object files, each under the hash of what it was compiled from.
/// Processes of one user may share it.
///
/// An entry that is damaged, or that another user may have written, is treated
/// as missing. An error of writing is ignored. Entries that were not used for a
/// week are removed, and the oldest ones if the folder has more than 1 GiB.
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
