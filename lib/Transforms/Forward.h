//===- Forward.h - Forward mode ---------------------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TRANSFORMS_FORWARD_H
#define SG_TRANSFORMS_FORWARD_H

#include "sg/Transforms/DerivativeSource.h"

namespace sg::grad {

/// Calls `announce` before the body is differentiated, for functions that call
/// themselves. All useful results have a tangent then.
mlir::FailureOr<TangentFunction> generateTangentFunction(
    DerivativeSource &source, mlir::func::FuncOp function,
    const llvm::BitVector &varied, const llvm::BitVector &useful,
    llvm::function_ref<void(const TangentFunction &)> announce = nullptr);

} // namespace sg::grad

#endif // SG_TRANSFORMS_FORWARD_H
