//===- MemoryLimit.h - What a process may take of the machine ---*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_SUPPORT_MEMORYLIMIT_H
#define SG_SUPPORT_MEMORYLIMIT_H

#include <cstdint>

namespace sg {

/// The bytes that the machine can give now, with swap, or the control group of
/// this process if it has fewer.
uint64_t getAvailableBytes();

/// Lets allocations fail, here and in native code, once the process has had
/// that many bytes more. Else the system would grant what is not there, and end
/// some process when it is used. Under AddressSanitizer, which takes address
/// space for itself, only the system's limits hold. For a process that is one's
/// own.
void limitMemory(uint64_t bytes);

} // namespace sg

#endif // SG_SUPPORT_MEMORYLIMIT_H
