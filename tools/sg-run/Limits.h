//===- Limits.h - Limits on memory and threads ------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TOOLS_SG_RUN_LIMITS_H
#define SG_TOOLS_SG_RUN_LIMITS_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace sg::run {

/// Converts a size such as "2000", "64k", "100M" or "1.5G" to bytes, with k =
/// 1024. Returns std::nullopt if `text` is not a size.
std::optional<uint64_t> parseSize(llvm::StringRef text);

/// Returns the default number of threads: one per processor, at most
/// `maxThreads`, and at most the number that fits into 1/16 of `memoryBytes`.
/// If `memoryBytes` is 0, the available memory is used.
unsigned countThreads(uint64_t memoryBytes, unsigned maxThreads);

} // namespace sg::run

#endif // SG_TOOLS_SG_RUN_LIMITS_H
