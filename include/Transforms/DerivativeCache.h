//===- DerivativeCache.h - Derivative functions of functions ----*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Generates derivative functions, each once for a function, a mode and an
// activity, next to the function they belong to. The functions they call are
// differentiated on the way; requests in them must have been expanded before
// (ExpandDerivatives does that).
//
//===----------------------------------------------------------------------===//

#ifndef SG_TRANSFORMS_DERIVATIVECACHE_H
#define SG_TRANSFORMS_DERIVATIVECACHE_H

#include "sg/Analysis/RecursiveFunctions.h"
#include "sg/Transforms/DerivativeSource.h"
#include "sg/Transforms/DerivativeTrail.h"
#include "sg/Transforms/HandedOnResiduals.h"
#include <map>

namespace sg::grad {

class DerivativeCache final : public DerivativeSource {
public:
  /// Loads what derivatives are made of: outside of a pass nobody else has.
  explicit DerivativeCache(mlir::MLIRContext *context,
                           DerivativeObserver *observer = nullptr);

  mlir::FailureOr<TangentFunction>
  tangentFunction(mlir::Operation *from, mlir::FunctionOpInterface function,
                  const llvm::BitVector &varied,
                  const llvm::BitVector &useful) override;

  mlir::FailureOr<SplitFunction>
  splitFunction(mlir::Operation *from, mlir::FunctionOpInterface function,
                const llvm::BitVector &varied, const llvm::BitVector &useful,
                const llvm::BitVector &running) override;

  /// Reverse mode in one function.
  mlir::FailureOr<PullbackFunction>
  pullbackFunction(mlir::Operation *from, mlir::FunctionOpInterface function,
                   const llvm::BitVector &varied,
                   const llvm::BitVector &useful);

private:
  /// A function, what zero times infinity is in its derivative, and sets of
  /// positions.
  using Key = std::tuple<mlir::Operation *, ZeroProducts,
                         std::vector<std::vector<bool>>>;
  template <typename Function>
  using Entries = std::map<Key, std::optional<Function>>;

  template <typename Function>
  mlir::FailureOr<Function> findOrGenerate(
      Entries<Function> &entries, mlir::Operation *from,
      mlir::FunctionOpInterface function,
      llvm::ArrayRef<llvm::BitVector> positions,
      llvm::function_ref<mlir::FailureOr<Function>(
          mlir::func::FuncOp, llvm::function_ref<void(const Function &)>)>
          generate);

  /// The varied arguments from which the derivative reaches a useful result.
  llvm::BitVector getReaching(mlir::FunctionOpInterface function,
                              const llvm::BitVector &varied,
                              const llvm::BitVector &useful);

  /// Returns why reverse mode computes `function` again instead of keeping
  /// residuals; empty if it keeps them. Fails, with an error at `from`, if
  /// neither is possible.
  mlir::FailureOr<llvm::StringRef>
  findReasonToRecompute(mlir::Operation *from,
                        mlir::FunctionOpInterface function);

  RecursiveFunctions recursive;
  HandedOnResiduals handedOn{recursive};
  /// Functions of which a remark has said that they are computed again.
  llvm::DenseSet<mlir::Operation *> told;
  DerivativeTrail trail;
  /// Functions being differentiated, each for the one before.
  unsigned depth = 0;
  // No value: being generated, and not announced.
  Entries<TangentFunction> tangents;
  Entries<PullbackFunction> pullbacks;
  Entries<SplitFunction> splits;
};

} // namespace sg::grad

#endif // SG_TRANSFORMS_DERIVATIVECACHE_H
