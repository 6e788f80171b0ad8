//===- ResolvedRequest.h - A resolved request for a derivative --*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TRANSFORMS_RESOLVEDREQUEST_H
#define SG_TRANSFORMS_RESOLVEDREQUEST_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sg/Dialect/Grad/IR/Grad.h"
#include "sg/Transforms/Passes.h"

namespace sg::grad {

/// A request for a derivative, from an op of the grad dialect, differentiate()
/// or requestDerivative(), with all defaults resolved.
struct ResolvedRequest {
  mlir::func::FuncOp function;
  RequestMode mode;
  /// Positions of the differentiated arguments and results, in the order of
  /// tangents, cotangents and returned derivatives.
  llvm::SmallVector<unsigned> wrt, of;
  bool isStrict = false;
  bool hasStrongZero = false;

  llvm::BitVector getVaried() const;
  llvm::BitVector getUseful() const;
};

/// Returns the resolved request of `op`, which must be verified.
ResolvedRequest getRequest(DerivativeRequestOpInterface op);

} // namespace sg::grad

#endif // SG_TRANSFORMS_RESOLVEDREQUEST_H
