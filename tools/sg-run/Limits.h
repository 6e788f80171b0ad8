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

/// Returns the number of bytes that a size such as "2000", "64k", "100M" or
/// "1.5G" means, with k = 1024. Returns std::nullopt if `text` is not a size.
std::optional<uint64_t> parseSize(llvm::StringRef text);

/// Returns the number of processors of this process, at most `most`. Returns
/// fewer if the stacks would take a large part of the memory: `bytes`, or the
/// available memory if `bytes` is 0.
unsigned countThreads(uint64_t bytes, unsigned most);

} // namespace sg::run

#endif // SG_TOOLS_SG_RUN_LIMITS_H
