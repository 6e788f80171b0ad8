//===- Sweep.h - What both modes share --------------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sweep differentiates one function. It works on a clone of the function:
// that is the primal program, and derivative code is added to it. The sweep
// keeps a stack of frames, one per region being differentiated, and knows how
// a primal value gets from where it is defined to where derivative code reads
// it.
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

  /// Runs the rule of `op` as one action.
  LogicalResult
  apply(Operation *op,
        function_ref<LogicalResult(DifferentiableOpInterface)> rule);

  /// A region being differentiated.
  struct Frame {
    Frame(Region &region, RegionScope *scope) : region(&region), scope(scope) {}
    Region *region;
    /// How values of the region reach derivative code; null if that stands in
    /// the region itself.
    RegionScope *scope;
    /// Whether it is in a copy of primal code, not in the program.
    bool isInCopy = false;
    /// Primal values that have crossed already.
    llvm::DenseMap<Value, Value> available;
  };
  /// Makes `value` the innermost while it is alive.
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
  /// What is differentiated while it is alive is not the program itself but a
  /// copy of some of it, with this activity, that a rule has made in order to
  /// compute it again.
  Scoped<Activity *> enterCopy(Activity &activity) {
    return {copies, &activity};
  }
  /// Clones an op of the primal program into derivative code.
  Operation *recompute(Operation &op, IRMapping &map);

  ZeroProducts zeroProducts() const { return zeros; }
  KnownFloats knownFloats(Value value);
  void recordElement(mlir::BlockArgument element, Value tensor);

  /// Whether something went wrong that its reporter could not return.
  bool hasFailed() const { return failed; }
  /// Records that an error has been reported which cannot be returned.
  void fail() { failed = true; }

  /// The flow of derivatives in the code that is differentiated now.
  const FlowGraph &getFlow() const { return getActivity().graph(); }

  /// Makes the rule of `op` the innermost one while the result is alive.
  Scoped<RuleEffects> enterRule(Operation *op) {
    return {rules, RuleEffects(op, mode)};
  }
  /// The rules that run, the innermost one last.
  llvm::MutableArrayRef<RuleEffects> getRules() { return rules; }

  /// No derivative flows through `op`.
  void skip(Operation *op);

  /// Who is told of what is done now: nobody if that is done to a copy.
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
  bool isAtHand(Value value) const;

  Mode mode;
  ZeroProducts zeros;
  RoleListener listener;
  OpBuilder builder;
  SmallVector<Frame> frames;
  PreparedFunction &program;
  /// The activities of copies in copies.
  SmallVector<Activity *> copies;
  SmallVector<RuleEffects> rules;
  FunctionObserver nobody;
  SmallVector<Operation *> replaced;
  llvm::DenseMap<std::pair<Value, int64_t>, OpFoldResult> sizes;
  /// What arguments of copies of bodies are elements of.
  llvm::DenseMap<Value, Value> tensors;
  bool failed = false;
};

/// Forwards what a context offers to a rule to the sweep.
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
