//===- RedundantCopies.h - Remove copies that are only read -----*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bufferization copies an operand that an op both reads and overwrites, even if
// the op reads each element only to compute the element's new value. An example
// is adding to a row of a matrix.
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_ANALYSIS_REDUNDANTCOPIES_H
#define SG_CODEGEN_ANALYSIS_REDUNDANTCOPIES_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace sg {

/// Erases `copy` and its target buffer if the only reader of the buffer can
/// read the source instead. Returns true on success.
bool removeRedundantCopy(mlir::memref::CopyOp copy);

} // namespace sg

#endif // SG_CODEGEN_ANALYSIS_REDUNDANTCOPIES_H
