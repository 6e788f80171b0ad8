//===- CheckIndices.cpp - No access outside, no division by zero ----------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Asserter.h"
#include "CodeGen/Passes.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_CHECKINDICES
#include "CodeGen/Passes.h.inc"
} // namespace sg

static void checkAccess(Operation *op, Value shaped, ValueRange indices) {
  sg::Asserter check(op);
  Value all;
  for (auto [dim, index] : llvm::enumerate(indices)) {
    Value inside = check.inRange(index, check.size(shaped, dim));
    all = all ? check.create<arith::AndIOp>(all, inside) : inside;
  }
  if (all)
    check.require(all, "an index is out of range");
}

/// Processors trap on a division by zero, and where the quotient overflows.
static void checkDivision(Operation *op, bool isSigned) {
  Value lhs = op->getOperand(0), rhs = op->getOperand(1);
  Type type = lhs.getType();
  if (isa<TensorType>(type) || matchPattern(rhs, m_NonZero()))
    return;
  sg::Asserter check(op);
  unsigned width = isa<IndexType>(getElementTypeOrSelf(type))
                       ? IndexType::kInternalStorageBitWidth
                       : getElementTypeOrSelf(type).getIntOrFloatBitWidth();
  auto constant = [&](const APInt &value) -> Value {
    TypedAttr attribute = IntegerAttr::get(getElementTypeOrSelf(type), value);
    if (auto vector = dyn_cast<VectorType>(type))
      attribute = DenseElementsAttr::get(vector, attribute);
    return check.create<arith::ConstantOp>(attribute);
  };
  using Predicate = arith::CmpIPredicate;
  Value safe = check.compare(Predicate::ne, rhs, constant(APInt(width, 0)));
  if (isSigned) {
    Value small = check.compare(Predicate::ne, lhs,
                                constant(APInt::getSignedMinValue(width)));
    Value other =
        check.compare(Predicate::ne, rhs, constant(APInt::getAllOnes(width)));
    safe = check.create<arith::AndIOp>(
        safe, check.create<arith::OrIOp>(small, other));
  }
  if (isa<VectorType>(type))
    safe = check.create<vector::ReductionOp>(vector::CombiningKind::AND, safe);
  check.require(safe, isSigned ? "division by zero, or of the least integer "
                                 "by -1"
                               : "division by zero");
}

namespace {
struct CheckIndices : sg::impl::CheckIndicesBase<CheckIndices> {
  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      llvm::TypeSwitch<Operation *>(op)
          .Case([](tensor::ExtractOp op) {
            checkAccess(op, op.getTensor(), op.getIndices());
          })
          .Case([](tensor::InsertOp op) {
            checkAccess(op, op.getDest(), op.getIndices());
          })
          .Case<memref::LoadOp, memref::StoreOp, memref::AtomicRMWOp>(
              [](auto op) { checkAccess(op, op.getMemref(), op.getIndices()); })
          .Case<arith::DivSIOp, arith::RemSIOp, arith::CeilDivSIOp,
                arith::FloorDivSIOp, index::DivSOp, index::RemSOp,
                index::CeilDivSOp, index::FloorDivSOp>(
              [](Operation *op) { checkDivision(op, /*isSigned=*/true); })
          .Case<arith::DivUIOp, arith::RemUIOp, arith::CeilDivUIOp,
                index::DivUOp, index::RemUOp, index::CeilDivUOp>(
              [](Operation *op) { checkDivision(op, /*isSigned=*/false); });
    });
  }
};
} // namespace
