//===- ObjectCache.cpp - The cache of object files ------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An entry is the hash of its key and object, followed by the object.
//
//===----------------------------------------------------------------------===//

#include "sg/Runtime/ObjectCache.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/SHA256.h"

using namespace llvm;

/// Size limit in bytes of the folder, and hence of an entry.
static constexpr uint64_t kMaxBytes = uint64_t(1) << 30;

using Hash = std::array<uint8_t, 32>;

static StringRef asText(const Hash &hash) {
  return toStringRef(ArrayRef<uint8_t>(hash));
}

static Hash hashEntry(StringRef key, StringRef object) {
  SHA256 hash;
  hash.update(asText(SHA256::hash(arrayRefFromStringRef(key))));
  hash.update(object);
  return hash.final();
}

static std::string makeName(StringRef key) {
  Hash hash = SHA256::hash(arrayRefFromStringRef(key));
  // LLVM prunes only files whose names start with "llvmcache-".
  return "llvmcache-sg-" + toHex(hash, /*LowerCase=*/true);
}

std::unique_ptr<MemoryBuffer> sg::ObjectCache::find(StringRef key) const {
  std::unique_ptr<MemoryBuffer> file = folder.read(makeName(key), kMaxBytes);
  if (!file || file->getBufferSize() < sizeof(Hash))
    return nullptr;
  StringRef text = file->getBuffer();
  StringRef object = text.drop_front(sizeof(Hash));
  if (text.take_front(sizeof(Hash)) != asText(hashEntry(key, object)))
    return nullptr;
  return MemoryBuffer::getMemBufferCopy(object);
}

void sg::ObjectCache::store(StringRef key, StringRef object) const {
  Hash hash = hashEntry(key, object);
  if (sizeof(Hash) + object.size() <= kMaxBytes)
    consumeError(folder.write(makeName(key), {asText(hash), object}));
  CachePruningPolicy policy;
  policy.MaxSizeBytes = kMaxBytes;
  // Remove a link or a pipe. pruneCache would truncate the link's target, or
  // wait for a reader of the pipe.
  folder.removeIrregular("llvmcache.timestamp");
  pruneCache(folder.getPath(), policy);
}
