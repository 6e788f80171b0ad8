//===- NativeTypes.h - Types that native code can take ----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_RUNTIME_NATIVETYPES_H
#define SG_RUNTIME_NATIVETYPES_H

#include "mlir/IR/BuiltinTypes.h"
#include "sg/Runtime/sg_call.h"
#include "llvm/ADT/TypeSwitch.h"

namespace sg {

/// Prefix that turns the name of a function into the name of its entry point.
inline constexpr llvm::StringLiteral kEntryPrefix = "sg_";
/// Prefix of the inner function, which the entry point calls with addresses and
/// sizes.
inline constexpr llvm::StringLiteral kInnerPrefix = "sg.inner.";

/// Returns the sg_type of `element` in files and in arrays of calls, or 0 if
/// such elements cannot be passed.
inline int32_t getElementTypeCode(mlir::Type element) {
  return llvm::TypeSwitch<mlir::Type, int32_t>(element)
      .Case<mlir::IndexType>([](auto) { return SG_I64; })
      .Case<mlir::IntegerType>([](mlir::IntegerType type) {
        switch (type.getWidth()) {
        case 1:
          return SG_I1;
        case 8:
          return SG_I8;
        case 16:
          return SG_I16;
        case 32:
          return SG_I32;
        case 64:
          return SG_I64;
        }
        return sg_type();
      })
      .Case<mlir::Float16Type>([](auto) { return SG_F16; })
      .Case<mlir::BFloat16Type>([](auto) { return SG_BF16; })
      .Case<mlir::Float32Type>([](auto) { return SG_F32; })
      .Case<mlir::Float64Type>([](auto) { return SG_F64; })
      .Case<mlir::Float8E5M2Type>([](auto) { return SG_F8E5M2; })
      .Case<mlir::Float8E4M3Type>([](auto) { return SG_F8E4M3; })
      .Case<mlir::Float8E4M3FNType>([](auto) { return SG_F8E4M3FN; })
      .Case<mlir::Float8E5M2FNUZType>([](auto) { return SG_F8E5M2FNUZ; })
      .Case<mlir::Float8E4M3FNUZType>([](auto) { return SG_F8E4M3FNUZ; })
      .Case<mlir::Float8E4M3B11FNUZType>([](auto) { return SG_F8E4M3B11FNUZ; })
      .Case<mlir::Float8E3M4Type>([](auto) { return SG_F8E3M4; })
      .Case<mlir::Float8E8M0FNUType>([](auto) { return SG_F8E8M0FNU; })
      .Case<mlir::ComplexType>([](mlir::ComplexType type) {
        if (type.getElementType().isF32())
          return SG_C64;
        return type.getElementType().isF64() ? SG_C128 : sg_type();
      })
      .Default([](auto) { return 0; });
}

/// Returns the type of the parts of a complex number, and other types
/// unchanged.
inline mlir::Type getPartType(mlir::Type element) {
  auto complex = llvm::dyn_cast<mlir::ComplexType>(element);
  return complex ? complex.getElementType() : element;
}

/// Returns the number of adjacent parts of an element: 2 for a complex number,
/// otherwise 1.
inline int64_t countParts(mlir::Type element) {
  return llvm::isa<mlir::ComplexType>(element) ? 2 : 1;
}

/// Returns the size of an element's part in bytes, which is the element's
/// alignment, or 0 for a type that cannot be passed.
inline int64_t getPartSize(mlir::Type element) {
  if (getElementTypeCode(element) == 0)
    return 0;
  if (element.isIndex())
    return 8;
  return (getPartType(element).getIntOrFloatBitWidth() + 7) / 8;
}

/// Returns the size of an element in bytes, or 0 for a type that cannot be
/// passed.
inline int64_t getElementSize(mlir::Type element) {
  return countParts(element) * getPartSize(element);
}

} // namespace sg

#endif // SG_RUNTIME_NATIVETYPES_H
