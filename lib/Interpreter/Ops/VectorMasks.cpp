//===- VectorMasks.cpp - Ops inside vector.mask ---------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The step of a maskable op reads the mask of the enclosing vector.mask, whose
// own step replaces masked-off result elements by the passthru value.
//
//===----------------------------------------------------------------------===//

#include "VectorMasks.h"
#include "Ops.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace sg::interpreter;

Value sg::interpreter::getEnclosingMask(Operation *op) {
  auto maskOp = dyn_cast_or_null<vector::MaskOp>(op->getParentOp());
  return maskOp ? maskOp.getMask() : Value();
}

/// Fails unless the step of the masked op reads the enclosing mask.
static LogicalResult checkMaskable(vector::MaskOp op, Scope &scope) {
  Operation *masked = op.getMaskableOp();
  bool isSupported =
      !masked ||
      isa<vector::ContractionOp, vector::GatherOp, vector::MultiDimReductionOp,
          vector::ReductionOp, vector::TransferReadOp, vector::TransferWriteOp>(
          masked);
  if (isSupported)
    return success();
  return scope.machine.fail(op,
                            "the reference does not support a masked '" +
                                masked->getName().getStringRef() + "'",
                            Fault::Unknown);
}

/// Replaces masked-off elements of `result` by elements of `passThru`.
static FailureOr<Tensor> passThrough(Operation *op, Frame &frame, Tensor result,
                                     const Tensor &mask,
                                     const Tensor &passThru) {
  FailureOr<Element *> elements = frame.edit(op, result);
  if (failed(elements))
    return failure();
  for (int64_t i = 0, end = result.getNumElements(); i < end; ++i) {
    if (failed(frame.require(op, mask[i])))
      return failure();
    if (mask[i].bits == 0)
      (*elements)[i] = passThru[i];
  }
  return result;
}

static FailureOr<Step> compileMask(vector::MaskOp op, Scope &scope) {
  if (failed(checkMaskable(op, scope)))
    return failure();
  FailureOr<SharedBody> body = scope.compile(op.getMaskRegion());
  if (failed(body))
    return failure();
  std::optional<Slot> passThru;
  if (Value value = op.getPassthru()) {
    auto type = dyn_cast<VectorType>(value.getType());
    if (!type || type.getShape() != op.getMask().getType().getShape())
      return scope.machine.fail(
          op,
          "the reference does not support a passthru value whose shape "
          "differs from the mask",
          Fault::Unknown);
    passThru = scope.slotOf(value);
  }
  return Step([=, body = *body, mask = scope.slotOf(op.getMask()),
               results = scope.slotsOf(op->getResults())](
                  Frame &frame) -> LogicalResult {
    FailureOr<const Body::Exit *> exit = body->run(frame);
    if (failed(exit))
      return failure();
    frame.set(results, frame.take((*exit)->operands));
    if (!passThru)
      return success();
    FailureOr<Tensor> result =
        passThrough(op, frame, frame.tensor(results.front()),
                    frame.tensor(mask), frame.tensor(*passThru));
    if (failed(result))
      return failure();
    frame.tensor(results.front()) = std::move(*result);
    return success();
  });
}

void sg::interpreter::addVectorMaskOps(OpTable &table) {
  table.add(compileMask);
}
