//===- ObjectCache.h - The cache of object files ----------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_RUNTIME_OBJECTCACHE_H
#define SG_RUNTIME_OBJECTCACHE_H

#include "llvm/Support/MemoryBuffer.h"
#include <string>

namespace sg {

/// A folder of object files, each under the hash of what it was compiled from.
/// Processes may share it.
///
/// An entry that is not whole, or not of this kind, is as good as none; one
/// that cannot be written is not. Those that were not used for a week are
/// removed, and the oldest where the folder has more than 1 GiB.
class ObjectCache {
public:
  explicit ObjectCache(llvm::StringRef folder) : folder(folder) {}

  /// What was stored under `key`, or null.
  std::unique_ptr<llvm::MemoryBuffer> find(llvm::StringRef key) const;
  void store(llvm::StringRef key, llvm::StringRef object) const;

private:
  std::string getPath(llvm::StringRef key) const;

  std::string folder;
};

} // namespace sg

#endif // SG_RUNTIME_OBJECTCACHE_H
