//===- Descriptors.h - Memrefs from addresses -------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM only knows of an argument that nothing else leads to its memory if it is
// a pointer. In such functions a memref is made of its address and sizes.
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_ANALYSIS_DESCRIPTORS_H
#define SG_CODEGEN_ANALYSIS_DESCRIPTORS_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace sg {

/// A contiguous memref at `address`; `sizes` are those of all dimensions.
mlir::Value createMemRef(mlir::ImplicitLocOpBuilder &b, mlir::MemRefType type,
                         mlir::Value address,
                         llvm::ArrayRef<mlir::Value> sizes);

/// The address of the first element of a contiguous memref.
mlir::Value createAddress(mlir::ImplicitLocOpBuilder &b, mlir::Value memref);

} // namespace sg

#endif // SG_CODEGEN_ANALYSIS_DESCRIPTORS_H
