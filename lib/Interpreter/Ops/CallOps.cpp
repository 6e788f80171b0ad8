//===- CallOps.cpp - Calls, assertions and stops --------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sg/Dialect/Grad/IR/Grad.h"

using namespace mlir;
using namespace sg::interpreter;

static FailureOr<Step> compileCall(func::CallOp op, Scope &scope) {
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      op, op.getCalleeAttr());
  if (!callee)
    return scope.machine.fail(op, "there is no such function", Fault::Unknown);
  return Step([=, operands = scope.usesOf(op->getOpOperands()),
               results = scope.slotsOf(op.getResults())](
                  Frame &frame) -> LogicalResult {
    FailureOr<SmallVector<RuntimeValue>> values =
        frame.machine.call(op, callee, frame.take(operands));
    if (failed(values))
      return failure();
    frame.set(results, std::move(*values));
    return success();
  });
}

static FailureOr<Step> compileAssert(cf::AssertOp op, Scope &scope) {
  return Step([=, condition = scope.slotOf(op.getArg()),
               message = op.getMsg()](Frame &frame) -> LogicalResult {
    FailureOr<bool> holds = frame.getCondition(op, condition);
    if (failed(holds))
      return failure();
    return *holds ? success()
                  : frame.machine.failWithoutOpName(op->getLoc(), message);
  });
}

template <typename Op>
static FailureOr<Step> compileIdentity(Op op, Scope &scope) {
  return Step([from = scope.useOf(op->getOpOperand(0)),
               to = scope.slotOf(op->getResult(0))](Frame &frame) {
    frame.set(to, frame.take(from));
    return success();
  });
}

static FailureOr<Step> compileCheckpoint(sg::grad::CheckpointOp op,
                                         Scope &scope) {
  FailureOr<SharedBody> body = scope.compile(op->getRegion(0));
  if (failed(body))
    return failure();
  return Step([body = *body, results = scope.slotsOf(op->getResults())](
                  Frame &frame) -> LogicalResult {
    FailureOr<const Body::Exit *> exit = body->run(frame);
    if (failed(exit))
      return failure();
    frame.set(results, frame.take((*exit)->operands));
    return success();
  });
}

void sg::interpreter::addCallOps(OpTable &table) {
  table.add(compileCall);
  table.add(compileAssert);
  table.add(compileCheckpoint);
  table.add(compileIdentity<sg::grad::StopGradientOp>);
  table.add(compileIdentity<sg::grad::PreventGradientOp>);
}
