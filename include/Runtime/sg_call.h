/*===- sg_call.h - The native calling convention ---------------------*- C
 * -*-===
 *
 * Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===
 *
 * A function @f of a module is compiled to
 *
 *   int32_t sg_f(struct sg_call *call);
 *
 * docs/ABI.md tells the rules: who owns what, what may alias, what is thread
 * safe, what the error codes mean. This header is C99.
 *
 *===----------------------------------------------------------------------===*/

#ifndef SG_RUNTIME_SG_CALL_H
#define SG_RUNTIME_SG_CALL_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An argument or a result: elements in row-major order without gaps. A scalar
 * is an array of rank 0. An element of type i1 takes a byte, 0 or 1; index is
 * int64_t. */
struct sg_array {
  void *data;     /* the first element; of a result NULL: allocate it */
  int64_t *shape; /* rank sizes; may be NULL for rank 0 */
};

struct sg_call {
  uint32_t version;           /* SG_CALL_VERSION */
  uint32_t reserved;          /* 0 */
  struct sg_array *arguments; /* one per argument of the function */
  struct sg_array *results;   /* one per result of the function */
  /* Allocates memory for a result whose data is NULL; NULL if there is none.
   * The caller frees it. May be NULL if every result has data. */
  void *(*allocate)(void *state, int64_t bytes, int64_t alignment);
  void *state;
  /* Where an error's message goes, cut to `message_capacity` bytes with the
   * terminating zero; may be NULL. */
  char *message;
  int64_t message_capacity;
};

#define SG_CALL_VERSION 1

/* What an entry point returns. */
enum sg_status {
  SG_OK = 0,
  SG_ASSERTION_FAILED = 1, /* a cf.assert of the program did not hold */
  SG_BAD_ARGUMENT = 2,     /* a shape, the version, or a missing allocator */
  SG_OUT_OF_MEMORY = 3
};

typedef int32_t (*sg_entry_point)(struct sg_call *call);

#ifdef __cplusplus
}
#endif

#endif /* SG_RUNTIME_SG_CALL_H */
