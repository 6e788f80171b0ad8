/*===- sg_cuda.h - For callers of GPU programs --------------------*- C -*-===*\
|*                                                                            *|
|* Part of the sg project, under the Apache License v2.0 with LLVM            *|
|* Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception        *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* A program for NVIDIA GPUs does not return errors; these functions do.      *|
|* docs/GPU.md has an example. This header is C99.                            *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef SG_RUNTIME_SG_CUDA_H
#define SG_RUNTIME_SG_CUDA_H

#include <stdint.h>

#define SG_CUDA_EXPORT __attribute__((visibility("default")))

#ifdef __cplusplus
extern "C" {
#endif

enum sgcuda_status {
  SGCUDA_OK = 0,
  SGCUDA_UNAVAILABLE = 1, /* no usable GPU or driver */
  SGCUDA_FAILED = 2       /* a call of the driver failed */
};

/* Returns the first error since the last call of this function, as an
 * sgcuda_status. Clears the error, so that further calls are executed again. If
 * `message` is not NULL, the message is copied there, truncated to `capacity`
 * bytes with the terminating zero. Without an error, `message` is unchanged.
 * Does not wait for the GPU: errors of operations in progress are found by the
 * calls that wait for the operations. An error that has not been taken is
 * printed to stderr when the process exits. */
SG_CUDA_EXPORT int32_t sgcuda_take_error(char *message, int64_t capacity);

/* Waits for the runtime's stream and releases the stream, the pool's memory,
 * the modules and the context. Memory, events and functions that a program
 * still holds become invalid. Modules remain valid: they are loaded again on
 * their next use. The next call sets up the GPU again. No other call may be in
 * progress. Errors: errors of operations in progress. */
SG_CUDA_EXPORT void sgcuda_release(void);

/* Makes sgcuda_release call `give_back` first, which must free remaining
 * memory. */
SG_CUDA_EXPORT void sgcuda_before_release(void (*give_back)(void));

/* Allocates device memory for arrays that stay there (SG_ON_DEVICE, sg_call.h).
 * Returns NULL for 0 bytes and after an error. Errors: no GPU, out of memory.
 */
SG_CUDA_EXPORT void *sgcuda_allocate(int64_t bytes);
/* Frees the memory after the earlier calls that use it. May be NULL. */
SG_CUDA_EXPORT void sgcuda_free(void *memory);

/* Copies to, from or on the device after all earlier calls, and waits for the
 * copy. Errors: also errors of operations in progress. */
SG_CUDA_EXPORT void sgcuda_copy(void *to, const void *from, int64_t bytes);

#ifdef __cplusplus
}
#endif

#endif /* SG_RUNTIME_SG_CUDA_H */
