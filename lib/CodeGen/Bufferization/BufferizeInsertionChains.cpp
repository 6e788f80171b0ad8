//===- BufferizeInsertionChains.cpp - Long chains write to memory ---------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sg/CodeGen/Bufferization/Passes.h"
#include "sg/Support/OptionChecks.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-bufferize-insertion-chains"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_BUFFERIZEINSERTIONCHAINS
#include "sg/CodeGen/Bufferization/Passes.h.inc"
} // namespace sg

/// Returns the tensor into which 'op' inserts, or null.
static OpOperand *getDest(Operation *op) {
  if (auto insert = dyn_cast_or_null<tensor::InsertSliceOp>(op))
    return &insert.getDestMutable();
  if (auto insert = dyn_cast_or_null<tensor::InsertOp>(op))
    return &insert.getDestMutable();
  return nullptr;
}

/// Returns the insertion in the block of 'op' that is the only user of its
/// result, as destination, or null.
static Operation *getNext(Operation *op) {
  if (!op->getResult(0).hasOneUse())
    return nullptr;
  OpOperand &use = *op->getResult(0).use_begin();
  Operation *user = use.getOwner();
  return user->getBlock() == op->getBlock() && getDest(user) == &use ? user
                                                                     : nullptr;
}

/// Returns the chain of insertions that ends in 'last'.
static SmallVector<Operation *> getChain(Operation *last) {
  SmallVector<Operation *> chain = {last};
  while (true) {
    Operation *previous = getDest(chain.back())->get().getDefiningOp();
    if (!getDest(previous) || getNext(previous) != chain.back())
      break;
    chain.push_back(previous);
  }
  std::reverse(chain.begin(), chain.end());
  return chain;
}

/// Writes what 'op' inserts to 'memory'.
static void createWrite(Operation *op, Value memory) {
  OpBuilder b(op);
  Location loc = op->getLoc();
  if (auto insert = dyn_cast<tensor::InsertOp>(op)) {
    memref::StoreOp::create(b, loc, insert.getScalar(), memory,
                            insert.getIndices());
    return;
  }
  auto insert = cast<tensor::InsertSliceOp>(op);
  auto type = memref::SubViewOp::inferRankReducedResultType(
      insert.getSourceType().getShape(), cast<MemRefType>(memory.getType()),
      insert.getMixedOffsets(), insert.getMixedSizes(),
      insert.getMixedStrides());
  Value part = memref::SubViewOp::create(
      b, loc, cast<MemRefType>(type), memory, insert.getMixedOffsets(),
      insert.getMixedSizes(), insert.getMixedStrides());
  // Not 'restrict': the source must not be computed here earlier, as another
  // insertion may overlap with it.
  bufferization::MaterializeInDestinationOp::create(
      b, loc, /*result=*/Type(), insert.getSource(), part, /*restrict=*/false,
      /*writable=*/true);
}

/// Lets the chain write to memory of its own.
static void bufferizeChain(ArrayRef<Operation *> chain) {
  Value start = getDest(chain.front())->get();
  auto type = cast<RankedTensorType>(start.getType());
  OpBuilder b(chain.front());
  Location loc = chain.front()->getLoc();
  SmallVector<Value> sizes;
  auto empty = start.getDefiningOp<tensor::EmptyOp>();
  if (empty)
    sizes = empty.getDynamicSizes();
  for (int64_t dim = 0; !empty && dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      sizes.push_back(tensor::DimOp::create(b, loc, start, dim));
  Value memory = memref::AllocOp::create(
      b, loc, MemRefType::get(type.getShape(), type.getElementType()), sizes);
  if (!empty)
    bufferization::MaterializeInDestinationOp::create(
        b, loc, /*result=*/Type(), start, memory, /*restrict=*/false,
        /*writable=*/true);
  for (Operation *op : chain)
    createWrite(op, memory);
  b.setInsertionPointAfter(chain.back());
  Value result = bufferization::ToTensorOp::create(
      b, loc, type, memory, /*restrict=*/true, /*writable=*/true);
  chain.back()->getResult(0).replaceAllUsesWith(result);
  for (Operation *op : llvm::reverse(chain))
    op->erase();
}

/// Returns true if the start of the chain may be memory that the chain could
/// write in place: a result, a donated argument or a carried value. Writing to
/// other memory costs a copy, which pays off for longer chains only.
static bool isWrittenInPlace(Value start) {
  return isa<BlockArgument>(start) ||
         start.getDefiningOp<bufferization::ToTensorOp>();
}

namespace {
struct BufferizeInsertionChains
    : sg::impl::BufferizeInsertionChainsBase<BufferizeInsertionChains> {
  using BufferizeInsertionChainsBase::BufferizeInsertionChainsBase;

  LogicalResult initialize(MLIRContext *context) override {
    return sg::checkRange(context, leastLength, 1);
  }

  void runOnOperation() override {
    SmallVector<SmallVector<Operation *>> chains;
    getOperation().walk([&](Operation *op) {
      if (!getDest(op) || getNext(op))
        return;
      SmallVector<Operation *> chain = getChain(op);
      bool isInPlace = isWrittenInPlace(getDest(chain.front())->get());
      if (chain.size() < (isInPlace ? 4 : 1) * size_t(leastLength))
        return;
      LDBG() << "a chain of " << chain.size() << " insertions at "
             << op->getLoc();
      chains.push_back(std::move(chain));
    });
    for (ArrayRef<Operation *> chain : chains)
      bufferizeChain(chain);
  }
};
} // namespace
