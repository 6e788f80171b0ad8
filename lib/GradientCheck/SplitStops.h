//===- SplitStops.h - Stops on what can be passed ---------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_GRADIENTCHECK_SPLITSTOPS_H
#define SG_LIB_GRADIENTCHECK_SPLITSTOPS_H

#include "mlir/IR/BuiltinOps.h"

namespace sg::gradcheck {

/// Puts stops on the real and the imaginary part in the place of those on
/// complex numbers, and on a tensor in the place of those on vectors. What a
/// function with frozen stops takes and returns can be passed then.
void splitStops(mlir::ModuleOp module);

} // namespace sg::gradcheck

#endif // SG_LIB_GRADIENTCHECK_SPLITSTOPS_H
