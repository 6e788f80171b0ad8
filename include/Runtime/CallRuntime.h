//===- CallRuntime.h - Runtime of entry points ------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions that only native code calls. Native code is compiled for one
// version of these functions (docs/ABI.md). They depend only on libc.
//
//===----------------------------------------------------------------------===//

#ifndef SG_RUNTIME_CALLRUNTIME_H
#define SG_RUNTIME_CALLRUNTIME_H

#include "sg/Runtime/sg_call.h"

extern "C" {

/// Checks the call against the signature, runs `body`, and returns the status.
/// The signature has the number of arguments, the number of results, an entry
/// for each argument and an entry for each result. An entry starts with the
/// sg_type, the rank, and the sizes, where -1 is a dynamic size. An argument's
/// entry ends with 1 if the argument is donated, otherwise with 0. A result's
/// entry ends with the index of the argument whose memory the result may reuse,
/// or with -1. The type includes SG_ON_DEVICE if the array may be on the
/// device.
int32_t sgrt_run(sg_call *call, const int64_t *signature,
                 void (*body)(sg_call *));

/// Ends the call with the message of a failed assertion.
void sgrt_fail(const char *message);

/// Sets the size of a result in one dimension.
void sgrt_set_size(sg_call *call, int64_t result, int64_t dim, int64_t size);

/// Returns the memory for a result. All sizes of the result must have been set.
void *sgrt_result(sg_call *call, int64_t result);

/// Returns `bytes` * `size`, the bytes of `size` parts of `bytes` bytes. Ends
/// the call if the product overflows or `size` is negative.
int64_t sgrt_scale(int64_t bytes, int64_t size);

/// Allocate and free memory for use within the call. If the call ends with an
/// error, the runtime frees the remaining memory.
void *sgrt_alloc(int64_t bytes);
void sgrt_free(void *data);

/// The kinds of values that `sgrt_trace` records.
enum sgrt_kind { SGRT_INFINITY = 1, SGRT_NAN = 2 };

/// Records that values of the kinds in `kinds` arise at the op `where`. Only
/// the first op of each kind is kept.
void sgrt_trace(const char *where, int32_t kinds);

} // extern "C"

namespace sg {
/// The memory that native code has allocated in one call by `sgrt_alloc` or
/// `sgrt_device_alloc`. Arguments and results are not included.
struct MemoryUse {
  int64_t mostBytes = 0;
  int64_t allocations = 0;
};

/// Returns the memory use of the call that ended last on this thread.
MemoryUse getMemoryUse();

/// The ops at which the first infinity and the first NaN arose, in code
/// instrumented by --sg-trace-nan. A pointer is null if no such value arose.
/// The strings live as long as the code.
struct Trace {
  const char *infinity = nullptr;
  const char *nan = nullptr;
  bool isNanFirst = false;
};

/// Returns the trace of the call that ended last on this thread.
Trace getTrace();
} // namespace sg

#endif // SG_RUNTIME_CALLRUNTIME_H
