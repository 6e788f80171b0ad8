//===- Request.h - What is asked of the engine ------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TRANSFORMS_REQUEST_H
#define SG_TRANSFORMS_REQUEST_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sg/Dialect/Grad/IR/Grad.h"
#include "sg/Transforms/Passes.h"

namespace sg::grad {

/// A derivative of a function, whoever asks for it: an op of the grad dialect,
/// differentiate() or requestDerivative(). Nothing is left to defaults.
struct Request {
  mlir::func::FuncOp function;
  RequestMode mode;
  /// Positions of arguments and of results, of differentiable type, in the
  /// order in which directions are given and derivatives returned.
  llvm::SmallVector<unsigned> wrt, of;
  bool isStrict = false;
  bool hasStrongZero = false;

  llvm::BitVector getVaried() const;
  llvm::BitVector getUseful() const;
};

/// What an op asks for. It has been verified.
Request getRequest(DerivativeRequestOpInterface op);

} // namespace sg::grad

#endif // SG_TRANSFORMS_REQUEST_H
