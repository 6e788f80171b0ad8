//===- ElementBytes.h - Size of elements in memory --------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_ANALYSIS_ELEMENTBYTES_H
#define SG_CODEGEN_ANALYSIS_ELEMENTBYTES_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

namespace sg {

/// Returns an upper bound of the size in bytes of an element of a memref.
inline int64_t getMaxElementBytes(mlir::Type element) {
  // The largest scalar other than an integer is complex<f64>.
  int64_t bytes = 16;
  mlir::Type scalar = mlir::getElementTypeOrSelf(element);
  if (auto integer = mlir::dyn_cast<mlir::IntegerType>(scalar))
    bytes =
        std::max<int64_t>(bytes, llvm::PowerOf2Ceil(integer.getWidth()) / 8);
  if (auto vector = mlir::dyn_cast<mlir::VectorType>(element))
    bytes *= vector.getNumElements();
  return bytes;
}

} // namespace sg

#endif // SG_CODEGEN_ANALYSIS_ELEMENTBYTES_H
