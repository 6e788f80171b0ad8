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

/// Lets allocations fail, here and in native code, once the process has had
/// that many bytes more; with 0, those that the machine can give as it starts,
/// or the control group if it has fewer. Else the system would grant what is
/// not there, and end some process when it is used. Under AddressSanitizer,
/// which takes address space for itself, only the system's limits hold.
void limitMemory(uint64_t bytes);

/// As many threads as there are processors for this process, at most `most`,
/// and fewer where their stacks would be much of the memory; for the same
/// `bytes`.
unsigned countThreads(uint64_t bytes, unsigned most);

} // namespace sg::run

#endif // SG_TOOLS_SG_RUN_LIMITS_H
