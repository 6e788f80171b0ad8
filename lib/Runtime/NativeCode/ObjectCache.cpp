//===- ObjectCache.cpp - The cache of object files ------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An entry begins with the hash of its key and of what follows.
//
//===----------------------------------------------------------------------===//

#include "sg/Runtime/ObjectCache.h"
#include "sg/Support/Files.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"

using namespace llvm;

static constexpr uint64_t kMostBytes = uint64_t(1) << 30;

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

std::string sg::ObjectCache::getPath(StringRef key) const {
  Hash hash = SHA256::hash(arrayRefFromStringRef(key));
  SmallString<128> path(folder);
  // LLVM prunes files whose names begin like that.
  sys::path::append(path, "llvmcache-sg-" + toHex(hash, /*LowerCase=*/true));
  return std::string(path);
}

std::unique_ptr<MemoryBuffer> sg::ObjectCache::find(StringRef key) const {
  auto file = MemoryBuffer::getFile(getPath(key), /*IsText=*/false,
                                    /*RequiresNullTerminator=*/false);
  if (!file || (*file)->getBufferSize() < sizeof(Hash))
    return nullptr;
  StringRef text = (*file)->getBuffer();
  StringRef object = text.drop_front(sizeof(Hash));
  if (text.take_front(sizeof(Hash)) != asText(hashEntry(key, object)))
    return nullptr;
  return MemoryBuffer::getMemBufferCopy(object);
}

void sg::ObjectCache::store(StringRef key, StringRef object) const {
  if (sys::fs::create_directories(folder, /*IgnoreExisting=*/true,
                                  sys::fs::owner_all))
    return;
  consumeError(writeFile(getPath(key), [&](raw_ostream &os) {
    os << asText(hashEntry(key, object)) << object;
  }));
  CachePruningPolicy policy;
  policy.MaxSizeBytes = kMostBytes;
  pruneCache(folder, policy);
}
