//===- CustomRules.h - Derivatives by custom rules --------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_TRANSFORMS_CUSTOMRULES_H
#define SG_LIB_TRANSFORMS_CUSTOMRULES_H

#include "sg/Transforms/DerivativeSource.h"

namespace sg::grad {

/// Generates the tangent function of `function` from its custom rule: from
/// grad.custom_jvp, or else from the transposed backward half of
/// grad.custom_vjp. Emits errors at `from`.
mlir::FailureOr<TangentFunction>
generateTangentByRule(DerivativeSource &source, mlir::Operation *from,
                      mlir::func::FuncOp function,
                      const llvm::BitVector &varied,
                      const llvm::BitVector &useful);

/// Generates the forward and backward halves of `function` from its custom
/// rule: from grad.custom_vjp, or else from the transpose of grad.custom_jvp.
mlir::FailureOr<SplitFunction>
generateSplitByRule(DerivativeSource &source, mlir::Operation *from,
                    mlir::func::FuncOp function, const llvm::BitVector &varied,
                    const llvm::BitVector &useful);

} // namespace sg::grad

#endif // SG_LIB_TRANSFORMS_CUSTOMRULES_H
