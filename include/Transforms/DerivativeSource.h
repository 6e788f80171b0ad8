//===- DerivativeSource.h - Where derivatives of callees are from -*- C++ -*-=//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What generates the derivative of one function asks for those of the functions
// it calls. It does not know how these are found or made: the cache does, which
// knows the generators.
//
//===----------------------------------------------------------------------===//

#ifndef SG_TRANSFORMS_DERIVATIVESOURCE_H
#define SG_TRANSFORMS_DERIVATIVESOURCE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sg/Analysis/Activity.h"
#include "sg/Analysis/KnownFloats.h"
#include "sg/Transforms/DerivativeObserver.h"

namespace sg::grad {

/// arguments, cotangents of the useful results -> results, cotangents of those
/// arguments that `outputs` names, in order.
struct PullbackFunction {
  mlir::func::FuncOp function;
  llvm::SmallVector<unsigned> outputs;
};

class DerivativeSource {
public:
  /// `observer`, if there is one, must outlive it.
  explicit DerivativeSource(mlir::MLIRContext *context,
                            DerivativeObserver *observer = nullptr)
      : context(context), observer(observer ? *observer : nobody) {}
  virtual ~DerivativeSource() = default;

  /// Forward mode. `from` is the request or call that needs the derivative;
  /// errors that are about `function` as a whole are reported there.
  virtual mlir::FailureOr<TangentFunction>
  tangentFunction(mlir::Operation *from, mlir::FunctionOpInterface function,
                  const llvm::BitVector &varied,
                  const llvm::BitVector &useful) = 0;

  /// Reverse mode in two functions, with the residuals between them; or, if the
  /// function is to be recomputed, none but its arguments. `running` names the
  /// arguments that have a cotangent already.
  virtual mlir::FailureOr<SplitFunction>
  splitFunction(mlir::Operation *from, mlir::FunctionOpInterface function,
                const llvm::BitVector &varied, const llvm::BitVector &useful,
                const llvm::BitVector &running) = 0;

  /// What zero times infinity is in the functions that are generated next.
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
