//===- DerivativeSource.h - Derivatives of callees --------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Generators of derivative functions request the derivatives of callees from
// this interface. DerivativeCache implements it and calls the generators.
//
//===----------------------------------------------------------------------===//

#ifndef SG_TRANSFORMS_DERIVATIVESOURCE_H
#define SG_TRANSFORMS_DERIVATIVESOURCE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sg/Analysis/Activity.h"
#include "sg/Analysis/KnownFloats.h"
#include "sg/Transforms/DerivativeObserver.h"

namespace sg::grad {

/// A derivative function. Takes the arguments and the cotangents of the useful
/// results. Returns the results and the cotangents of the arguments at
/// `outputs`.
struct PullbackFunction {
  mlir::func::FuncOp function;
  llvm::SmallVector<unsigned> outputs;
};

class DerivativeSource {
public:
  /// If `observer` is not null, it must outlive this object.
  explicit DerivativeSource(mlir::MLIRContext *context,
                            DerivativeObserver *observer = nullptr)
      : context(context), observer(observer ? *observer : nobody) {}
  virtual ~DerivativeSource() = default;

  /// Returns the derivative function of forward mode. `from` is the request or
  /// call that needs the derivative. Errors about `function` as a whole are
  /// reported at `from`.
  virtual mlir::FailureOr<TangentFunction>
  tangentFunction(mlir::Operation *from, mlir::FunctionOpInterface function,
                  const llvm::BitVector &varied,
                  const llvm::BitVector &useful) = 0;

  /// Returns the two halves of reverse mode. If `function` is recomputed, its
  /// arguments are the only residuals. The backward half then adds to the
  /// existing cotangents of the `running` arguments.
  virtual mlir::FailureOr<SplitFunction>
  splitFunction(mlir::Operation *from, mlir::FunctionOpInterface function,
                const llvm::BitVector &varied, const llvm::BitVector &useful,
                const llvm::BitVector &running) = 0;

  /// Treatment of zero times infinity in the functions that are generated next.
  ZeroProducts zeroProducts() const { return zeros; }
  void setZeroProducts(ZeroProducts asked) { zeros = asked; }

  mlir::MLIRContext *getContext() { return context; }
  KnownConstants &getKnownConstants() { return constants; }
  FlowSummaries &getSummaries() { return summaries; }
  DerivativeObserver &getObserver() { return observer; }

private:
  mlir::MLIRContext *context;
  ZeroProducts zeros = kDefaultZeroProducts;
  KnownConstants constants;
  FlowSummaries summaries;
  DerivativeObserver nobody;
  DerivativeObserver &observer;
};

} // namespace sg::grad

#endif // SG_TRANSFORMS_DERIVATIVESOURCE_H
