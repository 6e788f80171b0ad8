//===- RequestExpander.h - Expansion of requests into calls -----*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TRANSFORMS_REQUESTEXPANDER_H
#define SG_TRANSFORMS_REQUESTEXPANDER_H

#include "sg/Transforms/DerivativeCache.h"
#include "sg/Transforms/ResolvedRequest.h"

namespace sg::grad {

class RequestExpander {
public:
  /// `listener` is notified of the requests that are replaced, `observer` of
  /// the generation of their derivatives.
  RequestExpander(mlir::MLIRContext *context,
                  const ExpandDerivativesOptions &options,
                  mlir::OpBuilder::Listener *listener = nullptr,
                  DerivativeObserver *observer = nullptr)
      : cache(context, observer), options(options), listener(listener) {}

  /// Expands the requests in `root` and in the functions that it reaches by
  /// calls and requests, callees first.
  llvm::LogicalResult expandReachable(mlir::Operation *root);

  /// Emits a call of the derivative function. Returns the results of the primal
  /// function at `inputs`, then the requested derivatives. `directions` are the
  /// cotangents of the results `request.of`, or the tangents of the arguments
  /// `request.wrt`. Emits errors at `from`. The primal function must have been
  /// passed to expandReachable().
  mlir::FailureOr<llvm::SmallVector<mlir::Value>>
  derive(mlir::OpBuilder &b, mlir::Operation *from,
         const ResolvedRequest &request, mlir::ValueRange inputs,
         mlir::ValueRange directions);

  /// Returns the forward and backward halves. The preconditions are as for
  /// derive().
  mlir::FailureOr<SplitFunction> split(mlir::Operation *from,
                                       const ResolvedRequest &request);

  DerivativeCache &getCache() { return cache; }

private:
  /// A call or a request in a function. Expansion erases the op of a request.
  struct Use {
    mlir::Operation *op;
    mlir::Location location;
    mlir::Operation *callee;
  };
  llvm::LogicalResult checkAcyclic(DerivativeRequestOpInterface request,
                                   mlir::Operation *function,
                                   mlir::Operation *callee);
  llvm::LogicalResult expand(DerivativeRequestOpInterface request);

  /// If the request or the option is strict, emits an error at `from` for each
  /// argument in `wrt` without a path to a result in `of`.
  llvm::LogicalResult checkStrict(mlir::Operation *from,
                                  const ResolvedRequest &request);

  /// Sets the value of zero times infinity in derivatives that are generated
  /// next.
  void setZeroProducts(const ResolvedRequest &request);

  DerivativeCache cache;
  ExpandDerivativesOptions options;
  mlir::OpBuilder::Listener *listener;
  /// Calls and requests of each function before the expansion.
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<Use>> uses;
};

/// Builds a zero of type `type` for an absent derivative. If the type has no
/// zero, emits an error at `from` and returns null.
mlir::Value createZeroDerivative(mlir::OpBuilder &builder,
                                 mlir::Operation *from, mlir::Type type,
                                 llvm::ArrayRef<mlir::OpFoldResult> sizes);

} // namespace sg::grad

#endif // SG_TRANSFORMS_REQUESTEXPANDER_H
