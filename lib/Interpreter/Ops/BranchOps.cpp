//===- BranchOps.cpp - Branches and selects -------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace sg::interpreter;

/// Compiles an op that executes the region selected by `choose` and returns the
/// yielded values. A region without blocks yields no values.
static FailureOr<Step>
compileRegionSelection(Operation *op, Scope &scope,
                       std::function<FailureOr<unsigned>(Frame &)> choose) {
  SmallVector<SharedBody> bodies;
  for (Region &region : op->getRegions()) {
    bodies.emplace_back();
    if (region.empty())
      continue;
    FailureOr<SharedBody> body = scope.compile(region);
    if (failed(body))
      return failure();
    bodies.back() = *body;
  }
  return Step([=, results = scope.slotsOf(op->getResults())](
                  Frame &frame) -> LogicalResult {
    FailureOr<unsigned> choice = choose(frame);
    if (failed(choice))
      return failure();
    if (!bodies[*choice])
      return success();
    FailureOr<const Body::Exit *> exit = bodies[*choice]->run(frame);
    if (failed(exit))
      return failure();
    frame.set(results, frame.take((*exit)->operands));
    return success();
  });
}

static FailureOr<Step> compileIf(scf::IfOp op, Scope &scope) {
  return compileRegionSelection(
      op, scope,
      [=, condition = scope.slotOf(op.getCondition())](
          Frame &frame) -> FailureOr<unsigned> {
        FailureOr<bool> holds = frame.getCondition(op, condition);
        if (failed(holds))
          return failure();
        return *holds ? 0 : 1;
      });
}

/// Compiles a switch. The default region is the first region of the op.
static FailureOr<Step> compileSwitch(scf::IndexSwitchOp op, Scope &scope) {
  return compileRegionSelection(
      op, scope,
      [=, argument = scope.slotOf(op.getArg()),
       cases = op.getCases()](Frame &frame) -> FailureOr<unsigned> {
        FailureOr<int64_t> value = frame.getIndex(op, argument);
        if (failed(value))
          return failure();
        auto found = llvm::find(cases, *value);
        return found == cases.end() ? 0 : 1 + (found - cases.begin());
      });
}

static FailureOr<Step> compileRegion(scf::ExecuteRegionOp op, Scope &scope) {
  return compileRegionSelection(
      op, scope, [](Frame &) -> FailureOr<unsigned> { return 0; });
}

static Element selectElement(const Element &condition, const Element &first,
                             const Element &second) {
  if (condition.unset)
    return Element::ofUnset(condition.unset);
  return condition.bits ? first : second;
}

/// Fails unless all tensor operands have the same sizes.
static LogicalResult checkSizes(Operation *op, Frame &frame,
                                ArrayRef<Slot> operands) {
  std::optional<unsigned> first;
  for (auto [i, operand] : llvm::enumerate(operands)) {
    if (!operand.isTensor)
      continue;
    if (!first)
      first = i;
    ArrayRef<int64_t> sizes = frame.tensor(operands[*first]).getShape();
    for (auto [dim, size] : llvm::enumerate(frame.tensor(operand).getShape()))
      if (size != sizes[dim])
        return frame.machine.fail(
            op, "dimension " + Twine(dim) + " of operand " + Twine(i) +
                    " differs from that of operand " + Twine(*first));
  }
  return success();
}

/// Compiles arith.select. The operand that is not selected may be unset. A
/// scalar condition selects whole tensors.
static FailureOr<Step> compileSelect(arith::SelectOp op, Scope &scope) {
  SmallVector<Slot> operands = scope.slotsOf(op->getOperands());
  Slot condition = operands[0], first = operands[1], second = operands[2];
  Slot to = scope.slotOf(op.getResult());
  if (to.isView)
    return Step([=](Frame &frame) -> LogicalResult {
      FailureOr<bool> holds = frame.getCondition(op, condition);
      if (failed(holds))
        return failure();
      frame.view(to) = View(frame.view(*holds ? first : second));
      return success();
    });
  if (!to.isTensor)
    return Step([=](Frame &frame) {
      frame.scalar(to) = selectElement(
          frame.scalar(condition), frame.scalar(first), frame.scalar(second));
      return success();
    });
  return Step([=](Frame &frame) -> LogicalResult {
    if (failed(checkSizes(op, frame, operands)))
      return failure();
    const Tensor &a = frame.tensor(first), &b = frame.tensor(second);
    FailureOr<Tensor> result = frame.allocate(op, a.getShape());
    if (failed(result))
      return failure();
    Element *next = result->edit();
    for (int64_t i = 0, end = a.getNumElements(); i < end; ++i)
      *next++ = selectElement(condition.isTensor ? frame.tensor(condition)[i]
                                                 : frame.scalar(condition),
                              a[i], b[i]);
    frame.tensor(to) = std::move(*result);
    return success();
  });
}

void sg::interpreter::addBranchOps(OpTable &table) {
  table.add(compileIf);
  table.add(compileSwitch);
  table.add(compileRegion);
  table.add(compileSelect);
}
