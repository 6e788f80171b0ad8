//===- EntryOps.cpp - Ops of entry points ---------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The ops of the LLVM dialect with which --sg-export-functions makes memrefs of
// the addresses of arguments, and hands over results
// (sg/Runtime/CallRuntime.h).
//
//===----------------------------------------------------------------------===//

#include "Ops.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace sg::interpreter;

static FailureOr<Step> compileConstant(LLVM::ConstantOp op, Scope &scope) {
  auto number = dyn_cast<IntegerAttr>(op.getValue());
  if (!number)
    return scope.machine.fail(op, "the reference does not know such constants",
                              Fault::Unknown);
  Element value = Element::ofBits(number.getValue().getZExtValue());
  return Step([=, to = scope.slotOf(op.getResult())](Frame &frame) {
    frame.scalar(to) = value;
    return success();
  });
}

/// A descriptor without fields.
static FailureOr<Step> compilePoison(LLVM::PoisonOp op, Scope &scope) {
  Slot to = scope.slotOf(op.getResult());
  auto type = dyn_cast<LLVM::LLVMStructType>(op.getType());
  if (!type)
    return scope.machine.fail(op, "the reference does not know such a value",
                              Fault::Unknown);
  // (pointer, pointer, offset), and sizes and strides unless the rank is 0.
  size_t rank = 0;
  if (type.getBody().size() == 5)
    if (auto sizes = dyn_cast<LLVM::LLVMArrayType>(type.getBody()[3]))
      rank = sizes.getNumElements();
  return Step([=](Frame &frame) {
    View view;
    view.sizes.assign(rank, 0);
    view.strides.assign(rank, 0);
    frame.view(to) = std::move(view);
    return success();
  });
}

static FailureOr<Step> compileInsertValue(LLVM::InsertValueOp op,
                                          Scope &scope) {
  return Step([=, from = scope.slotOf(op.getValue()),
               into = scope.slotOf(op.getContainer()),
               to = scope.slotOf(op.getResult()),
               place = llvm::to_vector(op.getPosition())](
                  Frame &frame) -> LogicalResult {
    View view = frame.view(into);
    if (from.isView) {
      view.buffer = frame.view(from).buffer;
    } else {
      FailureOr<int64_t> number = frame.getIndex(op, from);
      if (failed(number))
        return failure();
      switch (place.front()) {
      case 2:
        view.offset = *number;
        break;
      case 3:
        view.sizes[place.back()] = *number;
        break;
      default:
        view.strides[place.back()] = *number;
      }
    }
    frame.view(to) = std::move(view);
    return success();
  });
}

/// From a descriptor to the memref.
static FailureOr<Step> compileCast(UnrealizedConversionCastOp op,
                                   Scope &scope) {
  if (op.getNumOperands() != 1 || op.getNumResults() != 1 ||
      !isa<LLVM::LLVMStructType>(op.getOperand(0).getType()) ||
      !isa<MemRefType>(op.getResult(0).getType()))
    return scope.machine.fail(op, "the reference does not know such a cast",
                              Fault::Unknown);
  return Step(
      [=, from = scope.slotOf(op.getOperand(0)),
       to = scope.slotOf(op.getResult(0))](Frame &frame) -> LogicalResult {
        frame.view(to) = View(frame.view(from));
        return checkInside(op, frame, frame.view(to));
      });
}

/// Where the elements of a result are to be, whose sizes have been told.
static LogicalResult askForResult(Operation *op, Frame &frame, int64_t number,
                                  View &address) {
  View &result = frame.machine.entryResults[number];
  if (result.buffer)
    return frame.machine.fail(op, "the result has been asked for before");
  FailureOr<View> made =
      allocateView(op, frame, result.sizes, Element::ofUnset(op));
  if (failed(made))
    return failure();
  result = *made;
  address = std::move(*made);
  return success();
}

static FailureOr<Step> compileCall(LLVM::CallOp op, Scope &scope) {
  StringRef callee = op.getCallee().value_or("");
  bool isSize = callee == "sgrt_set_size";
  bool isResult = callee == "sgrt_result" || callee == "sgrt_device_result";
  if (!isSize && !isResult)
    return scope.machine.fail(
        op, "the reference does not know what @" + callee + " does",
        Fault::Unknown);
  SmallVector<Slot> operands = scope.slotsOf(op.getArgOperands().drop_front());
  SmallVector<Slot> results = scope.slotsOf(op->getResults());
  return Step([=](Frame &frame) -> LogicalResult {
    FailureOr<SmallVector<int64_t>> numbers = frame.getIndices(op, operands);
    if (failed(numbers))
      return failure();
    int64_t number = numbers->front();
    if (number < 0 || number >= int64_t(frame.machine.entryResults.size()))
      return frame.machine.fail(op, "there is no result " + Twine(number));
    if (!isSize)
      return askForResult(op, frame, number, frame.view(results.front()));
    frame.machine.entryResults[number].sizes[(*numbers)[1]] = (*numbers)[2];
    return success();
  });
}

/// A scalar result.
static FailureOr<Step> compileStore(LLVM::StoreOp op, Scope &scope) {
  Slot from = scope.slotOf(op.getValue());
  if (from.isTensor || from.isView)
    return scope.machine.fail(op, "the reference does not know such a store",
                              Fault::Unknown);
  return Step(
      [=, to = scope.slotOf(op.getAddr())](Frame &frame) -> LogicalResult {
        FailureOr<Element *> elements = accessBuffer(op, frame, frame.view(to));
        if (failed(elements))
          return failure();
        **elements = frame.scalar(from);
        return success();
      });
}

void sg::interpreter::addEntryOps(OpTable &table) {
  table.add(compileConstant);
  table.add(compilePoison);
  table.add(compileInsertValue);
  table.add(compileCast);
  table.add(compileCall);
  table.add(compileStore);
}
