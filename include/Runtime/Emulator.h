//===- Emulator.h - The emulated GPU ----------------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions that only kernels lowered by --sg-emulate-kernels call. They depend
// only on libc. An error ends the call (CallRuntime.h).
//
//===----------------------------------------------------------------------===//

#ifndef SG_RUNTIME_EMULATOR_H
#define SG_RUNTIME_EMULATOR_H

#include <cstdint>

extern "C" {

/// The indices and sizes of a thread's block and grid in x, y and z, and the
/// workgroup memory of its block.
struct sgrt_position {
  int64_t block[3], thread[3], blocks[3], threads[3];
  void *memory;
  int64_t bytes;
};

/// A kernel, which receives the addresses of its arguments.
typedef void (*sgrt_kernel)(void **arguments, const sgrt_position *position);

enum sgrt_emulation {
  /// Threads of a block may wait for each other.
  SGRT_COOPERATES = 1,
  /// Executes blocks and threads in reverse order, which changes results that
  /// depend on the order. Also checks accesses for races.
  SGRT_CHECKED = 2,
};

/// Executes all threads of all blocks. A grid without blocks does nothing. Each
/// block has 1 to 1024 threads and `memory` bytes of workgroup memory, in which
/// all bits are initially set.
void sgrt_emulate(sgrt_kernel kernel, const char *name, int32_t emulation,
                  int64_t memory, int64_t blocks_x, int64_t blocks_y,
                  int64_t blocks_z, int64_t threads_x, int64_t threads_y,
                  int64_t threads_z, void **arguments);

// Kernels with SGRT_COOPERATES call these functions. `where` describes the op.
// Threads that wait for each other must pass the same address.

/// Waits for all threads of the block.
void sgrt_barrier(const char *where);

/// The source lane of a shuffle: lane ^ offset, lane + offset, lane - offset or
/// offset.
enum sgrt_shuffle_mode { SGRT_XOR, SGRT_DOWN, SGRT_UP, SGRT_IDX };

/// Exchanges `value` among the first `width` lanes of the warp, which wait for
/// each other. If the source lane is not among these lanes, `value` is
/// unchanged and the function returns 0.
int32_t sgrt_shuffle(const char *where, int32_t mode, int32_t offset,
                     int32_t width, int64_t *value);

/// The element type of A and B in a matrix product.
enum sgrt_matrix_kind { SGRT_F16, SGRT_BF16, SGRT_TF32 };

/// Executes `mma.sync` of PTX, m16n8k`k`: C becomes A * B + C, and each element
/// is rounded once. All lanes of the warp wait for each other. Each lane holds
/// its elements of A, B and C in the registers that the PTX ISA specifies.
void sgrt_multiply(const char *where, int32_t kind, int32_t k,
                   const uint32_t *a, const uint32_t *b, float *c);

/// Executes `ldmatrix` of PTX: loads `count` (1, 2 or 4) matrices of 8x8
/// elements of 16 bits. All lanes of the warp wait for each other, and each
/// receives one register per matrix as the PTX ISA specifies. The first 8 *
/// `count` lanes pass a `row` of 16 bytes, aligned to 16.
void sgrt_load_matrices(const char *where, int32_t count, int32_t is_transposed,
                        void *row, uint32_t *registers);

enum sgrt_access_kind { SGRT_LOAD, SGRT_STORE, SGRT_ATOMIC };

/// Records an access of the thread to workgroup memory. Fails if another thread
/// accesses the same bytes without a barrier in between, unless both accesses
/// are loads or both are atomic.
void sgrt_access(const char *where, int32_t kind, void *address, int64_t bytes);

/// Fails if `address` is not a multiple of `multiple`.
void sgrt_check_alignment(const char *where, const void *address,
                          int64_t multiple);

} // extern "C"

#endif // SG_RUNTIME_EMULATOR_H
