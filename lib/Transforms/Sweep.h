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

#include "ResidualRemarks.h"
#include "sg/Transforms/DerivativeLocations.h"
#include "sg/Transforms/DerivativeSource.h"

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
  Sweep(DerivativeSource &source, Activity &activity, FunctionRecord &record);
  ~Sweep();

  OpBuilder &getBuilder() { return builder; }
  bool isActive(Value value) const {
    return activities.back()->isActive(value);
  }
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
    /// Whether that is of a copy of primal code, in derivative code.
    bool isCopy = false;
    /// Primal values that have crossed already.
    llvm::DenseMap<Value, Value> available;
  };
  /// Makes `frame` the innermost while it is alive; so for an activity.
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
    frame.isCopy = activities.size() > 1;
    return {frames, std::move(frame)};
  }
  Scoped<Activity *> enter(Activity &copy) { return {activities, &copy}; }
  /// Clones an op of the primal program into derivative code.
  Operation *recompute(Operation &op, IRMapping &map);

  ZeroProducts zeroProducts() const { return zeros; }
  KnownFloats knownFloats(Value value);
  void recordElement(mlir::BlockArgument element, Value tensor);

  /// Whether something went wrong that its reporter could not return.
  bool hasFailed() const { return failed; }

  DerivativeSource &source;
  ResidualRemarks recorder;

  /// No derivative flows through `op`.
  void skip(Operation *op) {
    if (activities.size() == 1)
      recorder.skip(op);
  }

private:
  /// What is recorded is what is done to the program, in reverse mode.
  bool isRecorded(const Frame &frame) const {
    return mode == Mode::Reverse && !frame.isCopy;
  }
  Operation *clone(Operation &op, IRMapping &map);
  bool isCheap(Value value) const;
  bool isAtHand(Value value) const;

  Mode mode;
  ZeroProducts zeros;
  RoleListener listener;
  OpBuilder builder;
  SmallVector<Frame> frames;
  SmallVector<Activity *> activities;
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
  SweepContext(DerivativeSource &source, Activity &activity,
               FunctionRecord &record)
      : sweep(source, activity, record) {}

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
  ResidualRemarks &recorder() { return sweep.recorder; }

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

/// Lets ops with an active result that ask for it be computed by simpler ones.
/// Returns the activity of what has come of it.
Activity decomposeActive(func::FuncOp function, const BitVector &varied,
                         const BitVector &useful, FunctionRecord &record,
                         FlowSummaries &summaries);

/// Errors where a derivative would be lost without a word: in memory, in
/// unknown code and in the bits of a float.
LogicalResult checkActivity(func::FuncOp function, const BitVector &varied,
                            const BitVector &useful, const Activity &activity,
                            FlowSummaries &summaries);

} // namespace sg::grad

#endif // SG_TRANSFORMS_SWEEP_H
