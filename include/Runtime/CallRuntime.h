//===- CallRuntime.h - What entry points call -------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Native code calls these, and nobody else does; it is compiled for one version
// of them (docs/ABI.md). They need no library but libc.
//
//===----------------------------------------------------------------------===//

#ifndef SG_RUNTIME_CALLRUNTIME_H
#define SG_RUNTIME_CALLRUNTIME_H

#include "sg/Runtime/sg_call.h"

extern "C" {

/// Checks that the call fits the signature, runs `body`, and returns its
/// status. The signature is the count of arguments and that of results; then of
/// each argument and each result the sg_type, the rank and the sizes, -1 for
/// one that may be any, and one number more: of an argument whether it is
/// donated, of a result the argument whose memory it may have, or -1. The
/// type has SG_ON_DEVICE where the array may be there.
int32_t sgrt_run(sg_call *call, const int64_t *signature,
                 void (*body)(sg_call *));

/// Ends the call: an assertion with that message did not hold.
void sgrt_fail(const char *message);

/// Tells the size of a result in one dimension.
void sgrt_set_size(sg_call *call, int64_t result, int64_t dim, int64_t size);

/// The memory for a result, all of whose sizes have been told.
void *sgrt_result(sg_call *call, int64_t result);

/// The product, which is a number of bytes; ends the call if there can be no
/// tensor of that size.
int64_t sgrt_scale(int64_t bytes, int64_t size);

/// Memory that lives no longer than the call.
void *sgrt_alloc(int64_t bytes);
void sgrt_free(void *data);

/// What `sgrt_trace` is told of.
enum sgrt_kind { SGRT_INFINITY = 1, SGRT_NAN = 2 };

/// There are numbers of these kinds, `where` they arise. The first of each is
/// remembered.
void sgrt_trace(const char *where, int32_t kinds);

} // extern "C"

namespace sg {
/// What native code has had of `sgrt_alloc` or `sgrt_device_alloc` in one call:
/// arguments and results are not in it.
struct MemoryUse {
  int64_t mostBytes = 0;
  int64_t allocations = 0;
};

/// That of the last call on this thread that has ended.
MemoryUse getMemoryUse();

/// Where the first of each kind arose, in code that --sg-trace-nan has seen;
/// null where none did. The texts live as long as the code.
struct Trace {
  const char *infinity = nullptr;
  const char *nan = nullptr;
  bool isNanFirst = false;
};

/// That of the last call on this thread that has ended.
Trace getTrace();
} // namespace sg

#endif // SG_RUNTIME_CALLRUNTIME_H
