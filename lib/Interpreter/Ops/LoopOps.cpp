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
class ForLoop {
public:
  ForLoop(scf::ForOp op, Scope &scope, SharedBody body)
      : op(op), body(std::move(body)),
        width(op.getInductionVar().getType().isIndex()
                  ? IndexType::kInternalStorageBitWidth
                  : op.getInductionVar().getType().getIntOrFloatBitWidth()),
        low(scope.slotOf(op.getLowerBound())),
        high(scope.slotOf(op.getUpperBound())),
        step(scope.slotOf(op.getStep())),
        induction(scope.slotOf(op.getInductionVar())),
        carries(scope.slotsOf(op.getRegionIterArgs())),
        results(scope.slotsOf(op.getResults())),
        inits(scope.usesOf(op.getInitsMutable())) {}

  LogicalResult operator()(Frame &frame) const {
    return op.getUnsignedCmp() ? run<uint64_t>(frame) : run<int64_t>(frame);
  }

private:
  template <typename Integer>
  FailureOr<Integer> get(Frame &frame, Slot slot) const {
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
    FailureOr<Integer> first = get<Integer>(frame, low);
    FailureOr<Integer> end = get<Integer>(frame, high);
    FailureOr<Integer> by = get<Integer>(frame, step);
    if (failed(first) || failed(end) || failed(by))
      return failure();
    if (*by <= 0)
      return frame.machine.fail(op, "the step is not positive");
    frame.set(carries, frame.take(inits));
    bool overflows = false;
    for (Integer i = *first; i < *end && !overflows;
         overflows = __builtin_add_overflow(i, *by, &i)) {
      frame.scalar(induction) = Element::ofBits(
          static_cast<uint64_t>(i) & llvm::maskTrailingOnes<uint64_t>(width));
      FailureOr<const Body::Exit *> exit = body->run(frame);
      if (failed(exit))
        return failure();
      frame.set(carries, frame.take((*exit)->operands));
    }
    for (auto [result, carry] : llvm::zip_equal(results, carries))
      frame.set(result, frame.take({carry, /*isLast=*/true}));
    return success();
  }

  mutable scf::ForOp op; // mutable since its getters are not const
  SharedBody body;
  unsigned width;
  Slot low, high, step, induction;
  SmallVector<Slot> carries, results;
  SmallVector<Use> inits;
};
} // namespace

static FailureOr<Step> compileFor(scf::ForOp op, Scope &scope) {
  FailureOr<SharedBody> body = scope.compile(op.getRegion());
  if (failed(body))
    return failure();
  return Step(ForLoop(op, scope, *body));
}

/// Compiles scf.while. The first operand of scf.condition decides whether the
/// loop continues. The other operands are passed to the next iteration or
/// returned.
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
      FailureOr<bool> isTrip = frame.getCondition(op, (*end)->getSlot(0));
      if (failed(isTrip))
        return failure();
      SmallVector<RuntimeValue> passed =
          frame.take(ArrayRef((*end)->operands).drop_front());
      if (!*isTrip) {
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
