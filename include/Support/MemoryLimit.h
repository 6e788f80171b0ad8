//===- MemoryLimit.h - Memory available to a process ------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_SUPPORT_MEMORYLIMIT_H
#define SG_SUPPORT_MEMORYLIMIT_H

#include <cstdint>

namespace sg {

/// Returns the bytes that the machine can provide now, including swap, but at
/// most the limit of this process's control group.
uint64_t getAvailableBytes();

/// Limits the additional memory of this process to `bytes` bytes. Allocations
/// past the limit fail, also in native code. Without a limit, Linux overcommits
/// memory and kills a process when memory runs out. Has no effect under a
/// sanitizer, which reserves address space. Only tools and forked children may
/// call this function, since the limit affects the whole process.
void limitMemory(uint64_t bytes);

} // namespace sg

#endif // SG_SUPPORT_MEMORYLIMIT_H
