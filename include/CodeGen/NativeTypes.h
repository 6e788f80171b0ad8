//===- NativeTypes.h - What native code can be handed -----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_NATIVETYPES_H
#define SG_CODEGEN_NATIVETYPES_H

#include "mlir/IR/BuiltinTypes.h"

namespace sg {

/// The size in bytes of an element in memory that is passed to native code and
/// in files; 0 if that type cannot be passed.
inline int64_t getElementSize(mlir::Type element) {
  if (element.isIndex())
    return 8;
  if (!element.isIntOrFloat())
    return 0;
  unsigned bits = element.getIntOrFloatBitWidth();
  if (mlir::isa<mlir::IntegerType>(element) && bits == 1)
    return 1;
  bool isPower = bits == 8 || bits == 16 || bits == 32 || bits == 64;
  return isPower ? bits / 8 : 0;
}

} // namespace sg

#endif // SG_CODEGEN_NATIVETYPES_H
