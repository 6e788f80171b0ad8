//===- RedundantCopies.h - Copies of what could be read itself ---*- C++
//-*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bufferization copies what an op overwrites that still reads it, also where
// the op reads each element only to overwrite that one. Adding to a row of a
// matrix is such an op.
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_ANALYSIS_REDUNDANTCOPIES_H
#define SG_CODEGEN_ANALYSIS_REDUNDANTCOPIES_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace sg {

/// Lets the only reader of the copy read the source, if it finds the same
/// there; returns whether it did.
bool removeIfNeedless(mlir::memref::CopyOp copy);

} // namespace sg

#endif // SG_CODEGEN_ANALYSIS_REDUNDANTCOPIES_H
