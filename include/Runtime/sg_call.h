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
|* docs/ABI.md tells the rules: who owns what, what may alias, what is thread *|
|* safe, what the error codes mean. This header is C99.                       *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef SG_RUNTIME_SG_CALL_H
#define SG_RUNTIME_SG_CALL_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What an array's elements are. Integers may be signed or unsigned. */
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
  /* With any of these, of a tensor of a program for a GPU: its elements are on
   * the device, in memory of sgcuda_allocate (sg/Runtime/sg_cuda.h), at a
   * multiple of 16 bytes. */
  SG_ON_DEVICE = 1 << 16
};

/* An argument or a result: elements in row-major order without gaps. A scalar
 * is an array of rank 0. */
struct sg_array {
  void *data;     /* the first element; of a result NULL: allocate it */
  int64_t *shape; /* room for `rank` sizes; may be NULL for rank 0 */
  int32_t rank;
  int32_t type; /* enum sg_type, which may be with SG_ON_DEVICE */
};

struct sg_call {
  uint32_t version;  /* SG_CALL_VERSION */
  uint32_t reserved; /* 0 */
  int32_t argument_count;
  int32_t result_count;
  struct sg_array *arguments; /* one for each argument of the function */
  struct sg_array *results;   /* one for each result of the function */
  /* Allocates `bytes` > 0 bytes at a multiple of `alignment` for a result whose
   * data is NULL; NULL if there is not so much memory. The caller owns that
   * memory. May be NULL if every result has data. */
  void *(*allocate)(void *state, int64_t bytes, int64_t alignment);
  void *state;
  /* Where the message of an error goes, cut to `message_capacity` bytes with
   * the terminating zero; may be NULL. */
  char *message;
  int64_t message_capacity;
};

#define SG_CALL_VERSION 1

/* What an entry point returns. */
enum sg_status {
  SG_OK = 0,
  SG_ASSERTION_FAILED = 1, /* a cf.assert of the program did not hold */
  SG_BAD_ARGUMENT = 2,     /* the call does not fit the function */
  SG_OUT_OF_MEMORY = 3,
  SG_DEVICE_FAILED = 4 /* there is no GPU, or it failed */
};

typedef int32_t (*sg_entry_point)(struct sg_call *call);

#ifdef __cplusplus
}
#endif

#endif /* SG_RUNTIME_SG_CALL_H */
