//===- CheckIndices.cpp - Check indices and divisors ----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AffineDivisors.h"
#include "Asserter.h"
#include "CheckViews.h"
#include "VectorAccesses.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
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

/// Asserts that the indices of one accessed element are in range.
static void checkAccess(Operation *op, Value shaped, ValueRange indices) {
  sg::Asserter check(op);
  Value inside;
  for (auto [dim, index] : llvm::enumerate(indices)) {
    Value isInside = check.inRange(index, check.size(shaped, dim));
    inside = inside ? check.create<arith::AndIOp>(inside, isInside) : isInside;
  }
  if (inside)
    check.require(inside, "an index is out of range");
}

template <typename OpTy>
static void checkAffineAccess(OpTy op) {
  OpBuilder b(op);
  std::optional<SmallVector<Value, 8>> indices = affine::expandAffineMap(
      b, op.getLoc(), op.getAffineMap(), op.getMapOperands());
  if (!indices) {
    LDBG() << "not checked, its map cannot be expanded: " << op->getName()
           << " at " << op.getLoc();
    return;
  }
  if constexpr (std::is_same_v<OpTy, affine::AffineVectorLoadOp> ||
                std::is_same_v<OpTy, affine::AffineVectorStoreOp>)
    sg::checkContiguousLanes(op, op.getMemRef(), *indices, op.getVectorType());
  else
    checkAccess(op, op.getMemRef(), *indices);
}

/// Removes the alignment attribute, which nothing checks, from an access
/// outside of kernels: processors trap at misaligned addresses. Kernels keep
/// the attribute: the emulated device checks it (`--check-kernels`), and a GPU
/// reports an error.
static void dropAlignment(Operation *op) {
  if (op->getParentOfType<gpu::LaunchOp>() ||
      op->getParentOfType<gpu::GPUFuncOp>())
    return;
  llvm::TypeSwitch<Operation *>(op)
      .Case<memref::LoadOp, memref::StoreOp, vector::LoadOp, vector::StoreOp,
            vector::MaskedLoadOp, vector::MaskedStoreOp, vector::GatherOp,
            vector::ScatterOp, vector::ExpandLoadOp, vector::CompressStoreOp>(
          [](auto op) { op.removeAlignmentAttr(); });
}

/// Asserts that the divisor is not zero and that the quotient does not
/// overflow. Processors trap in both cases.
static void checkDivision(Operation *op, bool isSigned) {
  Value lhs = op->getOperand(0), rhs = op->getOperand(1);
  Type type = lhs.getType();
  if (isa<TensorType>(type) || matchPattern(rhs, m_NonZero())) {
    LDBG() << "not checked, "
           << (isa<TensorType>(type) ? "it operates on tensors"
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
  Value isSafe = check.compare(Predicate::ne, rhs, constant(APInt(width, 0)));
  if (isSigned) {
    Value isNotSmallest = check.compare(
        Predicate::ne, lhs, constant(APInt::getSignedMinValue(width)));
    Value isNotMinusOne =
        check.compare(Predicate::ne, rhs, constant(APInt::getAllOnes(width)));
    isSafe = check.create<arith::AndIOp>(
        isSafe, check.create<arith::OrIOp>(isNotSmallest, isNotMinusOne));
  }
  if (isa<VectorType>(type))
    isSafe =
        check.create<vector::ReductionOp>(vector::CombiningKind::AND, isSafe);
  check.require(isSafe, isSigned
                            ? "division by zero, or of the smallest integer "
                              "by -1"
                            : "division by zero");
}

namespace {
struct CheckIndices : sg::impl::CheckIndicesBase<CheckIndices> {
  void runOnOperation() override {
    getOperation()->walk([&](Operation *op) {
      sg::checkAffineDivisors(op);
      dropAlignment(op);
      llvm::TypeSwitch<Operation *>(op)
          .Case([](tensor::ExtractOp op) {
            checkAccess(op, op.getTensor(), op.getIndices());
          })
          .Case([](tensor::InsertOp op) {
            checkAccess(op, op.getDest(), op.getIndices());
          })
          .Case<memref::LoadOp, memref::StoreOp, memref::AtomicRMWOp,
                memref::GenericAtomicRMWOp>(
              [](auto op) { checkAccess(op, op.getMemref(), op.getIndices()); })
          .Case<affine::AffineLoadOp, affine::AffineStoreOp,
                affine::AffineVectorLoadOp, affine::AffineVectorStoreOp>(
              [](auto op) { checkAffineAccess(op); })
          .Case<VectorTransferOpInterface, vector::LoadOp, vector::StoreOp,
                vector::MaskedLoadOp, vector::MaskedStoreOp, vector::GatherOp,
                vector::ScatterOp, vector::ExpandLoadOp,
                vector::CompressStoreOp>(
              [](Operation *op) { sg::checkVectorAccess(op); })
          .Case([&](memref::ViewOp op) {
            // The launch determines the size of dynamic shared memory. The size
            // is known only in emulated kernels, which are checked as
            // gpu.module. For GPUs, upstream's conversion sets the size to 0.
            if (isa<gpu::GPUModuleOp>(getOperation()) ||
                !op.getSource().getDefiningOp<gpu::DynamicSharedMemoryOp>())
              sg::checkView(op);
            else
              LDBG() << "not checked, the launch determines the memory size: "
                     << op->getName() << " at " << op.getLoc();
          })
          .Case([&](memref::ReinterpretCastOp op) {
            // Do not check a gpu.module: passes of the pipeline have created
            // casts there.
            if (!isa<gpu::GPUModuleOp>(getOperation()))
              sg::checkReinterpretCast(op);
          })
          .Case([](memref::ReshapeOp op) { sg::checkMemRefReshape(op); })
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
