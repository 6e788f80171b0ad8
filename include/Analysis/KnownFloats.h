//===- KnownFloats.h - Floats that cannot be infinite -----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which values are finite, or not zero, whatever the arguments are: those made
// of constants, of integers and of choices between such. An argument may be
// infinite or NaN, and with it whatever is computed from it; so this is no
// matter of ranges (Ranges.h), which say what finite operands give.
//
//===----------------------------------------------------------------------===//

#ifndef SG_ANALYSIS_KNOWNFLOATS_H
#define SG_ANALYSIS_KNOWNFLOATS_H

#include "sg/Dialect/Grad/IR/DerivativeContext.h"

namespace sg::grad {

/// What is known of constants, each looked at once.
using KnownConstants = llvm::DenseMap<mlir::Attribute, KnownFloats>;

/// What is known of the elements of `value`. `tensorOf` is asked for arguments
/// of blocks that stand for the elements of a tensor, of which the op around
/// does not tell; it returns null for others.
KnownFloats
findKnownFloats(mlir::Value value, KnownConstants &constants,
                llvm::function_ref<mlir::Value(mlir::BlockArgument)> tensorOf);

} // namespace sg::grad

#endif // SG_ANALYSIS_KNOWNFLOATS_H
