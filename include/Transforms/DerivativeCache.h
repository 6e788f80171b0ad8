//===- DerivativeCache.h - Cache of derivative functions --------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Generates each derivative function once per function, mode and activity, and
// inserts it after the original function. Differentiates callees recursively.
// The requests in a function must be expanded before the function is
// differentiated (see RequestExpander).
//
//===----------------------------------------------------------------------===//

#ifndef SG_TRANSFORMS_DERIVATIVECACHE_H
#define SG_TRANSFORMS_DERIVATIVECACHE_H

#include "sg/Analysis/RecursiveFunctions.h"
#include "sg/Transforms/DerivativeSource.h"
#include "sg/Transforms/DerivativeTrail.h"
#include "sg/Transforms/ResidualEstimator.h"
#include <map>

namespace sg::grad {

class DerivativeCache final : public DerivativeSource {
public:
  /// Loads the grad dialect and thereby the dialects of derivative code,
  /// because outside of a pass no other code loads these dialects.
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

  /// Returns the reverse-mode derivative as a single function.
  mlir::FailureOr<PullbackFunction>
  pullbackFunction(mlir::Operation *from, mlir::FunctionOpInterface function,
                   const llvm::BitVector &varied,
                   const llvm::BitVector &useful);

private:
  /// The function, the value of zero times infinity in its derivative, and sets
  /// of positions of its arguments and results.
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
  llvm::BitVector getReachingArguments(mlir::FunctionOpInterface function,
                                       const llvm::BitVector &varied,
                                       const llvm::BitVector &useful);

  /// Returns the reason why reverse mode recomputes `function`, or an empty
  /// string if reverse mode keeps residuals instead. Emits an error at `from`
  /// if neither is possible.
  mlir::FailureOr<llvm::StringRef>
  findReasonToRecompute(mlir::Operation *from,
                        mlir::FunctionOpInterface function);

  RecursiveFunctions recursive;
  ResidualEstimator residualEstimator{recursive};
  /// Functions for which a remark about recomputation has been emitted.
  llvm::DenseSet<mlir::Operation *> reported;
  DerivativeTrail trail;
  /// Number of nested differentiations in progress.
  unsigned depth = 0;
  // An entry is std::nullopt until its function is announced or complete.
  Entries<TangentFunction> tangents;
  Entries<PullbackFunction> pullbacks;
  Entries<SplitFunction> splits;
};

} // namespace sg::grad

#endif // SG_TRANSFORMS_DERIVATIVECACHE_H
