//===- DerivativeObserver.h - Who is told what the engine does --*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The engine tells an observer what it does, as it does it. What it does never
// depends on who listens: by default nobody does.
//
//===----------------------------------------------------------------------===//

#ifndef SG_TRANSFORMS_DERIVATIVEOBSERVER_H
#define SG_TRANSFORMS_DERIVATIVEOBSERVER_H

#include "sg/Dialect/Grad/IR/DerivativeContext.h"

namespace sg::grad {

class Activity;

/// A derivative function that is being made.
struct DerivativeDescription {
  enum Form {
    Whole,     ///< one function does all
    Half,      ///< of a pair; the caller keeps what it returns for the other
    Recomputed ///< of a pair, too, but the other half computes all of it again
  };
  /// The function that is differentiated.
  mlir::FunctionOpInterface function;
  Mode mode;
  Form form = Whole;
  /// Why it is computed again.
  llvm::StringRef reason = {};
};

/// Is told how one function is differentiated. Of the copies of primal code
/// that rules make, nothing is told.
class FunctionObserver {
public:
  virtual ~FunctionObserver() = default;

  /// `program` is differentiated next: a clone of the function, in which the
  /// derivative will stand.
  virtual void prepared(mlir::FunctionOpInterface program,
                        const Activity &activity) {}

  /// The rule of `op` runs, and how that ended. Rules of the ops in `op` run in
  /// between.
  virtual void beginRule(mlir::Operation *op) {}
  virtual void endRule(mlir::Operation *op, bool isApplied) {}

  /// No derivative flows through `op`.
  virtual void skipped(mlir::Operation *op) {}

  /// Derivative code reads `value` of the program. Where that stands in a
  /// region of the function (`isInside`), it is kept if it gets a holder.
  virtual void stored(mlir::Value value, bool isInside) {}
  /// It reads again what it has got at by then.
  virtual void read(mlir::Value value) {}
  /// `holder` holds `saved`, in a stack with an entry for each trip or alone.
  virtual void held(mlir::Value saved, mlir::Value holder, bool isStack) {}
  /// Derivative code has a copy of `op`, which is cheaper than its results if
  /// `isCheap`; else a rule has asked for it.
  virtual void recomputed(mlir::Operation *op, bool isCheap) {}

  /// `to` takes the place of `from` in a rebuilt op.
  virtual void replaced(mlir::Value from, mlir::Value to) {}

  /// The derivative is there. `results` are those of the function, behind them
  /// what else the forward half returns, or the function if there are no halves
  /// (`isSplit`).
  virtual void finished(mlir::ValueRange results, unsigned numOwnResults,
                        bool isSplit) {}

  /// Which function has been made: the forward half, if there are halves. Told
  /// when it begins, and when another one turns out to do as well.
  virtual void named(llvm::StringRef derivative) {}
};

class DerivativeObserver {
public:
  virtual ~DerivativeObserver() = default;

  /// A derivative function is begun. Those of callees are begun and finished
  /// before this one is finished.
  virtual std::unique_ptr<FunctionObserver>
  observe(const DerivativeDescription &) {
    return std::make_unique<FunctionObserver>();
  }

  /// The function of that name gives the derivative of the useful results of
  /// `function` in the varied arguments, whether or not one flows.
  virtual void provided(mlir::FunctionOpInterface function,
                        llvm::StringRef derivative,
                        const llvm::BitVector &varied,
                        const llvm::BitVector &useful) {}
};

} // namespace sg::grad

#endif // SG_TRANSFORMS_DERIVATIVEOBSERVER_H
