//===- Limits.h - What sg-run may take of the machine -----------*- C++ -*-===//
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

/// The bytes that "2000", "64k", "100M" or "1.5G" mean, with 1024 to the k.
std::optional<uint64_t> parseSize(llvm::StringRef text);

/// As many threads as there are processors for this process, at most `most`,
/// and fewer where their stacks would be much of the memory: `bytes`, or with 0
/// what is available.
unsigned countThreads(uint64_t bytes, unsigned most);

} // namespace sg::run

#endif // SG_TOOLS_SG_RUN_LIMITS_H
