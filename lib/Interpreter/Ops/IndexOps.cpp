//===- IndexOps.cpp - Ops that compute indices and sizes ------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AffineIndex.h"
#include "Ops.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace sg::interpreter;

/// Where an index of a loop is.
static FailureOr<Step> compileLinalgIndex(linalg::IndexOp op, Scope &scope) {
  Operation *loops = op->getParentOp();
  Slot from = scope.getLoopIndices(loops, op.getDim() + 1)[op.getDim()];
  return Step([=, to = scope.slotOf(op.getResult())](Frame &frame) {
    frame.scalar(to) = frame.scalar(from);
    return success();
  });
}

/// The results of a map of the operands are combined by `combine`.
template <typename Op>
static Step compileMap(Op op, Scope &scope,
                       int64_t (*combine)(ArrayRef<int64_t> results)) {
  return [=, map = op.getAffineMap(),
          operands = scope.slotsOf(op->getOperands()),
          to = scope.slotOf(op.getResult())](Frame &frame) -> LogicalResult {
    FailureOr<SmallVector<int64_t>> values = frame.getIndices(op, operands);
    if (failed(values))
      return failure();
    SmallVector<int64_t> results;
    for (AffineExpr expression : map.getResults()) {
      std::optional<int64_t> result =
          evaluate(expression, ArrayRef(*values).take_front(map.getNumDims()),
                   ArrayRef(*values).drop_front(map.getNumDims()));
      if (!result)
        return frame.machine.fail(op, "division by zero");
      results.push_back(*result);
    }
    frame.scalar(to) = Element::ofBits(combine(results));
    return success();
  };
}

static FailureOr<Step> compileApply(affine::AffineApplyOp op, Scope &scope) {
  return compileMap(op, scope,
                    [](ArrayRef<int64_t> results) { return results.front(); });
}
static FailureOr<Step> compileMin(affine::AffineMinOp op, Scope &scope) {
  return compileMap(op, scope, [](ArrayRef<int64_t> results) {
    return *llvm::min_element(results);
  });
}
static FailureOr<Step> compileMax(affine::AffineMaxOp op, Scope &scope) {
  return compileMap(op, scope, [](ArrayRef<int64_t> results) {
    return *llvm::max_element(results);
  });
}

/// A size of a tensor or of memory.
template <typename Op>
static FailureOr<Step> compileDim(Op op, Scope &scope) {
  bool isMemory = isa<BaseMemRefType>(op.getSource().getType());
  return Step(
      [=, from = scope.slotOf(op.getSource()),
       index = scope.slotOf(op.getIndex()),
       to = scope.slotOf(op.getResult())](Frame &frame) -> LogicalResult {
        FailureOr<int64_t> dim = frame.getIndex(op, index);
        if (failed(dim))
          return failure();
        ArrayRef<int64_t> shape = isMemory ? ArrayRef(frame.view(from).sizes)
                                           : frame.tensor(from).getShape();
        if (*dim < 0 || *dim >= int64_t(shape.size()))
          return frame.machine.fail(op, "there is no such dimension");
        frame.scalar(to) = Element::ofBits(shape[*dim]);
        return success();
      });
}

void sg::interpreter::addIndexOps(OpTable &table) {
  table.add(compileLinalgIndex);
  table.add(compileApply);
  table.add(compileMin);
  table.add(compileMax);
  table.add(compileDim<memref::DimOp>);
  table.add(compileDim<tensor::DimOp>);
}
