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

/// Generates the tangent function of `function`. `announce` is set if
/// `function` is recursive: it is called before the body is differentiated, and
/// all useful results get a tangent.
mlir::FailureOr<TangentFunction> generateTangentFunction(
    DerivativeSource &source, mlir::func::FuncOp function,
    const llvm::BitVector &varied, const llvm::BitVector &useful,
    llvm::function_ref<void(const TangentFunction &)> announce = nullptr);

} // namespace sg::grad

#endif // SG_TRANSFORMS_FORWARD_H
