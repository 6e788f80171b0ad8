//===- EmulatedAlignment.cpp - Alignment of vector accesses ---------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A GPU aborts a kernel at a misaligned vector access (PTX ISA, "Alignment").
// The host allows such an access. Therefore, emulated kernels check the
// alignment at run time.
//
//===----------------------------------------------------------------------===//

#include "EmulatedOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

void sg::EmulatedOps::addAlignmentCheck(Operation *op, Value memory,
                                        ValueRange indices, int64_t alignment) {
  auto type = cast<MemRefType>(memory.getType());
  DataLayout layout = DataLayout::closest(op);
  int64_t size = layout.getTypeSize(type.getElementType());
  // Elements are always aligned to their size.
  if (alignment <= size || !type.isStrided())
    return;
  ImplicitLocOpBuilder b(op->getLoc(), op);
  Value address = getAddress(b, memory, indices);
  Value site = createDescription(b, op);
  Value expected = arith::ConstantIntOp::create(b, alignment, /*width=*/64);
  calls.createCall(b, "sgrt_check_alignment", {}, {site, address, expected});
}

void sg::EmulatedOps::checkAlignments() {
  SmallVector<Operation *> ops;
  function.walk([&](Operation *op) { ops.push_back(op); });
  for (Operation *op : ops)
    llvm::TypeSwitch<Operation *>(op)
        .Case<vector::LoadOp, vector::StoreOp>([&](auto op) {
          addAlignmentCheck(
              op, op.getBase(), op.getIndices(),
              static_cast<int64_t>(op.getAlignment().value_or(1)));
        })
        .Case([&](nvgpu::DeviceAsyncCopyOp op) {
          Type element = op.getDst().getType().getElementType();
          int64_t bytes = DataLayout::closest(op).getTypeSize(element) *
                          op.getDstElements().getSExtValue();
          addAlignmentCheck(op, op.getSrc(), op.getSrcIndices(), bytes);
          addAlignmentCheck(op, op.getDst(), op.getDstIndices(), bytes);
        });
}

void sg::EmulatedOps::eraseAlignments() {
  function.walk([](Operation *op) {
    if (auto load = dyn_cast<vector::LoadOp>(op))
      load.removeAlignmentAttr();
    else if (auto store = dyn_cast<vector::StoreOp>(op))
      store.removeAlignmentAttr();
  });
}
