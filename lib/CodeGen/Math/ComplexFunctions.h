//===- ComplexFunctions.h - Functions of complex numbers --------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_MATH_COMPLEXFUNCTIONS_H
#define SG_LIB_CODEGEN_MATH_COMPLEXFUNCTIONS_H

#include "mlir/IR/Operation.h"

namespace sg {

/// Returns true if `op` is in the body of a named structured op, which must not
/// change.
bool isInNamedOp(mlir::Operation *op);

/// Corrects results of upstream's expansions (22.1.8) of functions in `root`.
/// Functions of an infinity whose other part is NaN or infinite follow annex G
/// of the C standard. The real part of complex.log does not cancel close to the
/// unit circle. complex.sqrt of a negative number has the real part 0. Skips
/// the bodies of named ops.
void correctComplexFunctions(mlir::Operation *root);

} // namespace sg

#endif // SG_LIB_CODEGEN_MATH_COMPLEXFUNCTIONS_H
