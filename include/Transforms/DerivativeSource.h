//===- DerivativeSource.h - Derivatives of callees --------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface through which generators of derivative functions request
// derivatives of callees. DerivativeCache implements it and calls the
// generators.
//
//===----------------------------------------------------------------------===//

#ifndef SG_TRANSFORMS_DERIVATIVESOURCE_H
#define SG_TRANSFORMS_DERIVATIVESOURCE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sg/Analysis/Activity.h"
#include "sg/Analysis/KnownFloats.h"
#include "sg/Transforms/DerivativeObserver.h"

namespace sg::grad {

/// A function that computes results and cotangents: (arguments, cotangents of
/// useful results) -> (results, cotangents of the arguments at `outputs`).
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

  /// Returns the tangent function of `function`. `from` is the request or call
  /// that needs it. Emits errors about `function` as a whole at `from`.
  virtual mlir::FailureOr<TangentFunction>
  tangentFunction(mlir::Operation *from, mlir::FunctionOpInterface function,
                  const llvm::BitVector &varied,
                  const llvm::BitVector &useful) = 0;

  /// Returns the forward and backward halves of `function`. If `function` is
  /// recomputed, its arguments are the only residuals, and the backward half
  /// adds to existing cotangents of the `running` arguments.
  virtual mlir::FailureOr<SplitFunction>
  splitFunction(mlir::Operation *from, mlir::FunctionOpInterface function,
                const llvm::BitVector &varied, const llvm::BitVector &useful,
                const llvm::BitVector &running) = 0;

  /// The value of zero times infinity in functions that are generated next.
  ZeroProducts zeroProducts() const { return zeros; }
  void setZeroProducts(ZeroProducts newZeros) { zeros = newZeros; }

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
