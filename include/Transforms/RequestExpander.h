//===- RequestExpander.h - Requests become calls ----------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TRANSFORMS_REQUESTEXPANDER_H
#define SG_TRANSFORMS_REQUESTEXPANDER_H

#include "sg/Transforms/DerivativeCache.h"
#include "sg/Transforms/Request.h"

namespace sg::grad {

class RequestExpander {
public:
  /// `listener` is told of the requests that are replaced, `observer` of how
  /// their derivatives are made.
  RequestExpander(mlir::MLIRContext *context,
                  const ExpandDerivativesOptions &options,
                  mlir::OpBuilder::Listener *listener = nullptr,
                  DerivativeObserver *observer = nullptr)
      : cache(context, observer), options(options), listener(listener) {}

  /// Expands the requests in `root` and in every function it reaches by calls
  /// and requests, those of differentiated functions first.
  llvm::LogicalResult expandReachable(mlir::Operation *root);

  /// The results of the function at `inputs`, then the derivatives that are
  /// asked for, by ops at `b`. `directions` are cotangents of the results at
  /// `of`, or tangents of the arguments at `wrt`. `from` asks for them. What
  /// the function reaches has been expanded.
  mlir::FailureOr<llvm::SmallVector<mlir::Value>>
  derive(mlir::OpBuilder &b, mlir::Operation *from, const Request &request,
         mlir::ValueRange inputs, mlir::ValueRange directions);

  /// The forward and the backward half, for `from`, which asks for them. What
  /// the function reaches has been expanded.
  mlir::FailureOr<SplitFunction> split(mlir::Operation *from,
                                       const Request &request);

  DerivativeCache &getCache() { return cache; }

private:
  /// A call or a request. The op is gone once a request is expanded.
  struct Use {
    mlir::Operation *op;
    mlir::Location location;
    mlir::Operation *callee;
  };
  llvm::LogicalResult checkAcyclic(DerivativeRequestOpInterface request,
                                   mlir::Operation *function,
                                   mlir::Operation *callee);
  llvm::LogicalResult expand(DerivativeRequestOpInterface request);

  /// If the request or an option asks for it: an error at `from` if no
  /// derivative flows from an argument at `wrt` to a result at `of`.
  llvm::LogicalResult checkStrict(mlir::Operation *from,
                                  const Request &request);

  /// Derivatives that are generated next have strong zeros if the request or an
  /// option asks for them.
  void setZeroProducts(const Request &request);

  DerivativeCache cache;
  ExpandDerivativesOptions options;
  mlir::OpBuilder::Listener *listener;
  /// What the program used before anything was expanded, by function.
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<Use>> uses;
};

/// A zero for an absent derivative of type `type`; null after an
/// error at `from` if there is no such zero.
mlir::Value createAbsent(mlir::OpBuilder &builder, mlir::Operation *from,
                         mlir::Type type,
                         llvm::ArrayRef<mlir::OpFoldResult> sizes);

} // namespace sg::grad

#endif // SG_TRANSFORMS_REQUESTEXPANDER_H
