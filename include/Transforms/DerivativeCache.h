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

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sg/Analysis/Activity.h"
#include "sg/Analysis/KnownFloats.h"
#include "sg/Transforms/DerivativeStats.h"
#include <atomic>
#include <map>

namespace sg::grad {

/// arguments, cotangents of the useful results -> results, cotangents of those
/// arguments that `outputs` names, in order.
struct PullbackFunction {
  mlir::func::FuncOp function;
  llvm::SmallVector<unsigned> outputs;
};

/// Tells in the notes of every error and warning emitted meanwhile which
/// request, and which calls under it, are being differentiated.
class DerivativeTrail {
public:
  explicit DerivativeTrail(mlir::MLIRContext *context);

  /// Names a step while it is alive.
  class Step {
  public:
    Step(DerivativeTrail &trail, mlir::Location location,
         const llvm::Twine &what)
        : trail(trail) {
      trail.steps.emplace_back(location, what.str());
    }
    ~Step() { trail.steps.pop_back(); }
    Step(const Step &) = delete;

  private:
    DerivativeTrail &trail;
  };

  /// Calls `function` on a stack of so many bytes of its own, which may be one
  /// of another thread.
  void continueOnNewStack(unsigned bytes, llvm::function_ref<void()> function);

private:
  llvm::SmallVector<std::pair<mlir::Location, std::string>> steps;
  std::atomic<uint64_t> thread; ///< where the steps are made
  mlir::ScopedDiagnosticHandler handler;
};

class DerivativeCache {
public:
  /// Loads what derivatives are made of: outside of a pass nobody else has.
  explicit DerivativeCache(mlir::MLIRContext *context);

  /// Forward mode. `from` is the request or call that needs the derivative;
  /// errors that are about `function` as a whole are reported there.
  mlir::FailureOr<TangentFunction>
  tangentFunction(mlir::Operation *from, mlir::FunctionOpInterface function,
                  const llvm::BitVector &varied, const llvm::BitVector &useful);

  /// Reverse mode in one function.
  mlir::FailureOr<PullbackFunction>
  pullbackFunction(mlir::Operation *from, mlir::FunctionOpInterface function,
                   const llvm::BitVector &varied,
                   const llvm::BitVector &useful);

  /// Reverse mode in two functions, with the residuals between them; or, if the
  /// function is to be recomputed, none but its arguments. `running` names the
  /// arguments that have a cotangent already.
  mlir::FailureOr<SplitFunction>
  splitFunction(mlir::Operation *from, mlir::FunctionOpInterface function,
                const llvm::BitVector &varied, const llvm::BitVector &useful,
                const llvm::BitVector &running);

  /// An error if `function` has no derivative function, whatever is in it.
  static llvm::LogicalResult checkFunction(mlir::Operation *from,
                                           mlir::FunctionOpInterface function);

  /// An error if the body of `function` is not one block that returns.
  static llvm::LogicalResult checkBody(mlir::Operation *from,
                                       mlir::FunctionOpInterface function);

  /// Whether the function calls itself, directly or through others.
  bool isRecursive(mlir::FunctionOpInterface function);

  /// What zero times infinity is in the functions that are generated next.
  ZeroProducts zeroProducts() const { return zeros; }
  void setZeroProducts(ZeroProducts asked) { zeros = asked; }

  mlir::MLIRContext *getContext() { return context; }
  KnownConstants &getKnownConstants() { return constants; }
  FlowSummaries &getSummaries() { return summaries; }
  DerivativeTrail &getTrail() { return trail; }
  /// What has been done so far.
  DerivativeStats &getRecord() { return record; }

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

  mlir::MLIRContext *context;
  ZeroProducts zeros = kDefaultZeroProducts;
  KnownConstants constants;
  FlowSummaries summaries;
  llvm::DenseMap<mlir::Operation *, bool> recursive;
  /// Functions of which a remark has said that they are computed again.
  llvm::DenseSet<mlir::Operation *> told;
  DerivativeTrail trail;
  /// Functions being differentiated, each for the one before.
  unsigned depth = 0;
  DerivativeStats record;
  // No value: being generated, and not announced.
  Entries<TangentFunction> tangents;
  Entries<PullbackFunction> pullbacks;
  Entries<SplitFunction> splits;
};

} // namespace sg::grad

#endif // SG_TRANSFORMS_DERIVATIVECACHE_H
