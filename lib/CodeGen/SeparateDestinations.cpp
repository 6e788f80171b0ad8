//===- SeparateDestinations.cpp - Every op its own destination ------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Passes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_SEPARATEDESTINATIONS
#include "CodeGen/Passes.h.inc"
} // namespace sg

/// Whether the op only sets memory: to one value, or to nothing in particular.
static bool isStart(Operation *op) {
  if (isa_and_present<tensor::EmptyOp>(op))
    return true;
  auto fill = dyn_cast_or_null<linalg::LinalgOp>(op);
  return fill && fill->getNumResults() == 1 &&
         llvm::all_of(
             fill.getDpsInputs(),
             [](Value input) { return !isa<ShapedType>(input.getType()); }) &&
         llvm::hasSingleElement(*fill.getBlock());
}

/// Whether the value, or a part or another shape of it, is a result of the
/// program, which is written at its end.
static bool isResult(Value value) {
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    if (auto write = dyn_cast<bufferization::MaterializeInDestinationOp>(user))
      return write.getSource() == value;
    return isa<tensor::CastOp, tensor::CollapseShapeOp, tensor::ExpandShapeOp,
               tensor::ExtractSliceOp>(user) &&
           isResult(user->getResult(0));
  });
}

/// Lets an op overwrite a copy of a result. One of the two has to be copied
/// anyway; but the memory of what the op computes, if that is a result too,
/// would else be taken for both of them, which bufferization rejects.
static void keepResult(OpOperand &use) {
  Value value = use.get();
  if (!isa<RankedTensorType>(value.getType()) ||
      isStart(value.getDefiningOp()) || !isResult(value))
    return;
  OpBuilder b(use.getOwner());
  Location loc = use.getOwner()->getLoc();
  Value empty =
      tensor::EmptyOp::create(b, loc, tensor::getMixedSizes(b, loc, value),
                              getElementTypeOrSelf(value));
  if (empty.getType() != value.getType())
    empty = tensor::CastOp::create(b, loc, value.getType(), empty);
  use.set(linalg::CopyOp::create(b, loc, value, empty).getResult(0));
}

/// Gives the use a start of its own, if another use could overwrite this one.
static void separate(OpOperand &use) {
  Operation *start = use.get().getDefiningOp();
  if (!isStart(start))
    return;
  if (!use.get().hasOneUse() || isa<linalg::LinalgOp>(start)) {
    OpBuilder b(use.getOwner());
    Operation *clone = use.get().hasOneUse() ? start : b.clone(*start);
    use.set(clone->getResult(0));
    start = clone;
  }
  if (auto fill = dyn_cast<linalg::LinalgOp>(start))
    separate(*fill.getDpsInitOperand(0));
}

/// The op with regions whose result the value is, or overwrites.
static Operation *getRegionOp(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (op->getNumRegions() != 0 && !isa<DestinationStyleOpInterface>(op))
      return op;
    if (auto target = dyn_cast<DestinationStyleOpInterface>(op))
      value = target.getTiedOpOperand(cast<OpResult>(value))->get();
    else if (isa<tensor::CastOp, tensor::CollapseShapeOp, tensor::ExpandShapeOp,
                 tensor::ExtractSliceOp>(op))
      value = op->getOperand(0);
    else
      return nullptr;
  }
  return nullptr;
}

/// A result of a branch or loop that is inserted into another result of it is
/// copied there. Elimination of empty tensors would else compute it in place,
/// in a part of what is not there yet.
static void copySource(tensor::InsertSliceOp insert) {
  Operation *origin = insert.getDest().getDefiningOp();
  if (!origin || getRegionOp(insert.getSource()) != origin)
    return;
  OpBuilder b(insert);
  Location loc = insert.getLoc();
  Value source = insert.getSource();
  Value empty =
      tensor::EmptyOp::create(b, loc, tensor::getMixedSizes(b, loc, source),
                              getElementTypeOrSelf(source));
  if (empty.getType() != source.getType())
    empty = tensor::CastOp::create(b, loc, source.getType(), empty);
  Value copy = linalg::CopyOp::create(b, loc, source, empty).getResult(0);
  insert.getSourceMutable().assign(copy);
}

namespace {
struct SeparateDestinations
    : sg::impl::SeparateDestinationsBase<SeparateDestinations> {
  void runOnOperation() override {
    getOperation().walk(copySource);
    SmallVector<OpOperand *> uses, overwritten;
    getOperation().walk([&](Operation *op) {
      if (auto target = dyn_cast<DestinationStyleOpInterface>(op)) {
        for (OpOperand &init : target.getDpsInitsMutable()) {
          uses.push_back(&init);
          overwritten.push_back(&init);
        }
      } else if (auto loop = dyn_cast<LoopLikeOpInterface>(op)) {
        for (OpOperand &init : loop.getInitsMutable()) {
          uses.push_back(&init);
          overwritten.push_back(&init);
        }
      } else if (op->hasTrait<OpTrait::IsTerminator>()) {
        for (OpOperand &operand : op->getOpOperands()) {
          uses.push_back(&operand);
          if (!isa<FunctionOpInterface>(op->getParentOp()))
            overwritten.push_back(&operand);
        }
      }
    });
    for (OpOperand *use : overwritten)
      keepResult(*use);
    for (OpOperand *use : uses)
      separate(*use);
  }
};
} // namespace
