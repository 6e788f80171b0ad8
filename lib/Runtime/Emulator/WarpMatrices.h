//===- WarpMatrices.h - Matrices in the registers of a warp -----*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_RUNTIME_EMULATOR_WARPMATRICES_H
#define SG_LIB_RUNTIME_EMULATOR_WARPMATRICES_H

#include <cstdint>

namespace sg {

/// The registers in which one lane holds its elements of the matrices of an
/// `mma.sync`: A (16 x k), B (k x 8) and C (16 x 8).
struct Fragments {
  const uint32_t *a, *b;
  float *c;
};

/// Adds A * B to C. `lanes` has the fragments of the 32 lanes. `kind` is an
/// sgrt_matrix_kind.
void multiplyMatrices(int32_t kind, int32_t k, const Fragments *lanes);

/// The operands of one lane of an `ldmatrix`. Lane 8 i + j passes the address
/// of row j of matrix i, a row of 16 bytes. Each lane receives its elements of
/// matrix i in `registers[i]`.
struct RowsOfMatrices {
  const uint16_t *row;
  uint32_t *registers;
};

/// Executes `ldmatrix` of PTX for `count` matrices of 8x8 elements of 16 bits.
void loadMatrices(int32_t count, bool isTransposed,
                  const RowsOfMatrices *lanes);

} // namespace sg

#endif // SG_LIB_RUNTIME_EMULATOR_WARPMATRICES_H
