//===- DerivativeObserver.h - Observer of the engine ------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The differentiation engine reports each of its steps to an observer, which
// never influences the engine. The default observer ignores the reports.
//
//===----------------------------------------------------------------------===//

#ifndef SG_TRANSFORMS_DERIVATIVEOBSERVER_H
#define SG_TRANSFORMS_DERIVATIVEOBSERVER_H

#include "sg/Dialect/Grad/IR/DerivativeContext.h"

namespace sg::grad {

class Activity;

/// Description of a derivative function that is being generated.
struct DerivativeDescription {
  enum Form {
    Whole, ///< One function computes results and derivatives.
    Half,  ///< Half of a pair. The caller keeps the residuals that the forward
           ///< half returns.
    Recomputed ///< Half of a pair whose backward half recomputes all residuals.
  };
  /// The function that is differentiated.
  mlir::FunctionOpInterface function;
  Mode mode;
  Form form = Whole;
  /// Reason for the recomputation.
  llvm::StringRef reason = {};
};

/// Receives the steps of the differentiation of one function, except steps in
/// copies of primal code that rules make.
class FunctionObserver {
public:
  virtual ~FunctionObserver() = default;

  /// Called before `program`, a clone of the function, is differentiated.
  virtual void prepared(mlir::FunctionOpInterface program,
                        const Activity &activity) {}

  /// Called before and after the rule of `op` is executed. The rules of ops
  /// nested in `op` are executed between the two calls.
  virtual void beginRule(mlir::Operation *op) {}
  virtual void endRule(mlir::Operation *op, bool isApplied) {}

  /// Called for an op through which no derivative flows.
  virtual void skipped(mlir::Operation *op) {}

  /// Called when derivative code first reads the primal `value`. A value of a
  /// nested region (`isInside`) is a residual only if held() is called for it.
  virtual void stored(mlir::Value value, bool isInside) {}
  /// Called when derivative code reads `value` again, without a new residual.
  virtual void read(mlir::Value value) {}
  /// Called when `holder`, a single value or a stack with one entry per
  /// iteration, becomes the residual for `saved`.
  virtual void held(mlir::Value saved, mlir::Value holder, bool isStack) {}
  /// Called when `op` is cloned into derivative code, because recomputation
  /// costs less than a residual (`isCheap`), or at the request of a rule.
  virtual void recomputed(mlir::Operation *op, bool isCheap) {}

  /// Called when `to` replaces `from` in a rebuilt op.
  virtual void replaced(mlir::Value from, mlir::Value to) {}

  /// Called when the derivative is complete. `results` are the results of the
  /// generated function, or, if `isSplit`, of the forward half. The first
  /// `numOwnResults` results are the results of the original function.
  virtual void finished(mlir::ValueRange results, unsigned numOwnResults,
                        bool isSplit) {}

  /// Called at the start with the name of the generated function or forward
  /// half, and called again if an existing function replaces the forward half.
  virtual void named(llvm::StringRef derivative) {}
};

/// Receives the start of the generation of each derivative function.
class DerivativeObserver {
public:
  virtual ~DerivativeObserver() = default;

  /// Called before a derivative function, and the derivatives of its callees,
  /// are generated. Returns the observer of the generation.
  virtual std::unique_ptr<FunctionObserver>
  observe(const DerivativeDescription &) {
    return std::make_unique<FunctionObserver>();
  }

  /// Called for each needed derivative of the `useful` results of `function`
  /// with respect to the `varied` arguments. The function `derivative` computes
  /// the parts of this derivative that are not structural zeros.
  virtual void provided(mlir::FunctionOpInterface function,
                        llvm::StringRef derivative,
                        const llvm::BitVector &varied,
                        const llvm::BitVector &useful) {}
};

} // namespace sg::grad

#endif // SG_TRANSFORMS_DERIVATIVEOBSERVER_H
