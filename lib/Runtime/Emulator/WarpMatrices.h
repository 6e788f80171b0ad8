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

/// What one lane has of the matrices of an `mma.sync`: of 16 x k, k x 8 and
/// 16 x 8 elements.
struct Fragments {
  const uint32_t *a, *b;
  float *c;
};

/// Adds A * B to C, of which the 32 lanes have `lanes`. `kind` is an
/// sgrt_matrix_kind.
void multiplyMatrices(int32_t kind, int32_t k, const Fragments *lanes);

/// What one lane asks of a load: lane 8 i + j has the address of row j of
/// matrix i, of 16 bytes, and gets the register `registers[i]`.
struct RowsOfMatrices {
  const uint16_t *row;
  uint32_t *registers;
};

/// `ldmatrix` of PTX: `count` matrices of 8x8 elements of 16 bits.
void loadMatrices(int32_t count, bool isTransposed,
                  const RowsOfMatrices *lanes);

} // namespace sg

#endif // SG_LIB_RUNTIME_EMULATOR_WARPMATRICES_H
