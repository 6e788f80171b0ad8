//===- AffineDivisors.h - Check divisors of affine ops ----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_VERIFICATION_AFFINEDIVISORS_H
#define SG_LIB_CODEGEN_VERIFICATION_AFFINEDIVISORS_H

#include "mlir/IR/Operation.h"

namespace sg {

/// If `op` is an affine op, asserts before `op` that the divisors in its maps,
/// sets and basis are positive.
void checkAffineDivisors(mlir::Operation *op);

} // namespace sg

#endif // SG_LIB_CODEGEN_VERIFICATION_AFFINEDIVISORS_H
