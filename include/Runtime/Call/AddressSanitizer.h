//===- AddressSanitizer.h - Annotations for AddressSanitizer ----*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_RUNTIME_CALL_ADDRESSSANITIZER_H
#define SG_RUNTIME_CALL_ADDRESSSANITIZER_H

#if defined(__SANITIZE_ADDRESS__)
#define SG_SANITIZES_ADDRESS 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SG_SANITIZES_ADDRESS 1
#endif
#endif

#ifdef SG_SANITIZES_ADDRESS
#include <sanitizer/asan_interface.h>
#define SG_NO_SANITIZE_ADDRESS __attribute__((no_sanitize_address))
#define SG_POISON_ADDRESS(data, size) __asan_poison_memory_region(data, size)
#define SG_UNPOISON_ADDRESS(data, size)                                        \
  __asan_unpoison_memory_region(data, size)
#else
#define SG_NO_SANITIZE_ADDRESS
#define SG_POISON_ADDRESS(data, size)
#define SG_UNPOISON_ADDRESS(data, size)
#endif

#endif // SG_RUNTIME_CALL_ADDRESSSANITIZER_H
