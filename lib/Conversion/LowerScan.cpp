//===- LowerScan.cpp - Scans as loops -------------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FrontendOp.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "sg/StructuredOps/LoopNest.h"
#include "sg/StructuredOps/Slices.h"

using namespace mlir;
using namespace sg;

/// Applies the body of the scan to each pair of elements of `sum` and `slice`.
static Value combine(FrontendOp scan, OpBuilder &builder, Value sum,
                     Value slice) {
  Location loc = scan.getLoc();
  auto type = dyn_cast<RankedTensorType>(sum.getType());
  if (!type)
    return scan.cloneBody(builder, {sum, slice});
  SmallVector<AffineMap> maps(2,
                              builder.getMultiDimIdentityMap(type.getRank()));
  SmallVector<utils::IteratorType> loops(type.getRank(),
                                         utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, loc, type, slice, sum, maps, loops,
             [&](OpBuilder &inner, Location, ValueRange elements) {
               Value next = scan.cloneBody(inner, {elements[1], elements[0]});
               linalg::YieldOp::create(inner, loc, next);
             })
      .getResult(0);
}

sg::Lowered sg::lowerScan(Operation *op, OpBuilder &builder) {
  FailureOr<FrontendOp> scan = FrontendOp::get(op, 1, 2, 2);
  if (failed(scan))
    return failure();
  Location loc = op->getLoc();
  Value input = scan->getInputs()[0], start = scan->getOutputs()[1];
  auto type = cast<RankedTensorType>(scan->getOutputs()[0].getType());
  auto inputType = cast<RankedTensorType>(input.getType());
  FailureOr<int64_t> dimension = scan->getDimension(type.getRank());
  if (failed(dimension))
    return failure();
  auto inclusive = op->getAttrOfType<BoolAttr>("inclusive");
  auto startType = cast<RankedTensorType>(start.getType());
  if (!inclusive || inputType.getRank() != type.getRank() ||
      startType.getRank() + 1 != type.getRank() ||
      startType.getElementType() != type.getElementType())
    return op->emitOpError() << "must have the attribute inclusive and "
                                "operands of matching types";
  if (!inclusive.getValue() && !op->getResult(1).use_empty())
    return op->emitOpError() << "is exclusive and its last sum is used, which "
                                "is not supported: sum over the tensor instead";
  AxisSlices slices(inputType, tensor::getMixedSizes(builder, loc, input),
                    *dimension);
  Value sums = tensor::EmptyOp::create(builder, loc, slices.getSizes(),
                                       type.getElementType());
  Value sum = slices.areScalars()
                  ? tensor::ExtractOp::create(builder, loc, start, ValueRange())
                        .getResult()
                  : castTo(builder, loc, start,
                           slices.getType().clone(type.getElementType()));
  SmallVector<Value> results = buildLoops(
      builder, loc, slices.getCount(), {sums, sum},
      [&](ValueRange position, ValueRange carried) -> SmallVector<Value> {
        Value slice = slices.extract(builder, loc, input, position[0]);
        Value next = combine(*scan, builder, carried[1], slice);
        Value output = inclusive.getValue() ? next : carried[1];
        Value updated =
            slices.insert(builder, loc, output, carried[0], position[0]);
        return {updated, next};
      });
  if (slices.areScalars())
    results[1] =
        tensor::FromElementsOp::create(builder, loc, startType, results[1]);
  return SmallVector<Value>{castTo(builder, loc, results[0], type),
                            castTo(builder, loc, results[1], startType)};
}
