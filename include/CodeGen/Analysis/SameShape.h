//===- SameShape.h - Compare the shapes of two values -----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_ANALYSIS_SAMESHAPE_H
#define SG_CODEGEN_ANALYSIS_SAMESHAPE_H

#include "mlir/IR/Value.h"

namespace sg {

/// Returns true if the tensors or memrefs `a` and `b` provably have the same
/// shape. Equal types are no proof: the same dynamic dimension may have
/// different sizes in two values. Returns false for unranked types.
///
/// A pass that reuses the memory of one value for another must query this
/// function, unless it follows a chain of ops that keep the shape.
bool haveSameShape(mlir::Value a, mlir::Value b);

} // namespace sg

#endif // SG_CODEGEN_ANALYSIS_SAMESHAPE_H
