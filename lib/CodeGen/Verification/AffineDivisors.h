//===- AffineDivisors.h - Checks of what affine ops divide by ---*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_VERIFICATION_AFFINEDIVISORS_H
#define SG_LIB_CODEGEN_VERIFICATION_AFFINEDIVISORS_H

#include "mlir/IR/Operation.h"

namespace sg {

/// Asserts before `op`, if it is affine, that the divisors in its maps and
/// sets, and the sizes that it divides an index by, are positive.
void checkAffineDivisors(mlir::Operation *op);

} // namespace sg

#endif // SG_LIB_CODEGEN_VERIFICATION_AFFINEDIVISORS_H
