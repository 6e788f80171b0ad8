//===- Point.h - Where gradients are checked --------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_GRADIENTCHECK_POINT_H
#define SG_LIB_GRADIENTCHECK_POINT_H

#include "mlir/IR/BuiltinTypes.h"
#include "sg/Runtime/Array.h"

namespace sg::gradcheck {

/// The size of random tensors where their type does not say it.
inline constexpr int64_t kRandomSize = 3;

/// An error if arrays are not what the function takes.
llvm::Error checkInputs(mlir::FunctionType type, llvm::ArrayRef<Array> inputs);

/// Floats in f64.
llvm::Expected<Array> widen(const Array &array);

} // namespace sg::gradcheck

#endif // SG_LIB_GRADIENTCHECK_POINT_H
