/*===- sg_call.h - The native calling convention ------------------*- C -*-===*\
|*                                                                            *|
|* Part of the sg project, under the Apache License v2.0 with LLVM            *|
|* Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception        *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* A function @f of a module is compiled to                                   *|
|*                                                                            *|
|*   int32_t sg_f(struct sg_call *call);                                      *|
|*                                                                            *|
|* docs/ABI.md has the rules for ownership, aliasing, thread safety and error *|
|* codes. This header is C99.                                                 *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef SG_RUNTIME_SG_CALL_H
#define SG_RUNTIME_SG_CALL_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The element type of an array. Integers may be signed or unsigned. */
enum sg_type {
  SG_I1 = 1, /* a byte, 0 or 1 */
  SG_I8 = 2,
  SG_I16 = 3,
  SG_I32 = 4,
  SG_I64 = 5, /* MLIR's index too */
  SG_F16 = 16,
  SG_BF16 = 17,
  SG_F32 = 18,
  SG_F64 = 19,
  SG_F8E5M2 = 32,
  SG_F8E4M3 = 33,
  SG_F8E4M3FN = 34,
  SG_F8E5M2FNUZ = 35,
  SG_F8E4M3FNUZ = 36,
  SG_F8E4M3B11FNUZ = 37,
  SG_F8E3M4 = 38,
  SG_F8E8M0FNU = 39,
  /* Complex numbers: the real part, then the imaginary part, aligned like one
   * part. */
  SG_C64 = 48,  /* of two f32 */
  SG_C128 = 49, /* of two f64 */
  /* A flag in addition to a type: the elements are on the device, in memory
   * from sgcuda_allocate (sg/Runtime/sg_cuda.h), aligned to 16 bytes. Only for
   * tensors of a program for a GPU. */
  SG_ON_DEVICE = 1 << 16
};

/* An argument or a result: elements in row-major order without gaps. A scalar
 * is an array of rank 0. */
struct sg_array {
  void *data;     /* the first element; NULL to allocate a result */
  int64_t *shape; /* room for `rank` sizes; may be NULL for rank 0 */
  int32_t rank;
  int32_t type; /* enum sg_type, possibly with SG_ON_DEVICE */
};

struct sg_call {
  uint32_t version;  /* SG_CALL_VERSION */
  uint32_t reserved; /* 0 */
  int32_t argument_count;
  int32_t result_count;
  struct sg_array *arguments; /* one for each argument of the function */
  struct sg_array *results;   /* one for each result of the function */
  /* Allocates `bytes` > 0 bytes, aligned to `alignment`, for a result whose
   * data is NULL. Returns NULL if out of memory. The caller owns the
   * memory. The function may be NULL if every result has data. */
  void *(*allocate)(void *state, int64_t bytes, int64_t alignment);
  void *state;
  /* Receives the message of an error, truncated to `message_capacity` bytes
   * with the terminating zero. May be NULL. */
  char *message;
  int64_t message_capacity;
};

#define SG_CALL_VERSION 1

/* The result of an entry point. */
enum sg_status {
  SG_OK = 0,
  SG_ASSERTION_FAILED = 1, /* a cf.assert of the program failed */
  SG_BAD_ARGUMENT = 2,     /* the call does not match the function */
  SG_OUT_OF_MEMORY = 3,
  SG_DEVICE_FAILED = 4 /* there is no GPU, or it failed */
};

typedef int32_t (*sg_entry_point)(struct sg_call *call);

#ifdef __cplusplus
}
#endif

#endif /* SG_RUNTIME_SG_CALL_H */
