//===- KnownFloats.h - Floats that are finite or nonzero --------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds values that are finite, or nonzero, for all arguments of the program:
// constants, integers converted to floats, and values computed from these.
// Ranges (Ranges.h) do not prove this, because they assume finite arguments.
//
//===----------------------------------------------------------------------===//

#ifndef SG_ANALYSIS_KNOWNFLOATS_H
#define SG_ANALYSIS_KNOWNFLOATS_H

#include "sg/Dialect/Grad/IR/DerivativeContext.h"

namespace sg::grad {

using KnownConstants = llvm::DenseMap<mlir::Attribute, KnownFloats>;

/// Returns the properties of the elements of `value`. If the parent op of a
/// block argument does not determine the tensor whose elements the argument
/// represents, `tensorOf` is called and returns that tensor, or null.
KnownFloats
findKnownFloats(mlir::Value value, KnownConstants &constants,
                llvm::function_ref<mlir::Value(mlir::BlockArgument)> tensorOf);

} // namespace sg::grad

#endif // SG_ANALYSIS_KNOWNFLOATS_H
