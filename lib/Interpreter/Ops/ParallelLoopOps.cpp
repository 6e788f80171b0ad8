//===- ParallelLoopOps.cpp - Parallel loops -------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops.h"
#include "TensorSlices.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace sg::interpreter;

namespace {
/// The bounds, steps and induction variables of a loop nest.
struct LoopNest {
  LoopNest(LoopLikeOpInterface op, Scope &scope)
      : op(op), lows(scope.numbersOf(*op.getLoopLowerBounds())),
        highs(scope.numbersOf(*op.getLoopUpperBounds())),
        steps(scope.numbersOf(*op.getLoopSteps())),
        inductions(scope.slotsOf(*op.getLoopInductionVars())) {}

  /// Sets the induction variables for each iteration and calls `visit`.
  LogicalResult forEach(Frame &frame,
                        llvm::function_ref<LogicalResult()> visit) const {
    FailureOr<SmallVector<int64_t>> low = frame.getIndices(op, lows);
    FailureOr<SmallVector<int64_t>> high = frame.getIndices(op, highs);
    FailureOr<SmallVector<int64_t>> step = frame.getIndices(op, steps);
    if (failed(low) || failed(high) || failed(step))
      return failure();
    SmallVector<int64_t> tripCounts;
    for (auto [first, end, by] : llvm::zip_equal(*low, *high, *step)) {
      if (by <= 0)
        return frame.machine.fail(op, "a step is not positive");
      // `end - first` may overflow int64_t.
      uint64_t length = first < end ? uint64_t(end) - uint64_t(first) : 0;
      uint64_t count = length == 0 ? 0 : (length - 1) / by + 1;
      tripCounts.push_back(std::min<uint64_t>(count, INT64_MAX));
    }
    return forEachIndex(tripCounts, [&](ArrayRef<int64_t> trip) {
      for (auto [slot, i, first, by] :
           llvm::zip_equal(inductions, trip, *low, *step))
        frame.scalar(slot) = Element::ofBits(first + i * by);
      return visit();
    });
  }

  Operation *op;
  SmallVector<Number> lows, highs, steps;
  SmallVector<Slot> inductions;
};
} // namespace

/// Compiles scf.parallel. The regions of scf.reduce combine each iteration's
/// operands with the accumulators, in the order of the iterations.
static FailureOr<Step> compileParallel(scf::ParallelOp op, Scope &scope) {
  FailureOr<SharedBody> body = scope.compile(op.getRegion());
  if (failed(body))
    return failure();
  SmallVector<SharedBody> combiners;
  for (Region &region : op.getBody()->getTerminator()->getRegions()) {
    FailureOr<SharedBody> combiner = scope.compile(region);
    if (failed(combiner))
      return failure();
    combiners.push_back(*combiner);
  }
  return Step([=, nest = LoopNest(op, scope), body = *body,
               inits = scope.usesOf(op.getInitValsMutable()),
               results = scope.slotsOf(op.getResults())](
                  Frame &frame) -> LogicalResult {
    SmallVector<RuntimeValue> accumulatorValues = frame.take(inits);
    LogicalResult status = nest.forEach(frame, [&]() -> LogicalResult {
      FailureOr<const Body::Exit *> exit = body->run(frame);
      if (failed(exit))
        return failure();
      SmallVector<RuntimeValue> parts = frame.take((*exit)->operands);
      for (auto [accumulator, part, combiner] :
           llvm::zip_equal(accumulatorValues, parts, combiners)) {
        frame.set(combiner->getArguments(),
                  {std::move(accumulator), std::move(part)});
        FailureOr<const Body::Exit *> combined = combiner->run(frame);
        if (failed(combined))
          return failure();
        accumulator = frame.take((*combined)->operands.front());
      }
      return success();
    });
    if (failed(status))
      return failure();
    frame.set(results, std::move(accumulatorValues));
    return success();
  });
}

namespace {
/// A tensor.parallel_insert_slice into a result of an scf.forall.
struct ParallelInsertion {
  ParallelInsertion(tensor::ParallelInsertSliceOp op, unsigned result,
                    Scope &scope)
      : op(op), result(result), source(scope.slotOf(op.getSource())),
        box(op, scope) {}

  Operation *op;
  unsigned result;
  Slot source;
  SliceOperands box;
};
} // namespace

/// Compiles scf.forall. Every iteration reads the initial shared outputs.
static FailureOr<Step> compileForall(scf::ForallOp op, Scope &scope) {
  FailureOr<SharedBody> body = scope.compile(op.getRegion());
  if (failed(body))
    return failure();
  std::vector<ParallelInsertion> insertions;
  for (Operation &yielding : op.getTerminator().getYieldingOps()) {
    auto insertion = dyn_cast<tensor::ParallelInsertSliceOp>(yielding);
    if (!insertion)
      return scope.machine.failWithoutOpName(
          yielding.getLoc(),
          "the reference does not support '" +
              yielding.getName().getStringRef() + "'",
          Fault::Unknown);
    unsigned result =
        cast<BlockArgument>(insertion.getDest()).getArgNumber() - op.getRank();
    insertions.emplace_back(insertion, result, scope);
  }
  return Step([=, nest = LoopNest(op, scope), body = *body,
               outs = scope.usesOf(op.getOutputsMutable()),
               sharedArguments = scope.slotsOf(op.getRegionOutArgs()),
               results = scope.slotsOf(op.getResults())](
                  Frame &frame) -> LogicalResult {
    SmallVector<RuntimeValue> initial = frame.take(outs);
    SmallVector<RuntimeValue> outputs = initial;
    LogicalResult status = nest.forEach(frame, [&]() -> LogicalResult {
      frame.set(sharedArguments, initial);
      if (failed(body->run(frame)))
        return failure();
      for (const ParallelInsertion &insertion : insertions)
        if (failed(insertion.box.insert(
                insertion.op, frame, frame.tensor(insertion.source),
                std::get<Tensor>(outputs[insertion.result]))))
          return failure();
      return success();
    });
    if (failed(status))
      return failure();
    frame.set(results, std::move(outputs));
    return success();
  });
}

void sg::interpreter::addParallelLoopOps(OpTable &table) {
  table.add(compileParallel);
  table.add(compileForall);
}
