//===- StoredScalars.h - Scalars in a caller's memory -----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The caller of an entry point passes arguments and results in memory that
// sg_call points to. A scalar is passed as an array of rank 0 (docs/ABI.md).
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_ABI_STOREDSCALARS_H
#define SG_LIB_CODEGEN_ABI_STOREDSCALARS_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace sg {

mlir::Value loadScalar(mlir::ImplicitLocOpBuilder &b, mlir::Type type,
                       mlir::Value address);

void storeScalar(mlir::ImplicitLocOpBuilder &b, mlir::Value scalar,
                 mlir::Value address);

} // namespace sg

#endif // SG_LIB_CODEGEN_ABI_STOREDSCALARS_H
