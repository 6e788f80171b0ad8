//===- CheckStructuredOps.h - Check sizes of structured ops -----*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_VERIFICATION_CHECKSTRUCTUREDOPS_H
#define SG_LIB_CODEGEN_VERIFICATION_CHECKSTRUCTUREDOPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace sg {

/// Asserts before `op` that the sizes of the operands agree, and that the
/// indexing maps are in bounds in each iteration.
void checkStructuredOp(mlir::linalg::LinalgOp op);

} // namespace sg

#endif // SG_LIB_CODEGEN_VERIFICATION_CHECKSTRUCTUREDOPS_H
