//===- ReverseSweep.h - The sweep of reverse mode ---------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reverse sweep is emitted after the primal program, in the same function
// or in a backward half. When the sweep reaches the op that defines a value, it
// sums the contributions of the value's uses to the cotangent. Cotangents of
// narrow floats (f16, bf16, f8) are summed in f32 and rounded once.
//
//===----------------------------------------------------------------------===//

#ifndef SG_TRANSFORMS_REVERSESWEEP_H
#define SG_TRANSFORMS_REVERSESWEEP_H

#include "Sweep.h"

namespace sg::grad {

/// Emits an error if recomputing `recomputed` in the reverse sweep may give
/// other results than the first execution.
LogicalResult checkRepeatable(Operation *recomputed);

/// The reverse sweep through one function, and the context of its rules.
class ReverseSweep final : public SweepContext<ReverseContext> {
public:
  ReverseSweep(DerivativeSource &source, PreparedFunction &function)
      : SweepContext(source, function, Mode::Reverse) {}

  Value cotangent(Value value) override;
  Value wideCotangent(Value value) override;
  void accumulate(Value value, Value contribution) override;
  Value take(Value value) override;
  void replace(Operation *op, ValueRange results) override;
  mlir::FailureOr<Cotangents> pullbackRegion(Region &region, Seeds seeds,
                                             RegionScope *scope,
                                             Seeds available) override;
  mlir::FailureOr<Cotangents> pullbackCopy(Region &copy, Seeds seeds,
                                           ValueRange wrt) override;
  Value residual(Value saved, Value holder, bool isStack) override;
  mlir::FailureOr<SplitFunction>
  splitFunction(Operation *call, mlir::SymbolRefAttr callee,
                const BitVector &varied, const BitVector &useful) override;

private:
  /// The contributions to the cotangent of a value so far.
  struct Slot {
    SmallVector<Value, 2> contributions;
    Value rounded; // the sum in the type of the value, computed on demand
  };
  /// The cotangents in a region that is being reversed.
  struct Level {
    Level(Region &region, size_t rule) : region(&region), rule(rule) {}
    Region *region;
    /// Index in Sweep::getRules() of the rule that called pullbackRegion.
    size_t rule;
    llvm::DenseMap<Value, Slot> slots;
    SmallVector<Value> captured;
  };

  /// Returns the slot of `value` in the innermost region, or null.
  Slot *find(Value value);
  /// Adds a contribution, from a rule or a seed, to the cotangent of `value`.
  void addTo(Value value, Value contribution);
  LogicalResult runRule(Operation *op, DifferentiableOpInterface rule);

  /// Returns true if `value` is defined or captured by the innermost region. A
  /// contribution to any other value would be lost at the end of the region.
  bool isKnown(Value value) const;

  /// Sums the contributions to `value`. Two narrow contributions are added in
  /// their own type: rounding the f32 sum would give the same result, because
  /// f32 has more than twice as many digits.
  Value sum(Value value, Slot &slot);

  /// Emits the reverse code for the block of `region` at the insertion point.
  mlir::FailureOr<Cotangents> pull(Region &region, Seeds seeds, ValueRange wrt,
                                   RegionScope *scope, Seeds available);

  SmallVector<Level> levels;
};

} // namespace sg::grad

#endif // SG_TRANSFORMS_REVERSESWEEP_H
