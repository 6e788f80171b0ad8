//===- SplitStops.h - Split complex and vector stops ------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_GRADIENTCHECK_SPLITSTOPS_H
#define SG_LIB_GRADIENTCHECK_SPLITSTOPS_H

#include "mlir/IR/BuiltinOps.h"

namespace sg::gradcheck {

/// Splits complex stops into stops on the real and imaginary parts. Replaces
/// stops on vectors by stops on tensors. The recording and replaying functions
/// can then pass the recorded values to and from native code.
void splitStops(mlir::ModuleOp module);

} // namespace sg::gradcheck

#endif // SG_LIB_GRADIENTCHECK_SPLITSTOPS_H
