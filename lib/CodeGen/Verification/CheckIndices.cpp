//===- CheckIndices.cpp - Checks of indices and divisors ------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Asserter.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "sg/CodeGen/Verification/Passes.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-check-indices"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_CHECKINDICES
#include "sg/CodeGen/Verification/Passes.h.inc"
} // namespace sg

/// Of elements from the indices on: of the last dimensions as many as a vector
/// of the type `accessed` has, if it is one and they are none themselves.
static void checkAccess(Operation *op, Value shaped, ValueRange indices,
                        Type accessed) {
  sg::Asserter check(op);
  ArrayRef<int64_t> counts;
  if (auto vector = dyn_cast<VectorType>(accessed);
      vector && vector != getElementTypeOrSelf(shaped))
    counts = vector.getShape();
  int64_t first = indices.size() - counts.size();
  Value all;
  auto require = [&](Value index, int64_t dim) {
    Value inside = check.inRange(index, check.size(shaped, dim));
    all = all ? check.create<arith::AndIOp>(all, inside) : inside;
  };
  for (auto [i, index] : llvm::enumerate(indices)) {
    int64_t dim = i;
    require(index, dim);
    if (dim >= first && counts[dim - first] != 1)
      require(check.create<arith::AddIOp>(
                  index, check.constant(counts[dim - first] - 1)),
              dim);
  }
  if (all)
    check.require(all, "an index is out of range");
}

/// Bytes that are seen as elements are there.
static void checkView(memref::ViewOp op) {
  sg::Asserter check(op);
  MemRefType type = op.getType();
  if (!type.getElementType().isIntOrFloat()) {
    LDBG() << "not checked, its elements are no numbers: " << op->getName()
           << " at " << op.getLoc();
    return;
  }
  Value bytes = check.constant(
      llvm::divideCeil(type.getElementType().getIntOrFloatBitWidth(), 8));
  for (int64_t dim = 0, next = 0; dim < type.getRank(); ++dim) {
    Value size = type.isDynamicDim(dim) ? op.getSizes()[next++]
                                        : check.constant(type.getDimSize(dim));
    bytes = check.create<arith::MulIOp>(bytes, size);
  }
  using Predicate = arith::CmpIPredicate;
  Value all = check.size(op.getSource(), 0);
  Value isBefore = check.compare(Predicate::ule, op.getByteShift(), all);
  Value left = check.create<arith::SubIOp>(all, op.getByteShift());
  Value isEnough = check.compare(Predicate::ule, bytes, left);
  check.require(check.create<arith::AndIOp>(isBefore, isEnough),
                "the memory is too small");
}

/// Processors trap on a division by zero, and where the quotient overflows.
static void checkDivision(Operation *op, bool isSigned) {
  Value lhs = op->getOperand(0), rhs = op->getOperand(1);
  Type type = lhs.getType();
  if (isa<TensorType>(type) || matchPattern(rhs, m_NonZero())) {
    LDBG() << "not checked, "
           << (isa<TensorType>(type) ? "it is of tensors"
                                     : "the divisor is a constant")
           << ": " << op->getName() << " at " << op->getLoc();
    return;
  }
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
    getOperation()->walk([&](Operation *op) {
      llvm::TypeSwitch<Operation *>(op)
          .Case([](tensor::ExtractOp op) {
            checkAccess(op, op.getTensor(), op.getIndices(), op.getType());
          })
          .Case([](tensor::InsertOp op) {
            checkAccess(op, op.getDest(), op.getIndices(),
                        op.getScalar().getType());
          })
          .Case<memref::LoadOp, memref::StoreOp, memref::AtomicRMWOp,
                memref::GenericAtomicRMWOp>([](auto op) {
            checkAccess(op, op.getMemref(), op.getIndices(),
                        op.getMemref().getType().getElementType());
          })
          .Case([](vector::LoadOp op) {
            checkAccess(op, op.getBase(), op.getIndices(), op.getType());
          })
          .Case([](vector::StoreOp op) {
            checkAccess(op, op.getBase(), op.getIndices(),
                        op.getValueToStore().getType());
          })
          .Case([&](memref::ViewOp op) {
            // How many bytes a launch gives to a block is known where kernels
            // are emulated, which are checked by themselves; upstream's
            // conversion for GPUs says 0.
            if (isa<gpu::GPUModuleOp>(getOperation()) ||
                !op.getSource().getDefiningOp<gpu::DynamicSharedMemoryOp>())
              checkView(op);
            else
              LDBG() << "not checked, the launch says how much memory it is: "
                     << op->getName() << " at " << op.getLoc();
          })
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
