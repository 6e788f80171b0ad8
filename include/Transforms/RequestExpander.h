//===- RequestExpander.h - Requests become calls ----------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TRANSFORMS_REQUESTEXPANDER_H
#define SG_TRANSFORMS_REQUESTEXPANDER_H

#include "sg/Transforms/DerivativeCache.h"
#include "sg/Transforms/Passes.h"

namespace sg::grad {

/// A derivative of a function, and what it is called with.
struct Derivation {
  RequestMode mode;
  llvm::ArrayRef<unsigned> wrt, of;
  mlir::ValueRange inputs;
  /// Cotangents of the results at `of`, or tangents of the arguments at `wrt`.
  mlir::ValueRange directions;
  bool isStrict, hasStrongZero;
};

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

  /// The results of the function, then the derivatives, of arguments at `wrt`
  /// or of results at `of`, by ops at `b`. `from` asks for them. What the
  /// function reaches has been expanded.
  mlir::FailureOr<llvm::SmallVector<mlir::Value>>
  derive(mlir::OpBuilder &b, mlir::Operation *from, mlir::func::FuncOp function,
         const Derivation &what);

  /// If this is asked for: an error at `from` if no derivative flows from one
  /// of the varied arguments of `function` to a useful result.
  llvm::LogicalResult checkStrict(mlir::Operation *from, bool isStrict,
                                  mlir::func::FuncOp function,
                                  const llvm::BitVector &varied,
                                  const llvm::BitVector &useful);

  /// Derivatives that are generated next have strong zeros if this or an option
  /// asks for them.
  void setStrongZero(bool isAsked);

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

  DerivativeCache cache;
  ExpandDerivativesOptions options;
  mlir::OpBuilder::Listener *listener;
  /// What the program used before anything was expanded, by function.
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<Use>> uses;
};

/// A zero in the place of an absent derivative of type `type`; null after an
/// error at `from` if there is no such zero.
mlir::Value createAbsent(mlir::OpBuilder &builder, mlir::Operation *from,
                         mlir::Type type,
                         llvm::ArrayRef<mlir::OpFoldResult> sizes);

} // namespace sg::grad

#endif // SG_TRANSFORMS_REQUESTEXPANDER_H
