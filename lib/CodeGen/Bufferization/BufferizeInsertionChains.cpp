//===- BufferizeInsertionChains.cpp - Long insertion chains in memory -----===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "sg/CodeGen/Bufferization/Passes.h"
#include "sg/Support/OptionChecks.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-bufferize-insertion-chains"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_BUFFERIZEINSERTIONCHAINS
#include "sg/CodeGen/Bufferization/Passes.h.inc"
} // namespace sg

/// Returns the destination operand of the insertion 'op', or null for other
/// ops.
static OpOperand *getDest(Operation *op) {
  if (auto insert = dyn_cast_or_null<tensor::InsertSliceOp>(op))
    return &insert.getDestMutable();
  if (auto insert = dyn_cast_or_null<tensor::InsertOp>(op))
    return &insert.getDestMutable();
  return nullptr;
}

/// Returns true if 'op' reads a tensor and the pass can replace 'op' by a read
/// of memory.
static bool isReplaceableRead(Operation *op) {
  return isa<tensor::ExtractOp, tensor::ExtractSliceOp, tensor::DimOp>(op);
}

/// Returns the insertion in the block of 'op' whose destination is the result
/// of 'op', or null. All other users of the result must be reads that precede
/// the insertion.
static Operation *getNextInsertion(Operation *op) {
  Operation *next = nullptr;
  for (OpOperand &use : op->getUses()) {
    Operation *user = use.getOwner();
    if (isReplaceableRead(user))
      continue;
    if (next || user->getBlock() != op->getBlock() || getDest(user) != &use)
      return nullptr;
    next = user;
  }
  if (!next)
    return nullptr;
  for (Operation *user : op->getUsers()) {
    Operation *ancestor = op->getBlock()->findAncestorOpInBlock(*user);
    if (user != next && !(ancestor && ancestor->isBeforeInBlock(next)))
      return nullptr;
  }
  return next;
}

/// Returns the chain of insertions that ends in 'last'.
static SmallVector<Operation *> getChain(Operation *last) {
  SmallVector<Operation *> chain = {last};
  while (true) {
    Operation *previous = getDest(chain.back())->get().getDefiningOp();
    if (!getDest(previous) || getNextInsertion(previous) != chain.back())
      break;
    chain.push_back(previous);
  }
  std::reverse(chain.begin(), chain.end());
  return chain;
}

static Value createSubView(ImplicitLocOpBuilder &b, Value memory,
                           RankedTensorType type,
                           ArrayRef<OpFoldResult> offsets,
                           ArrayRef<OpFoldResult> sizes,
                           ArrayRef<OpFoldResult> strides) {
  auto view = memref::SubViewOp::inferRankReducedResultType(
      type.getShape(), cast<MemRefType>(memory.getType()), offsets, sizes,
      strides);
  return memref::SubViewOp::create(b, cast<MemRefType>(view), memory, offsets,
                                   sizes, strides);
}

static void createWrite(Operation *op, Value memory) {
  ImplicitLocOpBuilder b(op->getLoc(), op);
  if (auto insert = dyn_cast<tensor::InsertOp>(op)) {
    memref::StoreOp::create(b, insert.getScalar(), memory, insert.getIndices());
    return;
  }
  auto insert = cast<tensor::InsertSliceOp>(op);
  Value view =
      createSubView(b, memory, insert.getSourceType(), insert.getMixedOffsets(),
                    insert.getMixedSizes(), insert.getMixedStrides());
  // With 'restrict', bufferization could compute the source in this memory
  // before an overlapping insertion, which would overwrite the source.
  bufferization::MaterializeInDestinationOp::create(
      b, /*result=*/Type(), insert.getSource(), view, /*restrict=*/false,
      /*writable=*/true);
}

/// Replaces the reads of the result of 'op' by reads of 'memory'.
static void replaceReads(Operation *op, Value memory) {
  for (Operation *user : llvm::make_early_inc_range(op->getUsers())) {
    ImplicitLocOpBuilder b(user->getLoc(), user);
    Value value;
    if (auto extract = dyn_cast<tensor::ExtractOp>(user)) {
      value = memref::LoadOp::create(b, memory, extract.getIndices());
    } else if (auto dim = dyn_cast<tensor::DimOp>(user)) {
      value = memref::DimOp::create(b, memory, dim.getIndex());
    } else if (auto slice = dyn_cast<tensor::ExtractSliceOp>(user)) {
      // Copy the slice: insertions may overwrite the memory before the last
      // use.
      Value view =
          createSubView(b, memory, slice.getType(), slice.getMixedOffsets(),
                        slice.getMixedSizes(), slice.getMixedStrides());
      RankedTensorType type = slice.getType();
      SmallVector<Value> sizes;
      for (int64_t dim = 0; dim < type.getRank(); ++dim)
        if (type.isDynamicDim(dim))
          sizes.push_back(memref::DimOp::create(b, view, dim));
      Value copy = memref::AllocOp::create(
          b, MemRefType::get(type.getShape(), type.getElementType()), sizes);
      memref::CopyOp::create(b, view, copy);
      value = bufferization::ToTensorOp::create(b, type, copy,
                                                /*restrict=*/true,
                                                /*writable=*/true);
    } else {
      continue;
    }
    user->getResult(0).replaceAllUsesWith(value);
    user->erase();
  }
}

/// Replaces the chain of insertions by writes to a new allocation.
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
  for (Operation *op : chain) {
    createWrite(op, memory);
    if (op != chain.back())
      replaceReads(op, memory);
  }
  b.setInsertionPointAfter(chain.back());
  Value result = bufferization::ToTensorOp::create(
      b, loc, type, memory, /*restrict=*/true, /*writable=*/true);
  chain.back()->getResult(0).replaceAllUsesWith(result);
  for (Operation *op : llvm::reverse(chain))
    op->erase();
}

/// Returns true if a chain could overwrite the memory of 'start' in place: the
/// memory of a result, a donated argument or a loop-carried value. A new
/// allocation would add a copy.
static bool isWrittenInPlace(Value start) {
  return isa<BlockArgument>(start) ||
         start.getDefiningOp<bufferization::ToTensorOp>();
}

/// Returns true if an op extracts a slice from an intermediate result of the
/// chain.
static bool readsSlices(ArrayRef<Operation *> chain) {
  return llvm::any_of(chain.drop_back(), [](Operation *op) {
    return llvm::any_of(op->getUsers(), llvm::IsaPred<tensor::ExtractSliceOp>);
  });
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
      if (!getDest(op) || getNextInsertion(op))
        return;
      SmallVector<Operation *> chain = getChain(op);
      // A conversion that adds copies pays off only for longer chains.
      bool addsCopies =
          isWrittenInPlace(getDest(chain.front())->get()) || readsSlices(chain);
      if (chain.size() < (addsCopies ? 4 : 1) * size_t(leastLength))
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
