//===- KnownFloats.h - Floats that are finite or nonzero --------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds values that are finite, or nonzero, for all arguments: values computed
// from constants, integers and selections between such values. An argument, and
// any value computed from it, may be infinite or NaN. Therefore ranges
// (Ranges.h), which assume finite operands, do not help.
//
//===----------------------------------------------------------------------===//

#ifndef SG_ANALYSIS_KNOWNFLOATS_H
#define SG_ANALYSIS_KNOWNFLOATS_H

#include "sg/Dialect/Grad/IR/DerivativeContext.h"

namespace sg::grad {

/// Cache of the properties of constants.
using KnownConstants = llvm::DenseMap<mlir::Attribute, KnownFloats>;

/// Returns the properties of the elements of `value`. `tensorOf` returns the
/// tensor whose elements a block argument represents, or null. The callback is
/// called only if the parent op does not determine the tensor.
KnownFloats
findKnownFloats(mlir::Value value, KnownConstants &constants,
                llvm::function_ref<mlir::Value(mlir::BlockArgument)> tensorOf);

} // namespace sg::grad

#endif // SG_ANALYSIS_KNOWNFLOATS_H
