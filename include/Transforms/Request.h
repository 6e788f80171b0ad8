//===- Request.h - A resolved request for a derivative ----------*- C++ -*-===//
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

/// A fully resolved request for a derivative of a function. It comes from an op
/// of the grad dialect, differentiate() or requestDerivative().
struct Request {
  mlir::func::FuncOp function;
  RequestMode mode;
  /// Positions of arguments and of results, of differentiable type. They give
  /// the order of tangents or cotangents and of returned derivatives.
  llvm::SmallVector<unsigned> wrt, of;
  bool isStrict = false;
  bool hasStrongZero = false;

  llvm::BitVector getVaried() const;
  llvm::BitVector getUseful() const;
};

/// Returns the request that the verified op `op` makes.
Request getRequest(DerivativeRequestOpInterface op);

} // namespace sg::grad

#endif // SG_TRANSFORMS_REQUEST_H
