//===- ThreadSanitizer.h - Builds with ThreadSanitizer ----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_RUNTIME_CALL_THREADSANITIZER_H
#define SG_RUNTIME_CALL_THREADSANITIZER_H

/// SG_SANITIZES_THREAD is defined if ThreadSanitizer instruments this code.
#if defined(__SANITIZE_THREAD__)
#define SG_SANITIZES_THREAD 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define SG_SANITIZES_THREAD 1
#endif
#endif

#endif // SG_RUNTIME_CALL_THREADSANITIZER_H
