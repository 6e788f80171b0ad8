//===- Descriptors.h - Build and parse memref descriptors -------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM honors `noalias` only on pointer arguments. A function with a `noalias`
// memref therefore takes an address and sizes, and builds the memref.
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_ANALYSIS_DESCRIPTORS_H
#define SG_CODEGEN_ANALYSIS_DESCRIPTORS_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace sg {

/// Builds a contiguous memref at `address`. `sizes` has the sizes of all
/// dimensions, static ones included.
mlir::Value createMemRef(mlir::ImplicitLocOpBuilder &b, mlir::MemRefType type,
                         mlir::Value address,
                         llvm::ArrayRef<mlir::Value> sizes);

/// Returns the address of the first element of a contiguous memref.
mlir::Value createAddress(mlir::ImplicitLocOpBuilder &b, mlir::Value memref);

} // namespace sg

#endif // SG_CODEGEN_ANALYSIS_DESCRIPTORS_H
