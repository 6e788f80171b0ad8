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

static FailureOr<Step> compileLinalgIndex(linalg::IndexOp op, Scope &scope) {
  Operation *loops = op->getParentOp();
  Slot from = scope.getLoopIndices(loops, op.getDim() + 1)[op.getDim()];
  return Step([=, to = scope.slotOf(op.getResult())](Frame &frame) {
    frame.scalar(to) = frame.scalar(from);
    return success();
  });
}

FailureOr<SmallVector<int64_t>>
sg::interpreter::evaluateMap(Operation *op, Frame &frame, AffineMap map,
                             ArrayRef<Slot> operands) {
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
  return results;
}

/// Returns a step that reduces the results of the op's map by `combine`.
template <typename Op>
static Step compileMap(Op op, Scope &scope,
                       int64_t (*combine)(ArrayRef<int64_t> results)) {
  return
      [=, map = op.getAffineMap(), operands = scope.slotsOf(op->getOperands()),
       to = scope.slotOf(op.getResult())](Frame &frame) -> LogicalResult {
        FailureOr<SmallVector<int64_t>> results =
            evaluateMap(op, frame, map, operands);
        if (failed(results))
          return failure();
        frame.scalar(to) = Element::ofBits(combine(*results));
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

/// Returns the first unset scalar, or null.
static const Element *findUnset(Frame &frame, ArrayRef<Slot> scalars) {
  for (Slot slot : scalars)
    if (frame.scalar(slot).unset)
      return &frame.scalar(slot);
  return nullptr;
}

/// Returns true if each index is in the range of its dimension. The first index
/// may be negative. If the basis omits the first size, the first index has no
/// upper bound.
static bool isDisjoint(ArrayRef<int64_t> indices, ArrayRef<int64_t> basis) {
  size_t bounded = std::min(indices.size(), basis.size());
  for (auto [i, size] :
       llvm::zip_equal(indices.take_back(bounded), basis.take_back(bounded)))
    if (i >= size)
      return false;
  return llvm::all_of(indices.drop_front(), [](int64_t i) { return i >= 0; }) &&
         llvm::all_of(basis, [](int64_t size) { return size >= 0; });
}

static FailureOr<Step> compileLinearize(affine::AffineLinearizeIndexOp op,
                                        Scope &scope) {
  return Step(
      [=, disjoint = op.getDisjoint(),
       operands = scope.slotsOf(op->getOperands()),
       multiIndex =
           scope.numbersOf(SmallVector<OpFoldResult>(op.getMultiIndex())),
       sizes = scope.numbersOf(op.getMixedBasis()),
       to = scope.slotOf(op.getResult())](Frame &frame) -> LogicalResult {
        if (const Element *unset = findUnset(frame, operands)) {
          frame.scalar(to) = *unset;
          return success();
        }
        FailureOr<SmallVector<int64_t>> indices =
            frame.getIndices(op, multiIndex);
        FailureOr<SmallVector<int64_t>> basis = frame.getIndices(op, sizes);
        if (failed(indices) || failed(basis))
          return failure();
        if (disjoint && !isDisjoint(*indices, *basis)) {
          frame.scalar(to) = Element::ofUnset(op);
          return success();
        }
        // The size of the first dimension is not needed to linearize an index.
        uint64_t linear = 0, stride = 1;
        for (size_t i = 0; i < indices->size(); ++i) {
          linear += (*indices)[indices->size() - 1 - i] * stride;
          if (i < basis->size())
            stride *= (*basis)[basis->size() - 1 - i];
        }
        frame.scalar(to) = Element::ofBits(linear);
        return success();
      });
}

static FailureOr<Step> compileDelinearize(affine::AffineDelinearizeIndexOp op,
                                          Scope &scope) {
  return Step([=, operands = scope.slotsOf(op->getOperands()),
               from = scope.slotOf(op.getLinearIndex()),
               sizes = scope.numbersOf(op.getEffectiveBasis()),
               results = scope.slotsOf(op.getResults())](
                  Frame &frame) -> LogicalResult {
    if (const Element *unset = findUnset(frame, operands)) {
      Element copy = *unset;
      for (Slot to : results)
        frame.scalar(to) = copy;
      return success();
    }
    FailureOr<int64_t> linear = frame.getIndex(op, from);
    FailureOr<SmallVector<int64_t>> basis = frame.getIndices(op, sizes);
    if (failed(linear) || failed(basis))
      return failure();
    // The size of the first dimension is not needed to delinearize an index.
    ArrayRef<int64_t> divisors = ArrayRef(*basis).take_back(results.size() - 1);
    int64_t rest = *linear;
    for (size_t i = results.size() - 1; i > 0; --i) {
      int64_t divisor = divisors[i - 1];
      if (divisor <= 0)
        return frame.machine.fail(op, "a size is not positive");
      frame.scalar(results[i]) = Element::ofBits(llvm::mod(rest, divisor));
      rest = llvm::divideFloorSigned(rest, divisor);
    }
    frame.scalar(results.front()) = Element::ofBits(rest);
    return success();
  });
}

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
  table.add(compileLinearize);
  table.add(compileDelinearize);
  table.add(compileDim<memref::DimOp>);
  table.add(compileDim<tensor::DimOp>);
}
