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

  /// Called when derivative code reads `value` of the program. If derivative
  /// code reads it outside of its region (`isInside`), it is kept only if it
  /// gets a holder.
  virtual void stored(mlir::Value value, bool isInside) {}
  /// Called when derivative code reads a value again that it already has.
  virtual void read(mlir::Value value) {}
  /// Called when `holder` holds `saved`, either alone or in a stack with one
  /// entry per iteration.
  virtual void held(mlir::Value saved, mlir::Value holder, bool isStack) {}
  /// Called when derivative code gets a copy of `op`. If `isCheap`, recomputing
  /// the op costs less than keeping its results. Otherwise a rule has requested
  /// the copy.
  virtual void recomputed(mlir::Operation *op, bool isCheap) {}

  /// Called when `to` replaces `from` in a rebuilt op.
  virtual void replaced(mlir::Value from, mlir::Value to) {}

  /// Called when the derivative is complete. `results` are the results of the
  /// generated function, or of the forward half if there are halves
  /// (`isSplit`). The first `numOwnResults` are the results of the original
  /// function.
  virtual void finished(mlir::ValueRange results, unsigned numOwnResults,
                        bool isSplit) {}

  /// Called with the name of the generated function, or of its forward half.
  /// Called when generation begins, and again if an existing function replaces
  /// it.
  virtual void named(llvm::StringRef derivative) {}
};

class DerivativeObserver {
public:
  virtual ~DerivativeObserver() = default;

  /// Called when generation of a derivative function begins. Generation of the
  /// callees' derivatives begins and ends before this one ends.
  virtual std::unique_ptr<FunctionObserver>
  observe(const DerivativeDescription &) {
    return std::make_unique<FunctionObserver>();
  }

  /// Called for each derivative that is needed. The function `derivative`
  /// computes the derivative of the useful results of `function` with respect
  /// to the varied arguments. It may be a structural zero.
  virtual void provided(mlir::FunctionOpInterface function,
                        llvm::StringRef derivative,
                        const llvm::BitVector &varied,
                        const llvm::BitVector &useful) {}
};

} // namespace sg::grad

#endif // SG_TRANSFORMS_DERIVATIVEOBSERVER_H
