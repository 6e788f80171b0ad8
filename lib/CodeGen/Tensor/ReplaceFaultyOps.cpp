//===- ReplaceFaultyOps.cpp - Ops that upstream folds or lowers wrongly ---===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/AffineExprVisitor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "sg/CodeGen/Tensor/Passes.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-replace-faulty-ops"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_REPLACEFAULTYOPS
#include "sg/CodeGen/Tensor/Passes.h.inc"
} // namespace sg

//===----------------------------------------------------------------------===//
// The index dialect
//===----------------------------------------------------------------------===//

template <typename ArithOp, typename IndexOp>
static Value createArith(OpBuilder &b, IndexOp op) {
  return ArithOp::create(b, op.getLoc(), op.getLhs(), op.getRhs());
}

/// Emits the op of arith that is equivalent to an op of the index dialect.
/// Returns null for other ops.
static Value createArithOfIndex(OpBuilder &b, Operation *op) {
  Location loc = op->getLoc();
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case([&](index::AddOp o) { return createArith<arith::AddIOp>(b, o); })
      .Case([&](index::SubOp o) { return createArith<arith::SubIOp>(b, o); })
      .Case([&](index::MulOp o) { return createArith<arith::MulIOp>(b, o); })
      .Case([&](index::DivSOp o) { return createArith<arith::DivSIOp>(b, o); })
      .Case([&](index::DivUOp o) { return createArith<arith::DivUIOp>(b, o); })
      .Case([&](index::CeilDivSOp o) {
        return createArith<arith::CeilDivSIOp>(b, o);
      })
      .Case([&](index::CeilDivUOp o) {
        return createArith<arith::CeilDivUIOp>(b, o);
      })
      .Case([&](index::FloorDivSOp o) {
        return createArith<arith::FloorDivSIOp>(b, o);
      })
      .Case([&](index::RemSOp o) { return createArith<arith::RemSIOp>(b, o); })
      .Case([&](index::RemUOp o) { return createArith<arith::RemUIOp>(b, o); })
      .Case([&](index::MaxSOp o) { return createArith<arith::MaxSIOp>(b, o); })
      .Case([&](index::MaxUOp o) { return createArith<arith::MaxUIOp>(b, o); })
      .Case([&](index::MinSOp o) { return createArith<arith::MinSIOp>(b, o); })
      .Case([&](index::MinUOp o) { return createArith<arith::MinUIOp>(b, o); })
      .Case([&](index::ShlOp o) { return createArith<arith::ShLIOp>(b, o); })
      .Case([&](index::ShrSOp o) { return createArith<arith::ShRSIOp>(b, o); })
      .Case([&](index::ShrUOp o) { return createArith<arith::ShRUIOp>(b, o); })
      .Case([&](index::AndOp o) { return createArith<arith::AndIOp>(b, o); })
      .Case([&](index::OrOp o) { return createArith<arith::OrIOp>(b, o); })
      .Case([&](index::XOrOp o) { return createArith<arith::XOrIOp>(b, o); })
      .Case([&](index::CastSOp o) {
        return arith::IndexCastOp::create(b, loc, o.getType(), o.getInput());
      })
      .Case([&](index::CastUOp o) {
        return arith::IndexCastUIOp::create(b, loc, o.getType(), o.getInput());
      })
      .Case([&](index::CmpOp o) {
        auto predicate = arith::symbolizeCmpIPredicate(
            index::stringifyIndexCmpPredicate(o.getPred()));
        return arith::CmpIOp::create(b, loc, *predicate, o.getLhs(),
                                     o.getRhs());
      })
      .Case<index::ConstantOp, index::BoolConstantOp>([&](auto o) {
        return arith::ConstantOp::create(b, loc, o.getValueAttr());
      })
      .Default(Value());
}

//===----------------------------------------------------------------------===//
// Affine divisions
//===----------------------------------------------------------------------===//

namespace {
/// Emits the ops of arith that compute an affine expression. Unlike lowered
/// affine divisions, the divisions of arith are correct for all integers.
class AffineExpander : public AffineExprVisitor<AffineExpander, Value> {
public:
  AffineExpander(OpBuilder &b, Location loc, ValueRange dims,
                 ValueRange symbols)
      : b(loc, b), dims(dims), symbols(symbols) {}

  Value visitConstantExpr(AffineConstantExpr expr) {
    return arith::ConstantIndexOp::create(b, expr.getValue());
  }
  Value visitDimExpr(AffineDimExpr expr) { return dims[expr.getPosition()]; }
  Value visitSymbolExpr(AffineSymbolExpr expr) {
    return symbols[expr.getPosition()];
  }
  Value visitAddExpr(AffineBinaryOpExpr expr) {
    return create<arith::AddIOp>(expr);
  }
  Value visitMulExpr(AffineBinaryOpExpr expr) {
    return create<arith::MulIOp>(expr);
  }
  Value visitFloorDivExpr(AffineBinaryOpExpr expr) {
    return create<arith::FloorDivSIOp>(expr);
  }
  Value visitCeilDivExpr(AffineBinaryOpExpr expr) {
    return create<arith::CeilDivSIOp>(expr);
  }
  Value visitModExpr(AffineBinaryOpExpr expr) {
    Value lhs = visit(expr.getLHS());
    Value rhs = visit(expr.getRHS());
    Value quotient = arith::FloorDivSIOp::create(b, lhs, rhs);
    Value product = arith::MulIOp::create(b, quotient, rhs);
    return arith::SubIOp::create(b, lhs, product);
  }

private:
  template <typename OpTy>
  Value create(AffineBinaryOpExpr expr) {
    Value lhs = visit(expr.getLHS());
    Value rhs = visit(expr.getRHS());
    return OpTy::create(b, lhs, rhs);
  }

  ImplicitLocOpBuilder b;
  ValueRange dims, symbols;
};
} // namespace

static bool hasCeilDiv(AffineMap map) {
  bool containsCeilDiv = false;
  map.walkExprs([&](AffineExpr expr) {
    containsCeilDiv |= expr.getKind() == AffineExprKind::CeilDiv;
  });
  return containsCeilDiv;
}

/// Emits the ops of arith that compute an affine op with a ceildiv. Returns
/// null for other ops.
template <typename OpTy, typename JoinOp>
static Value createArithOfAffine(OpBuilder &b, OpTy op) {
  AffineMap map = op.getMap();
  if (!hasCeilDiv(map))
    return Value();
  Value result;
  unsigned dims = map.getNumDims();
  ValueRange operands = op.getMapOperands();
  AffineExpander expander(b, op.getLoc(), operands.take_front(dims),
                          operands.drop_front(dims));
  for (AffineExpr expr : map.getResults()) {
    Value value = expander.visit(expr);
    result = result ? JoinOp::create(b, op.getLoc(), result, value) : value;
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

static Value createZero(OpBuilder &b, Location loc, Type type) {
  return arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
}

/// Emits an unmasked read of a tensor, and a select of the padding for elements
/// that the mask excludes. Positions out of bounds read the padding. Upstream's
/// folds of reads and writes ignore masks.
static Value createUnmaskedRead(OpBuilder &b, vector::TransferReadOp op) {
  if (!op.getMask() || !isa<RankedTensorType>(op.getBase().getType()) ||
      !op.getPermutationMap().isMinorIdentity())
    return Value();
  Location loc = op.getLoc();
  SmallVector<bool> inBounds(op.getVectorType().getRank(), false);
  Value unmasked = vector::TransferReadOp::create(
      b, loc, op.getVectorType(), op.getBase(), op.getIndices(),
      op.getPermutationMapAttr(), op.getPadding(), /*mask=*/Value(),
      b.getBoolArrayAttr(inBounds));
  Value padding =
      vector::BroadcastOp::create(b, loc, op.getVectorType(), op.getPadding());
  return arith::SelectOp::create(b, loc, op.getMask(), unmasked, padding);
}

/// Emits an unmasked write, with the old values of elements that the mask
/// excludes. Bufferization assumes that a masked write does not read the
/// tensor, and may provide uninitialized memory.
static Value createUnmaskedWrite(OpBuilder &b, vector::TransferWriteOp op) {
  auto type = dyn_cast<RankedTensorType>(op.getBase().getType());
  if (!op.getMask() || !type)
    return Value();
  Location loc = op.getLoc();
  if (!op.getPermutationMap().isMinorIdentity()) {
    // The mask has the dimension order of the tensor, not of the vector. Keep
    // the mask and write to a copy instead.
    if (op.getBase().getDefiningOp<bufferization::AllocTensorOp>())
      return Value();
    Value copy = bufferization::AllocTensorOp::create(
        b, loc, type, /*dynamicSizes=*/ValueRange(), /*copy=*/op.getBase());
    auto write = cast<vector::TransferWriteOp>(b.clone(*op));
    write.getBaseMutable().assign(copy);
    return write.getResult();
  }
  SmallVector<bool> outOfBounds(op.getVectorType().getRank(), false);
  ArrayAttr inBounds = b.getBoolArrayAttr(outOfBounds);
  Value padding = createZero(b, loc, op.getVectorType().getElementType());
  Value oldVector = vector::TransferReadOp::create(
      b, loc, op.getVectorType(), op.getBase(), op.getIndices(),
      op.getPermutationMapAttr(), padding, /*mask=*/Value(), inBounds);
  Value value = arith::SelectOp::create(b, loc, op.getMask(),
                                        op.getValueToStore(), oldVector);
  return vector::TransferWriteOp::create(
             b, loc, type, value, op.getBase(), op.getIndices(),
             op.getPermutationMapAttr(), /*mask=*/Value(), inBounds)
      .getResult();
}

/// Emits the combination of source and accumulator for a reduction without
/// dimensions. Upstream's fold for rank 1 drops the accumulator.
static Value createCombination(OpBuilder &b, vector::MultiDimReductionOp op) {
  if (!op.getReductionDims().empty())
    return Value();
  return vector::makeArithReduction(b, op.getLoc(), op.getKind(),
                                    op.getSource(), op.getAcc());
}

/// Emits a sum of floats that starts with -0, the neutral element. Without an
/// accumulator, upstream's lowering starts with 0, so that -0 + -0 would be 0.
static Value createSum(OpBuilder &b, vector::ReductionOp op) {
  if (op.getKind() != vector::CombiningKind::ADD || op.getAcc() ||
      !isa<FloatType>(op.getType()))
    return Value();
  Value start = arith::ConstantOp::create(b, op.getLoc(),
                                          b.getFloatAttr(op.getType(), -0.0));
  return vector::ReductionOp::create(b, op.getLoc(), op.getKind(),
                                     op.getVector(), start, op.getFastmath());
}

namespace {
struct ReplaceFaultyOps : sg::impl::ReplaceFaultyOpsBase<ReplaceFaultyOps> {
  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      OpBuilder b(op);
      Value value =
          llvm::TypeSwitch<Operation *, Value>(op)
              .Case([&](affine::AffineApplyOp apply) {
                return createArithOfAffine<affine::AffineApplyOp,
                                           arith::MinSIOp>(b, apply);
              })
              .Case([&](affine::AffineMinOp min) {
                return createArithOfAffine<affine::AffineMinOp, arith::MinSIOp>(
                    b, min);
              })
              .Case([&](affine::AffineMaxOp max) {
                return createArithOfAffine<affine::AffineMaxOp, arith::MaxSIOp>(
                    b, max);
              })
              .Case([&](vector::TransferReadOp read) {
                return createUnmaskedRead(b, read);
              })
              .Case([&](vector::TransferWriteOp write) {
                return createUnmaskedWrite(b, write);
              })
              .Case([&](vector::MultiDimReductionOp reduction) {
                return createCombination(b, reduction);
              })
              .Case([&](vector::ReductionOp reduction) {
                return createSum(b, reduction);
              })
              .Default([&](Operation *) { return createArithOfIndex(b, op); });
      if (!value)
        return;
      LDBG() << "replaced: " << op->getName() << " at " << op->getLoc();
      op->replaceAllUsesWith(ValueRange(value));
      op->erase();
    });
  }
};
} // namespace
