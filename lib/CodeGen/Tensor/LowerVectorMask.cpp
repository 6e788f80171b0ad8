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

/// Returns the float that changes no other one, nor makes a NaN of it, if it is
/// combined with it.
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
    llvm_unreachable("is verified to be one of floats");
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
    llvm_unreachable("is verified to be one of integers");
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

/// Clones `inner` with its own mask and that of `op`.
template <typename OpTy>
static Value combineMasks(OpBuilder &b, vector::MaskOp op, OpTy inner) {
  Value mask = op.getMask();
  if (Value own = inner.getMask())
    mask = arith::AndIOp::create(b, op.getLoc(), mask, own);
  auto masked = cast<OpTy>(b.clone(*inner));
  masked.getMaskMutable().assign(mask);
  return masked->getNumResults() == 0 ? Value() : masked->getResult(0);
}

/// Clones the reduction `inner` of `source` with neutral elements in the place
/// of those that are masked.
static Value reduceSelected(OpBuilder &b, vector::MaskOp op, Operation *inner,
                            Value source, CombiningKind kind) {
  Value neutral =
      createNeutral(b, op.getLoc(), kind, cast<VectorType>(source.getType()));
  Value selected =
      arith::SelectOp::create(b, op.getLoc(), op.getMask(), source, neutral);
  Operation *clone = b.clone(*inner);
  // The source comes first; the accumulator may be the same value.
  clone->setOperand(0, selected);
  return clone->getResult(0);
}

/// Returns what replaces the results of a masked op, or failure if it is left.
static FailureOr<Value> lower(OpBuilder &b, vector::MaskOp op) {
  Operation *inner = op.getMaskableOp();
  if (auto read = dyn_cast_or_null<vector::TransferReadOp>(inner))
    return combineMasks(b, op, read);
  if (auto write = dyn_cast_or_null<vector::TransferWriteOp>(inner))
    return combineMasks(b, op, write);
  if (auto gather = dyn_cast_or_null<vector::GatherOp>(inner))
    return combineMasks(b, op, gather);
  if (auto reduction = dyn_cast_or_null<vector::ReductionOp>(inner))
    return reduceSelected(b, op, inner, reduction.getVector(),
                          reduction.getKind());
  if (auto reduction = dyn_cast_or_null<vector::MultiDimReductionOp>(inner))
    return reduceSelected(b, op, inner, reduction.getSource(),
                          reduction.getKind());
  return failure();
}

namespace {
struct LowerVectorMask : sg::impl::LowerVectorMaskBase<LowerVectorMask> {
  void runOnOperation() override {
    SmallVector<vector::MaskOp> ops;
    getOperation()->walk([&](vector::MaskOp op) { ops.push_back(op); });
    for (vector::MaskOp op : ops) {
      Value passed = op.getPassthru();
      bool canPass =
          !passed || (isa<VectorType>(passed.getType()) &&
                      cast<VectorType>(passed.getType()).getShape() ==
                          op.getMask().getType().getShape());
      OpBuilder b(op);
      FailureOr<Value> result = failure();
      if (canPass)
        result = lower(b, op);
      if (failed(result)) {
        LDBG() << "left to upstream: " << op->getName() << " at "
               << op.getLoc();
        continue;
      }
      LDBG() << "is masked itself: " << op.getMaskableOp()->getName() << " at "
             << op.getLoc();
      if (passed)
        *result = arith::SelectOp::create(b, op.getLoc(), op.getMask(), *result,
                                          passed);
      if (*result)
        op->getResult(0).replaceAllUsesWith(*result);
      op->erase();
    }
  }
};
} // namespace
