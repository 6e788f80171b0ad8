//===- EntryOps.cpp - Ops of entry points ---------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// --sg-export-functions creates these ops of the LLVM and runtime dialects. The
// ops build memrefs from the addresses of arguments, and return results.
//
//===----------------------------------------------------------------------===//

#include "Ops.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "sg/Dialect/Runtime/IR/Runtime.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace sg::interpreter;

static FailureOr<Step> compileConstant(LLVM::ConstantOp op, Scope &scope) {
  auto integer = dyn_cast<IntegerAttr>(op.getValue());
  if (!integer)
    return scope.machine.fail(
        op, "the reference does not support such constants", Fault::Unknown);
  Element value = Element::ofBits(integer.getValue().getZExtValue());
  return Step([=, to = scope.slotOf(op.getResult())](Frame &frame) {
    frame.scalar(to) = value;
    return success();
  });
}

/// Compiles llvm.mlir.poison, from which a memref descriptor is built.
static FailureOr<Step> compilePoison(LLVM::PoisonOp op, Scope &scope) {
  Slot to = scope.slotOf(op.getResult());
  auto type = dyn_cast<LLVM::LLVMStructType>(op.getType());
  if (!type)
    return scope.machine.fail(op, "the reference does not support such a value",
                              Fault::Unknown);
  // Descriptors of rank 0 have no fields for sizes and strides.
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
               position = llvm::to_vector(op.getPosition())](
                  Frame &frame) -> LogicalResult {
    View view = frame.view(into);
    if (from.isView) {
      view.buffer = frame.view(from).buffer;
    } else {
      FailureOr<int64_t> field = frame.getIndex(op, from);
      if (failed(field))
        return failure();
      switch (position.front()) {
      case 2:
        view.offset = *field;
        break;
      case 3:
        view.sizes[position.back()] = *field;
        break;
      default:
        view.strides[position.back()] = *field;
      }
    }
    frame.view(to) = std::move(view);
    return success();
  });
}

/// Compiles a cast from a descriptor to a memref.
static FailureOr<Step> compileCast(UnrealizedConversionCastOp op,
                                   Scope &scope) {
  if (op.getNumOperands() != 1 || op.getNumResults() != 1 ||
      !isa<LLVM::LLVMStructType>(op.getOperand(0).getType()) ||
      !isa<MemRefType>(op.getResult(0).getType()))
    return scope.machine.fail(op, "the reference does not support such a cast",
                              Fault::Unknown);
  return Step(
      [=, from = scope.slotOf(op.getOperand(0)),
       to = scope.slotOf(op.getResult(0))](Frame &frame) -> LogicalResult {
        frame.view(to) = View(frame.view(from));
        return checkInside(op, frame, frame.view(to));
      });
}

/// Allocates the result at `position`, whose sizes must be set, and sets
/// `address` to the memory.
static LogicalResult allocateResult(Operation *op, Frame &frame,
                                    int64_t position, View &address) {
  View &result = frame.machine.entryResults[position];
  if (result.buffer)
    return frame.machine.fail(op, "the result is already allocated");
  FailureOr<View> allocated =
      allocateView(op, frame, result.sizes, Element::ofUnset(op));
  if (failed(allocated))
    return failure();
  result = *allocated;
  address = std::move(*allocated);
  return success();
}

/// Fails if the function has no result at `position`.
static LogicalResult checkPosition(Operation *op, Frame &frame,
                                   uint64_t position) {
  if (position < frame.machine.entryResults.size())
    return success();
  return frame.machine.fail(op, "there is no result " + Twine(position));
}

static FailureOr<Step> compileSetSize(sg::runtime::SetSizeOp op, Scope &scope) {
  return Step([=, from = scope.slotOf(op.getSize()),
               position = op.getPosition(),
               dim = op.getDim()](Frame &frame) -> LogicalResult {
    FailureOr<int64_t> size = frame.getIndex(op, from);
    if (failed(size) || failed(checkPosition(op, frame, position)))
      return failure();
    frame.machine.entryResults[position].sizes[dim] = *size;
    return success();
  });
}

static FailureOr<Step> compileResult(sg::runtime::ResultOp op, Scope &scope) {
  return Step([=, to = scope.slotOf(op.getAddress()),
               position = op.getPosition()](Frame &frame) -> LogicalResult {
    if (failed(checkPosition(op, frame, position)))
      return failure();
    return allocateResult(op, frame, position, frame.view(to));
  });
}

/// Compiles a call of sgrt_scale, which --sg-check-allocations inserts to check
/// sizes. Fails for other callees.
static FailureOr<Step> compileCall(LLVM::CallOp op, Scope &scope) {
  StringRef callee = op.getCallee().value_or("");
  if (callee != "sgrt_scale" || op.getArgOperands().size() != 2 ||
      op.getNumResults() != 1)
    return scope.machine.fail(
        op, "the reference does not support calls of @" + callee,
        Fault::Unknown);
  return Step(
      [=, bytes = scope.slotOf(op.getArgOperands()[0]),
       size = scope.slotOf(op.getArgOperands()[1]),
       to = scope.slotOf(op.getResult())](Frame &frame) -> LogicalResult {
        FailureOr<int64_t> a = frame.getIndex(op, bytes);
        FailureOr<int64_t> b = frame.getIndex(op, size);
        if (failed(a) || failed(b))
          return failure();
        if (*b < 0)
          return frame.machine.fail(op, "a tensor would have the size " +
                                            Twine(*b));
        int64_t product;
        if (llvm::MulOverflow(*a, *b, product))
          return frame.machine.fail(
              op, "a tensor would have more bytes than can be addressed");
        frame.scalar(to) = Element::ofBits(product);
        return success();
      });
}

/// Compiles the store of a scalar result.
static FailureOr<Step> compileStore(LLVM::StoreOp op, Scope &scope) {
  Slot from = scope.slotOf(op.getValue());
  if (from.isTensor || from.isView)
    return scope.machine.fail(op, "the reference does not support such a store",
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
  table.add(compileSetSize);
  table.add(compileResult);
  table.add(compileCall);
  table.add(compileStore);
}
