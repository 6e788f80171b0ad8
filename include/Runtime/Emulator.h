//===- Emulator.h - The emulated GPU ----------------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Native code that --sg-emulate-kernels has been through calls these, and
// nobody else does. They need no library but libc. An error ends the call
// (CallRuntime.h).
//
//===----------------------------------------------------------------------===//

#ifndef SG_RUNTIME_EMULATOR_H
#define SG_RUNTIME_EMULATOR_H

#include <cstdint>

extern "C" {

/// Where a thread is, x, y and z each; and the workgroup memory of its block.
struct sgrt_position {
  int64_t block[3], thread[3], blocks[3], threads[3];
  void *memory;
  int64_t bytes;
};

/// A kernel gets the addresses of its arguments.
typedef void (*sgrt_kernel)(void **arguments, const sgrt_position *position);

enum sgrt_emulation {
  /// Threads of a block may wait for each other.
  SGRT_COOPERATES = 1,
  /// The last thread of the last block comes first, so that a result which
  /// depends on the order is seen to do so; accesses are watched.
  SGRT_CHECKED = 2,
};

/// Executes all threads of all blocks; without blocks that is nothing. Each
/// block has 1 to 1024 threads and `memory` bytes, all ones.
void sgrt_emulate(sgrt_kernel kernel, const char *name, int32_t emulation,
                  int64_t memory, int64_t blocks_x, int64_t blocks_y,
                  int64_t blocks_z, int64_t threads_x, int64_t threads_y,
                  int64_t threads_z, void **arguments);

/// What a thread of a block that cooperates calls; `where` is the op, by which
/// threads must meet: its address is compared.

/// Waits for all threads of the block.
void sgrt_barrier(const char *where);

/// From which lane of the warp a value comes: that whose index is the lane's
/// own and `offset` by exclusive or, by sum, by difference; or is `offset`.
enum sgrt_shuffle_mode { SGRT_XOR, SGRT_DOWN, SGRT_UP, SGRT_IDX };

/// Exchanges `value` among the first `width` lanes of the warp, which wait for
/// each other. Returns whether there is such a lane among them; the value stays
/// as it is if not.
int32_t sgrt_shuffle(const char *where, int32_t mode, int32_t offset,
                     int32_t width, int64_t *value);

/// What the elements of the factors are.
enum sgrt_matrix_kind { SGRT_F16, SGRT_BF16, SGRT_TF32 };

/// `mma.sync` of PTX, m16n8k`k`: all lanes of the warp, which wait for each
/// other, have of A, B and C what the PTX ISA says, in the order of registers.
/// C becomes A * B + C, each element of which is rounded once.
void sgrt_multiply(const char *where, int32_t kind, int32_t k,
                   const uint32_t *a, const uint32_t *b, float *c);

/// `ldmatrix` of PTX: all lanes of the warp get of `count` (1, 2 or 4) matrices
/// of 8x8 elements of 16 bits what the PTX ISA says, a register of each. The
/// `row`, of 16 bytes and aligned to as many, is asked of the first 8 `count`.
void sgrt_load_matrices(const char *where, int32_t count, int32_t is_transposed,
                        void *row, uint32_t *registers);

enum sgrt_access_kind { SGRT_LOAD, SGRT_STORE, SGRT_ATOMIC };

/// The thread accesses memory of its block: what another one accesses there
/// without a barrier in between may not be changed by either, unless by atomic
/// ops of both.
void sgrt_access(const char *where, int32_t kind, void *address, int64_t bytes);

/// An access of a kernel of any kind: the address has to be a multiple.
void sgrt_check_alignment(const char *where, const void *address,
                          int64_t multiple);

} // extern "C"

#endif // SG_RUNTIME_EMULATOR_H
