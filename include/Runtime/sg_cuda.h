/*===- sg_cuda.h - What callers of GPU programs use ---------------*- C -*-===*\
|*                                                                            *|
|* Part of the sg project, under the Apache License v2.0 with LLVM            *|
|* Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception        *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* A program for NVIDIA GPUs tells nobody of errors; these functions do.      *|
|* docs/GPU.md tells the rules. This header is C99.                           *|
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
  SGCUDA_UNAVAILABLE = 1, /* no GPU, no driver, or one that cannot do */
  SGCUDA_FAILED = 2       /* a call of the driver failed */
};

/* Tells the first error since the last call of this function, and forgets it,
 * so that calls do something again. Its message goes to `message`, if that is
 * not NULL, cut to `capacity` bytes with the terminating zero. Returns an
 * sgcuda_status; the message is not touched if there is no error. Does not wait
 * for what is under way on the GPU, whose errors are told by what waits for it.
 * An error that nobody has taken is printed to stderr when the process exits.
 */
SG_CUDA_EXPORT int32_t sgcuda_take_error(char *message, int64_t capacity);

/* Waits for the runtime's stream and gives everything back: the stream, the
 * pool's memory, the modules and the context. Memory, events and functions that
 * a program still has are invalid then; modules are not, and are loaded again
 * when they are used, as everything is set up again by the next call. No other
 * call may be under way. Errors: those of what was under way. */
SG_CUDA_EXPORT void sgcuda_release(void);

/* Lets sgcuda_release first call `give_back`, which frees what would be left.
 */
SG_CUDA_EXPORT void sgcuda_before_release(void (*give_back)(void));

/* Memory on the device, for arrays that stay there (SG_ON_DEVICE, sg_call.h);
 * NULL for no bytes. Errors: no GPU, no memory; NULL then. */
SG_CUDA_EXPORT void *sgcuda_allocate(int64_t bytes);
/* Gives it back, behind the calls that use it. May be NULL. */
SG_CUDA_EXPORT void sgcuda_free(void *memory);

/* Copies to the device, from there or on it, behind the calls so far, and
 * waits: both may be used at once when it returns. Errors: what was under way.
 */
SG_CUDA_EXPORT void sgcuda_copy(void *to, const void *from, int64_t bytes);

#ifdef __cplusplus
}
#endif

#endif /* SG_RUNTIME_SG_CUDA_H */
