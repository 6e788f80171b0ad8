//===- LoopOps.cpp - Sequential loops -------------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace sg::interpreter;

namespace {
/// A step that executes an scf.for.
class ForLoop {
public:
  ForLoop(scf::ForOp op, Scope &scope, SharedBody body)
      : op(op), body(std::move(body)),
        width(op.getInductionVar().getType().isIndex()
                  ? IndexType::kInternalStorageBitWidth
                  : op.getInductionVar().getType().getIntOrFloatBitWidth()),
        lowerBound(scope.slotOf(op.getLowerBound())),
        upperBound(scope.slotOf(op.getUpperBound())),
        step(scope.slotOf(op.getStep())),
        inductionVar(scope.slotOf(op.getInductionVar())),
        iterArgs(scope.slotsOf(op.getRegionIterArgs())),
        results(scope.slotsOf(op.getResults())),
        inits(scope.usesOf(op.getInitsMutable())) {}

  LogicalResult operator()(Frame &frame) const {
    return op.getUnsignedCmp() ? run<uint64_t>(frame) : run<int64_t>(frame);
  }

private:
  template <typename Integer>
  FailureOr<Integer> readBound(Frame &frame, Slot slot) const {
    FailureOr<int64_t> value = frame.getIndex(op, slot, width);
    if (failed(value))
      return failure();
    if constexpr (std::is_unsigned_v<Integer>)
      return static_cast<uint64_t>(*value) &
             llvm::maskTrailingOnes<uint64_t>(width);
    return *value;
  }

  template <typename Integer>
  LogicalResult run(Frame &frame) const {
    FailureOr<Integer> first = readBound<Integer>(frame, lowerBound);
    FailureOr<Integer> end = readBound<Integer>(frame, upperBound);
    FailureOr<Integer> stepSize = readBound<Integer>(frame, step);
    if (failed(first) || failed(end) || failed(stepSize))
      return failure();
    if (*stepSize <= 0)
      return frame.machine.fail(op, "the step is not positive");
    frame.set(iterArgs, frame.take(inits));
    bool overflows = false;
    for (Integer i = *first; i < *end && !overflows;
         overflows = __builtin_add_overflow(i, *stepSize, &i)) {
      frame.scalar(inductionVar) = Element::ofBits(
          static_cast<uint64_t>(i) & llvm::maskTrailingOnes<uint64_t>(width));
      FailureOr<const Body::Exit *> exit = body->run(frame);
      if (failed(exit))
        return failure();
      frame.set(iterArgs, frame.take((*exit)->operands));
    }
    for (auto [result, iterArg] : llvm::zip_equal(results, iterArgs))
      frame.set(result, frame.take({iterArg, /*isLast=*/true}));
    return success();
  }

  mutable scf::ForOp op; // mutable since its getters are not const
  SharedBody body;
  unsigned width;
  Slot lowerBound, upperBound, step, inductionVar;
  SmallVector<Slot> iterArgs, results;
  SmallVector<Use> inits;
};
} // namespace

static FailureOr<Step> compileFor(scf::ForOp op, Scope &scope) {
  FailureOr<SharedBody> body = scope.compile(op.getRegion());
  if (failed(body))
    return failure();
  return Step(ForLoop(op, scope, *body));
}

/// Compiles scf.while. If the first operand of scf.condition is true, the other
/// operands are passed to the `after` region. Otherwise the loop returns them.
static FailureOr<Step> compileWhile(scf::WhileOp op, Scope &scope) {
  FailureOr<SharedBody> before = scope.compile(op.getBefore());
  if (failed(before))
    return failure();
  FailureOr<SharedBody> after = scope.compile(op.getAfter());
  if (failed(after))
    return failure();
  return Step([=, before = *before, after = *after,
               inits = scope.usesOf(op.getInitsMutable()),
               results = scope.slotsOf(op.getResults())](
                  Frame &frame) -> LogicalResult {
    frame.set(before->getArguments(), frame.take(inits));
    while (true) {
      FailureOr<const Body::Exit *> end = before->run(frame);
      if (failed(end))
        return failure();
      FailureOr<bool> isContinuing = frame.getCondition(op, (*end)->getSlot(0));
      if (failed(isContinuing))
        return failure();
      SmallVector<RuntimeValue> passed =
          frame.take(ArrayRef((*end)->operands).drop_front());
      if (!*isContinuing) {
        frame.set(results, std::move(passed));
        return success();
      }
      frame.set(after->getArguments(), std::move(passed));
      FailureOr<const Body::Exit *> yield = after->run(frame);
      if (failed(yield))
        return failure();
      frame.set(before->getArguments(), frame.take((*yield)->operands));
    }
  });
}

void sg::interpreter::addLoopOps(OpTable &table) {
  table.add(compileFor);
  table.add(compileWhile);
}
