//===- DerivativeObserver.h - Observer of the engine ------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The engine reports its steps to an observer as it executes them. The observer
// never influences the engine. By default, the reports are ignored.
//
//===----------------------------------------------------------------------===//

#ifndef SG_TRANSFORMS_DERIVATIVEOBSERVER_H
#define SG_TRANSFORMS_DERIVATIVEOBSERVER_H

#include "sg/Dialect/Grad/IR/DerivativeContext.h"

namespace sg::grad {

class Activity;

/// A derivative function that is being generated.
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

/// Receives the steps in which one function is differentiated. Copies of primal
/// code that rules make are not reported.
class FunctionObserver {
public:
  virtual ~FunctionObserver() = default;

  /// Called before `program` is differentiated. `program` is a clone of the
  /// function, to which the derivative is added.
  virtual void prepared(mlir::FunctionOpInterface program,
                        const Activity &activity) {}

  /// Called before and after the rule of `op`. The rules of ops nested in `op`
  /// run between the two calls.
  virtual void beginRule(mlir::Operation *op) {}
  virtual void endRule(mlir::Operation *op, bool isApplied) {}

  /// Called for an op through which no derivative flows.
  virtual void skipped(mlir::Operation *op) {}

  /// Called when derivative code reads the primal `value`. A value of a nested
  /// region (`isInside`) is a residual only if held() is called for it.
  virtual void stored(mlir::Value value, bool isInside) {}
  /// Called when derivative code reads `value` again, without a new residual.
  virtual void read(mlir::Value value) {}
  /// Called when `holder` is the residual for `saved`: a single value, or a
  /// stack with one entry per iteration.
  virtual void held(mlir::Value saved, mlir::Value holder, bool isStack) {}
  /// Called when `op` is cloned into derivative code: at the request of a rule,
  /// or because recomputation costs less than a residual (`isCheap`).
  virtual void recomputed(mlir::Operation *op, bool isCheap) {}

  /// Called when `to` replaces `from` in a rebuilt op.
  virtual void replaced(mlir::Value from, mlir::Value to) {}

  /// Called when the derivative is complete. `results` are the results of the
  /// generated function, or of the forward half (`isSplit`). The first
  /// `numOwnResults` are the results of the original function.
  virtual void finished(mlir::ValueRange results, unsigned numOwnResults,
                        bool isSplit) {}

  /// Called at the start with the name of the generated function or forward
  /// half, and again if an existing function replaces it.
  virtual void named(llvm::StringRef derivative) {}
};

class DerivativeObserver {
public:
  virtual ~DerivativeObserver() = default;

  /// Called before a derivative function is generated, and before the
  /// derivatives of its callees are generated.
  virtual std::unique_ptr<FunctionObserver>
  observe(const DerivativeDescription &) {
    return std::make_unique<FunctionObserver>();
  }

  /// Called for each needed derivative of the useful results of `function` with
  /// respect to the varied arguments. The function `derivative` computes its
  /// parts that are not structural zeros.
  virtual void provided(mlir::FunctionOpInterface function,
                        llvm::StringRef derivative,
                        const llvm::BitVector &varied,
                        const llvm::BitVector &useful) {}
};

} // namespace sg::grad

#endif // SG_TRANSFORMS_DERIVATIVEOBSERVER_H
