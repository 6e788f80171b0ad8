//===- CarryScalars.cpp - Keeps scalars of loops on the device ------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "sg/CodeGen/GPU/Host/Passes.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-carry-scalars"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_CARRYSCALARS
#include "sg/CodeGen/GPU/Host/Passes.h.inc"
} // namespace sg

static RankedTensorType getRankZeroTensor(Type type) {
  return RankedTensorType::get({}, type);
}

static bool extractsFromRankZero(Operation *op) {
  auto extract = dyn_cast_or_null<tensor::ExtractOp>(op);
  return extract && extract.getIndices().empty();
}

static bool isScalarOp(Operation *op) {
  auto isScalar = [](Type type) { return type.isIntOrIndexOrFloat(); };
  return isa<arith::ArithDialect, math::MathDialect>(op->getDialect()) &&
         isPure(op) && llvm::all_of(op->getOperandTypes(), isScalar) &&
         llvm::all_of(op->getResultTypes(), isScalar);
}

/// Returns the loop's extractions from tensors of rank 0, and the scalar ops
/// that depend on an extraction.
static llvm::SetVector<Operation *> findScalarOps(scf::ForOp loop) {
  llvm::SetVector<Operation *> scalarOps;
  for (Operation &op : *loop.getBody())
    if (extractsFromRankZero(&op) ||
        (isScalarOp(&op) && llvm::any_of(op.getOperands(), [&](Value operand) {
           return scalarOps.contains(operand.getDefiningOp());
         })))
      scalarOps.insert(&op);
  return scalarOps;
}

/// Returns the ops of `scalarOps` that compute `scalar`, in program order.
static SmallVector<Operation *>
findSlice(Value scalar, const llvm::SetVector<Operation *> &scalarOps) {
  llvm::SmallPtrSet<Operation *, 16> needed{scalar.getDefiningOp()};
  SmallVector<Operation *> slice;
  for (Operation *op : llvm::reverse(scalarOps)) {
    if (!needed.contains(op))
      continue;
    slice.push_back(op);
    if (!extractsFromRankZero(op))
      for (Value operand : op->getOperands())
        needed.insert(operand.getDefiningOp());
  }
  std::reverse(slice.begin(), slice.end());
  return slice;
}

/// Returns a tensor of rank 0 that holds `scalar`: the source of an extraction,
/// or the result of a new structured op that contains `slice`.
static Value createTensor(Value scalar, ArrayRef<Operation *> slice) {
  if (extractsFromRankZero(scalar.getDefiningOp()))
    return scalar.getDefiningOp()->getOperand(0);
  llvm::SetVector<Value> tensors;
  for (Operation *op : slice)
    if (extractsFromRankZero(op))
      tensors.insert(op->getOperand(0));
  ImplicitLocOpBuilder b(scalar.getLoc(), slice.back()->getBlock(),
                         std::prev(slice.back()->getBlock()->end()));
  auto type = getRankZeroTensor(scalar.getType());
  Value empty = tensor::EmptyOp::create(b, type, ValueRange());
  SmallVector<AffineMap> maps(tensors.size() + 1,
                              AffineMap::get(b.getContext()));
  return linalg::GenericOp::create(
             b, type, tensors.getArrayRef(), empty, maps,
             ArrayRef<utils::IteratorType>(),
             [&](OpBuilder &inner, Location loc, ValueRange elements) {
               IRMapping map;
               for (Operation *op : slice) {
                 if (!extractsFromRankZero(op)) {
                   inner.clone(*op, map);
                   continue;
                 }
                 auto *tensor = llvm::find(tensors, op->getOperand(0));
                 map.map(op->getResult(0), elements[tensor - tensors.begin()]);
               }
               linalg::YieldOp::create(inner, loc, map.lookup(scalar));
             })
      .getResult(0);
}

/// Returns the indices of loop-carried floats that the loop computes from
/// elements of tensors of rank 0.
static SmallVector<unsigned> findScalars(scf::ForOp loop) {
  llvm::SetVector<Operation *> scalarOps = findScalarOps(loop);
  SmallVector<unsigned> indices;
  for (auto [i, value] : llvm::enumerate(loop.getYieldedValues())) {
    if (!value.getType().isFloat())
      continue;
    bool dependsOnElement = scalarOps.contains(value.getDefiningOp());
    LDBG() << (dependsOnElement
                   ? "carried as a tensor"
                   : "carried as a scalar, it is not computed from "
                     "elements of tensors in the loop")
           << ": loop-carried value " << i << " of " << loop->getName()
           << " at " << loop.getLoc();
    if (dependsOnElement)
      indices.push_back(i);
  }
  return indices;
}

/// Replaces the loop-carried values with the indices `scalars` by tensors of
/// rank 0. Returns the new loop.
static scf::ForOp carryAsTensors(scf::ForOp loop, ArrayRef<unsigned> scalars) {
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  SmallVector<Value> initialValues(loop.getInitArgs());
  for (unsigned i : scalars)
    initialValues[i] = tensor::FromElementsOp::create(
        b, getRankZeroTensor(initialValues[i].getType()), initialValues[i]);
  auto newLoop =
      scf::ForOp::create(b, loop.getLowerBound(), loop.getUpperBound(),
                         loop.getStep(), initialValues);
  newLoop->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  Block *body = newLoop.getBody();
  // A new loop with loop-carried values has no terminator yet.
  body->getOperations().splice(body->end(), loop.getBody()->getOperations());
  SmallVector<Value> arguments(body->getArguments());
  SmallVector<Value> results(newLoop.getResults());
  auto extract = [&](Value &tensor) {
    tensor = tensor::ExtractOp::create(b, tensor, ValueRange());
  };
  for (unsigned i : scalars) {
    b.setInsertionPointToStart(body);
    extract(arguments[i + 1]);
    b.setInsertionPointAfter(newLoop);
    extract(results[i]);
  }
  for (auto [oldArgument, newArgument] :
       llvm::zip(loop.getBody()->getArguments(), arguments))
    oldArgument.replaceAllUsesWith(newArgument);
  loop->replaceAllUsesWith(results);
  loop.erase();
  return newLoop;
}

namespace {
struct CarryScalars : sg::impl::CarryScalarsBase<CarryScalars> {
  void runOnOperation() override {
    // Visit inner loops first, so that their results are elements of tensors.
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops) {
      SmallVector<unsigned> scalars = findScalars(loop);
      if (scalars.empty())
        continue;
      loop = carryAsTensors(loop, scalars);
      llvm::SetVector<Operation *> scalarOps = findScalarOps(loop);
      Operation *yield = loop.getBody()->getTerminator();
      for (unsigned i : scalars) {
        Value scalar = yield->getOperand(i);
        yield->setOperand(i,
                          createTensor(scalar, findSlice(scalar, scalarOps)));
      }
      for (Operation *op : llvm::reverse(scalarOps))
        if (op->use_empty())
          op->erase();
    }
  }
};
} // namespace
