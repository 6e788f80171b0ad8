//===- LoopNest.cpp - Structured ops as loops over elements ---------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/StructuredOps/LoopNest.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace sg;

SmallVector<Value>
sg::buildLoops(OpBuilder &b, Location loc, ArrayRef<OpFoldResult> sizes,
               ValueRange carried,
               function_ref<SmallVector<Value>(ValueRange, ValueRange)> body) {
  if (sizes.empty())
    return body({}, carried);
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value one = arith::ConstantIndexOp::create(b, loc, 1);
  SmallVector<Value> lower(sizes.size(), zero), steps(sizes.size(), one), upper;
  for (OpFoldResult size : sizes)
    upper.push_back(getValueOrCreateConstantIndexOp(b, loc, size));
  scf::LoopNest nest = scf::buildLoopNest(
      b, loc, lower, upper, steps, carried,
      [&](OpBuilder &, Location, ValueRange indices, ValueRange running) {
        SmallVector<Value> values = body(indices, running);
        return scf::ValueVector(values.begin(), values.end());
      });
  return SmallVector<Value>(nest.results);
}

SmallVector<Value> sg::applyMap(OpBuilder &b, Location loc, AffineMap map,
                                ValueRange indices) {
  SmallVector<OpFoldResult> operands(indices.begin(), indices.end());
  SmallVector<Value> values;
  for (OpFoldResult index :
       affine::makeComposedFoldedMultiResultAffineApply(b, loc, map, operands))
    values.push_back(getValueOrCreateConstantIndexOp(b, loc, index));
  return values;
}

Value sg::readElement(OpBuilder &b, Location loc, Value tensor, AffineMap map,
                      ValueRange indices) {
  if (!isa<RankedTensorType>(tensor.getType()))
    return tensor;
  SmallVector<Value> at = applyMap(b, loc, map, indices);
  return tensor::ExtractOp::create(b, loc, tensor, at);
}

void sg::replaceIndices(Block &block, ValueRange indices) {
  block.walk([&](linalg::IndexOp op) {
    op.replaceAllUsesWith(indices[op.getDim()]);
    op.erase();
  });
}

/// Clones the body to the insertion point with `arguments` as block arguments.
/// Returns the yielded values.
static SmallVector<Value> inlineBody(linalg::LinalgOp op, OpBuilder &b,
                                     ValueRange arguments, ValueRange indices) {
  IRMapping map;
  map.map(op.getBlock()->getArguments(), arguments);
  for (Operation &inner : op.getBlock()->without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(inner)) {
      map.map(index.getResult(), indices[index.getDim()]);
      continue;
    }
    Operation *copy = b.clone(inner, map);
    copy->walk([&](linalg::IndexOp nested) {
      nested.replaceAllUsesWith(indices[nested.getDim()]);
      nested.erase();
    });
  }
  SmallVector<Value> yields;
  for (Value value : op.getBlock()->getTerminator()->getOperands())
    yields.push_back(map.lookupOrDefault(value));
  return yields;
}

SmallVector<Value> sg::expandToLoops(linalg::LinalgOp op, OpBuilder &b) {
  Location loc = op.getLoc();
  SmallVector<OpFoldResult> sizes;
  for (Range range : op.createLoopRanges(b, loc))
    sizes.push_back(range.size);

  // The loops that index every result are outermost and carry the results. The
  // other loops carry scalars if no result depends on their indices.
  SmallVector<unsigned> outer, inner;
  auto isUsed = [](AffineMap map, unsigned dim) {
    return map.isFunctionOfDim(dim);
  };
  SmallVector<AffineMap> initMaps;
  for (OpOperand &init : op.getDpsInitsMutable())
    initMaps.push_back(op.getMatchingIndexingMap(&init));
  for (unsigned dim = 0; dim < sizes.size(); ++dim)
    (llvm::all_of(initMaps, [&](AffineMap map) { return isUsed(map, dim); })
         ? outer
         : inner)
        .push_back(dim);
  bool carriesElements = llvm::none_of(inner, [&](unsigned dim) {
    return llvm::any_of(initMaps,
                        [&](AffineMap map) { return isUsed(map, dim); });
  });
  if (!carriesElements) {
    outer = llvm::to_vector(llvm::seq<unsigned>(0, sizes.size()));
    inner.clear();
  }
  auto sizesOf = [&](ArrayRef<unsigned> dims) {
    return llvm::map_to_vector(dims, [&](unsigned d) { return sizes[d]; });
  };

  SmallVector<Value> inits(op.getDpsInits());
  return buildLoops(
      b, loc, sizesOf(outer), inits,
      [&](ValueRange outerIndices, ValueRange tensors) {
        SmallVector<Value> indices(sizes.size());
        for (auto [dim, index] : llvm::zip(outer, outerIndices))
          indices[dim] = index;
        // The results' maps do not depend on the inner indices.
        Value zero = arith::ConstantIndexOp::create(b, loc, 0);
        for (unsigned dim : inner)
          indices[dim] = zero;
        SmallVector<Value> elements;
        for (auto [tensor, map] : llvm::zip(tensors, initMaps))
          elements.push_back(readElement(b, loc, tensor, map, indices));
        SmallVector<Value> results = buildLoops(
            b, loc, sizesOf(inner), elements,
            [&](ValueRange innerIndices, ValueRange running) {
              SmallVector<Value> all(indices);
              for (auto [dim, index] : llvm::zip(inner, innerIndices))
                all[dim] = index;
              SmallVector<Value> arguments;
              for (OpOperand *input : op.getDpsInputOperands())
                arguments.push_back(
                    readElement(b, loc, input->get(),
                                op.getMatchingIndexingMap(input), all));
              llvm::append_range(arguments, running);
              return inlineBody(op, b, arguments, all);
            });
        SmallVector<Value> updated;
        for (auto [result, tensor, map] :
             llvm::zip(results, tensors, initMaps)) {
          SmallVector<Value> at = applyMap(b, loc, map, indices);
          updated.push_back(
              tensor::InsertOp::create(b, loc, result, tensor, at));
        }
        return updated;
      });
}
