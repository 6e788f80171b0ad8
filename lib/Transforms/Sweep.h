//===- Sweep.h - Shared implementation of both modes ------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sweep differentiates one function: it adds derivative code to a clone of
// the function (the primal program), and passes primal values from their
// definitions to the derivative code that reads them. The sweep keeps a stack
// of frames, one per region being differentiated.
//
//===----------------------------------------------------------------------===//

#ifndef SG_TRANSFORMS_SWEEP_H
#define SG_TRANSFORMS_SWEEP_H

#include "PreparedFunction.h"
#include "RuleEffects.h"
#include "sg/Transforms/DerivativeLocations.h"

namespace sg::grad {

using llvm::ArrayRef, llvm::BitVector, llvm::function_ref;
using llvm::LogicalResult, llvm::SmallVector, llvm::SmallVectorImpl;
using llvm::StringRef, llvm::Twine;
using mlir::IRMapping, mlir::Location, mlir::OpBuilder, mlir::Operation,
    mlir::OpFoldResult;
using mlir::Region, mlir::Value, mlir::ValueRange;
namespace func = mlir::func;

/// The state and operations that forward and reverse sweeps share.
class Sweep {
public:
  Sweep(DerivativeSource &source, PreparedFunction &function, Mode mode);
  ~Sweep();

  OpBuilder &getBuilder() { return builder; }
  bool isActive(Value value) const { return getActivity().isActive(value); }
  Value primal(Value value);
  OpFoldResult primalSize(Value tensor, int64_t dim);
  void replace(Operation *op, ValueRange results);
  void reportNoZero(Value like);

  /// Executes `rule`, which calls the rule of `op`, as one tracing action.
  LogicalResult
  apply(Operation *op,
        function_ref<LogicalResult(DifferentiableOpInterface)> rule);

  /// A region being differentiated.
  struct Frame {
    Frame(Region &region, RegionScope *scope) : region(&region), scope(scope) {}
    Region *region;
    /// Passes values of the region to derivative code. Null if the derivative
    /// code is in the region itself.
    RegionScope *scope;
    /// True if the region is in a rule's copy of primal code.
    bool isInCopy = false;
    /// Maps primal values to equivalents that derivative code can already read.
    llvm::DenseMap<Value, Value> available;
  };
  /// Pushes `value` on `stack`, and pops it at the end of the scope.
  template <typename T>
  class Scoped {
  public:
    Scoped(SmallVectorImpl<T> &stack, T value) : stack(stack) {
      stack.push_back(std::move(value));
    }
    ~Scoped() { stack.pop_back(); }
    Scoped(const Scoped &) = delete;

  private:
    SmallVectorImpl<T> &stack;
  };
  Scoped<Frame> enter(Region &region, RegionScope *scope = nullptr,
                      Seeds available = {}) {
    Frame frame(region, scope);
    frame.available.insert(available.begin(), available.end());
    frame.isInCopy = isInCopy();
    return {frames, std::move(frame)};
  }
  /// Enters a rule's copy of primal code for the lifetime of the result.
  /// `activity` is the activity of the copy.
  Scoped<Activity *> enterCopy(Activity &activity) {
    return {copies, &activity};
  }
  /// Clones an op of the primal program into derivative code.
  Operation *recompute(Operation &op, IRMapping &map);

  ZeroProducts zeroProducts() const { return zeros; }
  KnownFloats knownFloats(Value value);
  void recordElement(mlir::BlockArgument element, Value tensor);

  /// Returns true if fail() or reportNoZero() was called.
  bool hasFailed() const { return failed; }
  /// Records an error that was emitted by a function that returns no failure.
  void fail() { failed = true; }

  /// Returns the flow of derivatives in the code that is being differentiated.
  const FlowGraph &getFlow() const { return getActivity().graph(); }

  /// Makes the rule of `op` the innermost rule for the lifetime of the result.
  Scoped<RuleEffects> enterRule(Operation *op) {
    return {rules, RuleEffects(op, mode)};
  }
  /// Returns the rules that are being executed, the innermost last.
  llvm::MutableArrayRef<RuleEffects> getRules() { return rules; }

  /// Records that no derivative flows through `op`.
  void skip(Operation *op);

  /// Returns the observer of the current code. Copies are not observed.
  FunctionObserver &observer() { return observerOf(isInCopy()); }

  DerivativeSource &source;

private:
  bool isInCopy() const { return !copies.empty(); }
  const Activity &getActivity() const {
    return isInCopy() ? *copies.back() : program.activity;
  }
  FunctionObserver &observerOf(bool isInCopy) {
    return isInCopy ? nobody : *program.observer;
  }
  Operation *clone(Operation &op, IRMapping &map);
  bool isCheap(Value value) const;
  bool isAvailable(Value value) const;

  Mode mode;
  ZeroProducts zeros;
  RoleListener listener;
  OpBuilder builder;
  SmallVector<Frame> frames;
  PreparedFunction &program;
  /// Activities of the copies being differentiated, the innermost last.
  SmallVector<Activity *> copies;
  SmallVector<RuleEffects> rules;
  FunctionObserver nobody;
  SmallVector<Operation *> replaced;
  llvm::DenseMap<std::pair<Value, int64_t>, OpFoldResult> sizes;
  /// Maps block arguments of copied bodies to the tensors of their elements.
  llvm::DenseMap<Value, Value> tensors;
  bool failed = false;
};

/// Implements the methods of DerivativeContext, which both modes share.
template <typename Interface>
class SweepContext : public Interface {
public:
  SweepContext(DerivativeSource &source, PreparedFunction &function, Mode mode)
      : sweep(source, function, mode) {}

  OpBuilder &builder() override { return sweep.getBuilder(); }
  bool isActive(Value value) const override { return sweep.isActive(value); }
  Value primal(Value value) override { return sweep.primal(value); }
  using Interface::primal;
  Operation *recompute(Operation &op, IRMapping &map) override {
    return sweep.recompute(op, map);
  }
  KnownFloats knownFloats(Value value) override {
    return sweep.knownFloats(value);
  }
  void recordElement(mlir::BlockArgument element, Value tensor) override {
    sweep.recordElement(element, tensor);
  }
  bool hasFailed() const { return sweep.hasFailed(); }

protected:
  ZeroProducts requestedZeroProducts() const override {
    return sweep.zeroProducts();
  }
  OpFoldResult primalSize(Value tensor, int64_t dim) override {
    return sweep.primalSize(tensor, dim);
  }
  void reportNoZero(Value like) override { sweep.reportNoZero(like); }

  Sweep sweep;
};

} // namespace sg::grad

#endif // SG_TRANSFORMS_SWEEP_H
