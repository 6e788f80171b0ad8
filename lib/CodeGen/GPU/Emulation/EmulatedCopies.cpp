//===- EmulatedCopies.cpp - Asynchronous copies as loops ------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmulatedOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/AttrTypeSubElements.h"

using namespace mlir;

/// Adds `distance` to the last of `indices`.
static SmallVector<Value> advance(ImplicitLocOpBuilder &b, ValueRange indices,
                                  Value distance) {
  SmallVector<Value> advanced(indices);
  if (!advanced.empty())
    advanced.back() = arith::AddIOp::create(b, advanced.back(), distance);
  return advanced;
}

/// Builds a loop that copies the source elements, and a loop that sets the
/// other destination elements to zero.
static void copyElements(ImplicitLocOpBuilder &b, nvgpu::DeviceAsyncCopyOp op) {
  Value zero = arith::ConstantIndexOp::create(b, 0);
  Value one = arith::ConstantIndexOp::create(b, 1);
  Value count =
      arith::ConstantIndexOp::create(b, op.getDstElements().getSExtValue());
  auto buildLoop = [&](Value from, Value to,
                       llvm::function_ref<Value(ImplicitLocOpBuilder &, Value)>
                           createElement) {
    auto loop = scf::ForOp::create(b, from, to, one);
    ImplicitLocOpBuilder body(b.getLoc(), loop.getBody()->getTerminator());
    Value index = loop.getInductionVar();
    Value element = createElement(body, index);
    memref::StoreOp::create(body, element, op.getDst(),
                            advance(body, op.getDstIndices(), index));
  };
  Value sourceCount = op.getSrcElements() ? op.getSrcElements() : count;
  buildLoop(zero, sourceCount,
            [&](ImplicitLocOpBuilder &body, Value index) -> Value {
              return memref::LoadOp::create(
                  body, op.getSrc(), advance(body, op.getSrcIndices(), index));
            });
  if (op.getSrcElements())
    buildLoop(
        sourceCount, count, [&](ImplicitLocOpBuilder &body, Value) -> Value {
          Type element = op.getDst().getType().getElementType();
          return arith::ConstantOp::create(body, body.getZeroAttr(element));
        });
}

void sg::EmulatedOps::expandCopies() {
  SmallVector<Operation *> ops;
  function.walk([&](Operation *op) {
    if (isa<nvgpu::DeviceAsyncCopyOp, nvgpu::DeviceAsyncCreateGroupOp,
            nvgpu::DeviceAsyncWaitOp>(op))
      ops.push_back(op);
  });
  if (ops.empty())
    return;
  // Replace tokens by i32 values, because loops may carry tokens.
  AttrTypeReplacer replacer;
  replacer.addReplacement([](nvgpu::DeviceAsyncTokenType type) -> Type {
    return IntegerType::get(type.getContext(), 32);
  });
  replacer.recursivelyReplaceElementsIn(function, /*replaceAttrs=*/false,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  for (Operation *op : ops) {
    ImplicitLocOpBuilder b(op->getLoc(), op);
    if (auto copy = dyn_cast<nvgpu::DeviceAsyncCopyOp>(op))
      copyElements(b, copy);
    if (op->getNumResults() != 0)
      op->replaceAllUsesWith(
          ValueRange{arith::ConstantIntOp::create(b, 0, /*width=*/32)});
    op->erase();
  }
}
