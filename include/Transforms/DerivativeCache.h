//===- DerivativeCache.h - Cache of derivative functions --------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Generates derivative functions next to the original function, each once per
// function, mode and activity. Callees are differentiated on the way. Requests
// in them must have been expanded before, as ExpandDerivatives does.
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
  /// Loads the dialects that derivatives are made of. Outside of a pass, no
  /// other code loads them.
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

  /// Returns the derivative function of reverse mode in one function.
  mlir::FailureOr<PullbackFunction>
  pullbackFunction(mlir::Operation *from, mlir::FunctionOpInterface function,
                   const llvm::BitVector &varied,
                   const llvm::BitVector &useful);

private:
  /// A function, the treatment of zero times infinity in its derivative, and
  /// sets of positions.
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

  /// Returns the varied arguments from which a derivative reaches a useful
  /// result.
  llvm::BitVector getReaching(mlir::FunctionOpInterface function,
                              const llvm::BitVector &varied,
                              const llvm::BitVector &useful);

  /// Returns the reason why reverse mode recomputes `function` instead of
  /// keeping residuals; empty if it keeps them. Fails, with an error at `from`,
  /// if neither is possible.
  mlir::FailureOr<llvm::StringRef>
  findReasonToRecompute(mlir::Operation *from,
                        mlir::FunctionOpInterface function);

  RecursiveFunctions recursive;
  HandedOnResiduals handedOn{recursive};
  /// Functions for which a remark about recomputation has been emitted.
  llvm::DenseSet<mlir::Operation *> reported;
  DerivativeTrail trail;
  /// Number of nested differentiations in progress.
  unsigned depth = 0;
  // No value: the function is being generated and has not been announced.
  Entries<TangentFunction> tangents;
  Entries<PullbackFunction> pullbacks;
  Entries<SplitFunction> splits;
};

} // namespace sg::grad

#endif // SG_TRANSFORMS_DERIVATIVECACHE_H
