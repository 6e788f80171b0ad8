//===- LowerVectorMask.cpp - Masked ops without vector.mask ---------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "sg/CodeGen/Tensor/Passes.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-lower-vector-mask"

using namespace mlir;
using llvm::APFloat;
using llvm::APInt;
using vector::CombiningKind;

namespace sg {
#define GEN_PASS_DEF_LOWERVECTORMASK
#include "sg/CodeGen/Tensor/Passes.h.inc"
} // namespace sg

/// Returns the neutral element of a reduction of floats. For sums, this is -0,
/// because 0 + -0 is 0.
static APFloat getNeutralFloat(CombiningKind kind,
                               const llvm::fltSemantics &semantics) {
  switch (kind) {
  case CombiningKind::ADD:
    return APFloat::getZero(semantics, /*Negative=*/true);
  case CombiningKind::MUL:
    return APFloat::getOne(semantics);
  case CombiningKind::MAXIMUMF:
    return APFloat::getInf(semantics, /*Negative=*/true);
  case CombiningKind::MINIMUMF:
    return APFloat::getInf(semantics);
  case CombiningKind::MAXNUMF:
  case CombiningKind::MINNUMF:
    return APFloat::getNaN(semantics);
  default:
    llvm_unreachable("the verifier admits only kinds of floats");
  }
}

static APInt getNeutralInteger(CombiningKind kind, unsigned width) {
  switch (kind) {
  case CombiningKind::ADD:
  case CombiningKind::OR:
  case CombiningKind::XOR:
  case CombiningKind::MAXUI:
    return APInt::getZero(width);
  case CombiningKind::MUL:
    return APInt(width, 1);
  case CombiningKind::AND:
  case CombiningKind::MINUI:
    return APInt::getAllOnes(width);
  case CombiningKind::MAXSI:
    return APInt::getSignedMinValue(width);
  case CombiningKind::MINSI:
    return APInt::getSignedMaxValue(width);
  default:
    llvm_unreachable("the verifier admits only kinds of integers");
  }
}

static Value createNeutral(OpBuilder &b, Location loc, CombiningKind kind,
                           VectorType type) {
  Type element = type.getElementType();
  TypedAttr value;
  if (auto floating = dyn_cast<FloatType>(element)) {
    value = b.getFloatAttr(element,
                           getNeutralFloat(kind, floating.getFloatSemantics()));
  } else {
    unsigned width = element.isIndex() ? IndexType::kInternalStorageBitWidth
                                       : element.getIntOrFloatBitWidth();
    value = b.getIntegerAttr(element, getNeutralInteger(kind, width));
  }
  return arith::ConstantOp::create(b, loc, DenseElementsAttr::get(type, value));
}

/// Clones `inner`, which has a mask operand, with the conjunction of that mask
/// and the mask of `op`.
template <typename OpTy>
static Value combineMasks(OpBuilder &b, vector::MaskOp op, OpTy inner) {
  Value mask = op.getMask();
  if (Value innerMask = inner.getMask())
    mask = arith::AndIOp::create(b, op.getLoc(), mask, innerMask);
  auto masked = cast<OpTy>(b.clone(*inner));
  masked.getMaskMutable().assign(mask);
  return masked->getNumResults() == 0 ? Value() : masked->getResult(0);
}

/// Clones the reduction `inner` with masked elements of `source` replaced by
/// neutral elements.
static Value reduceUnmasked(OpBuilder &b, vector::MaskOp op, Operation *inner,
                            Value source, CombiningKind kind) {
  Value neutral =
      createNeutral(b, op.getLoc(), kind, cast<VectorType>(source.getType()));
  Value selected =
      arith::SelectOp::create(b, op.getLoc(), op.getMask(), source, neutral);
  Operation *clone = b.clone(*inner);
  // Operand 0 is the source. Do not search for the source: the accumulator may
  // be the same value.
  clone->setOperand(0, selected);
  return clone->getResult(0);
}

/// Emits the masked op without vector.mask. Returns the new result, which is
/// null for a write to memory. Fails if the op is not supported.
static FailureOr<Value> lower(OpBuilder &b, vector::MaskOp op) {
  Operation *inner = op.getMaskableOp();
  if (auto read = dyn_cast_or_null<vector::TransferReadOp>(inner))
    return combineMasks(b, op, read);
  if (auto write = dyn_cast_or_null<vector::TransferWriteOp>(inner))
    return combineMasks(b, op, write);
  if (auto gather = dyn_cast_or_null<vector::GatherOp>(inner))
    return combineMasks(b, op, gather);
  if (auto reduction = dyn_cast_or_null<vector::ReductionOp>(inner))
    return reduceUnmasked(b, op, inner, reduction.getVector(),
                          reduction.getKind());
  if (auto reduction = dyn_cast_or_null<vector::MultiDimReductionOp>(inner))
    return reduceUnmasked(b, op, inner, reduction.getSource(),
                          reduction.getKind());
  return failure();
}

namespace {
struct LowerVectorMask : sg::impl::LowerVectorMaskBase<LowerVectorMask> {
  void runOnOperation() override {
    SmallVector<vector::MaskOp> ops;
    getOperation()->walk([&](vector::MaskOp op) { ops.push_back(op); });
    for (vector::MaskOp op : ops) {
      Value passthru = op.getPassthru();
      bool isSupported =
          !passthru || (isa<VectorType>(passthru.getType()) &&
                        cast<VectorType>(passthru.getType()).getShape() ==
                            op.getMask().getType().getShape());
      OpBuilder b(op);
      FailureOr<Value> result = failure();
      if (isSupported)
        result = lower(b, op);
      if (failed(result)) {
        LDBG() << "not lowered: " << op->getName() << " at " << op.getLoc();
        continue;
      }
      LDBG() << "lowered: " << op.getMaskableOp()->getName() << " at "
             << op.getLoc();
      if (passthru)
        *result = arith::SelectOp::create(b, op.getLoc(), op.getMask(), *result,
                                          passthru);
      if (*result)
        op->getResult(0).replaceAllUsesWith(*result);
      op->erase();
    }
  }
};
} // namespace
