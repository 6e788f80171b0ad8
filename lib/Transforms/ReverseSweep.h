//===- ReverseSweep.h - The sweep of reverse mode ---------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reverse sweep follows the primal program, in one function or in a second
// one. A cotangent is the sum of what the uses of a value contribute; it is
// formed when the sweep reaches the value. Over narrow floats (f16, bf16, f8)
// it is formed in f32 and rounded once.
//
//===----------------------------------------------------------------------===//

#ifndef SG_TRANSFORMS_REVERSESWEEP_H
#define SG_TRANSFORMS_REVERSESWEEP_H

#include "Sweep.h"

namespace sg::grad {

/// What is computed again in reverse must give the same again.
LogicalResult checkRepeatable(Operation *recomputed);

/// The sweep through one function, as the rules of its ops see it.
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
  /// What the uses of a value have contributed so far.
  struct Slot {
    SmallVector<Value, 2> contributions;
    Value rounded; // their sum in the type of the value, once asked for
  };
  struct Level {
    Level(Region &region, size_t rule) : region(&region), rule(rule) {}
    Region *region;
    /// Position of the rule that has asked for the reverse of the region.
    size_t rule;
    llvm::DenseMap<Value, Slot> slots;
    SmallVector<Value> captured;
  };

  Slot *find(Value value);
  /// `accumulate`, also for what no rule has stated.
  void addTo(Value value, Value contribution);
  LogicalResult runRule(Operation *op, DifferentiableOpInterface rule);

  /// Whether the innermost region defines `value` or was told of it. Anything
  /// else would be lost when the region is done.
  bool isKnown(Value value) const;

  /// Two narrow contributions are added as they are: f32 has more than twice
  /// their digits, so rounding the sum of two from f32 gives the same.
  Value sum(Value value, Slot &slot);

  /// The reverse of a block at the builder.
  mlir::FailureOr<Cotangents> pull(Region &region, Seeds seeds, ValueRange wrt,
                                   RegionScope *scope, Seeds available);

  SmallVector<Level> levels;
};

} // namespace sg::grad

#endif // SG_TRANSFORMS_REVERSESWEEP_H
