//===- ProducerFusion.cpp - Fuse producers into a group -------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProducerFusion.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "sg/CodeGen/Analysis/IndexedLoops.h"
#include "sg/CodeGen/Analysis/MemoryAccesses.h"
#include "sg/CodeGen/CPU/Fusion/RowSizes.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-fuse-batches"

using namespace mlir;
using namespace sg;

/// Limits for producers that are copied into a group: maximum number of ops in
/// the body, terminator included, and minimum ratio of the bytes written to the
/// bytes read.
static constexpr unsigned kMaxBodyOps = 4;
static constexpr uint64_t kMinSizeRatio = 2;

static uint64_t getElementBytes(Value memref) {
  Type type = cast<MemRefType>(memref.getType()).getElementType();
  unsigned numParts = 1;
  if (auto complex = dyn_cast<ComplexType>(type)) {
    type = complex.getElementType();
    numParts = 2;
  }
  return type.isIntOrFloat()
             ? numParts * llvm::divideCeil(type.getIntOrFloatBitWidth(), 8)
             : sizeof(int64_t);
}

uint64_t sg::countBytes(linalg::LinalgOp op, OpOperand &operand,
                        ArrayRef<unsigned> loops) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  SmallVector<int64_t> innerSizes;
  for (auto [index, size] :
       llvm::zip_equal(map.getResults(), op.getShape(&operand)))
    if (!isFunctionOfAny(index, loops))
      innerSizes.push_back(size);
  return llvm::SaturatingMultiply(multiplySizes(innerSizes),
                                  getElementBytes(operand.get()));
}

namespace {
/// A buffer that a group accesses, and its producer.
class ProducedBuffer {
public:
  ProducedBuffer(FusionGroup &group, memref::AllocOp alloc);

  void fuseProducer(MutableArrayRef<FusionGroup> groups);

private:
  bool findRows();
  bool isCheap();
  bool canMoveToGroup(linalg::LinalgOp op);
  void copyProducer();

  FusionGroup &group;
  memref::AllocOp alloc;
  /// The dimensions of the buffer that the group's common loops index.
  SmallVector<unsigned> dimensions;
  /// The producer, and its loops that index `dimensions`.
  linalg::LinalgOp op;
  SmallVector<unsigned> rows;
  bool hasOtherUsers = false, isWritten = false;
};
} // namespace

static bool isElementwise(linalg::LinalgOp op) {
  return op.hasPureBufferSemantics() && op.getNumDpsInits() == 1 &&
         op.getNumParallelLoops() == op.getNumLoops() &&
         op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isPermutation() &&
         !op.payloadUsesValueFromOperand(op.getDpsInitOperand(0)) &&
         llvm::all_of(*op.getBlock(), [](Operation &inner) {
           return isMemoryEffectFree(&inner);
         });
}

/// Returns true if `use`, and all uses of views derived by it, only read.
static bool isOnlyRead(OpOperand &use) {
  Operation *user = use.getOwner();
  if (auto structured = dyn_cast<linalg::LinalgOp>(user))
    return !structured.isDpsInit(&use);
  if (isa<ViewLikeOpInterface>(user))
    return llvm::all_of(user->getUses(), isOnlyRead);
  return isa<memref::DeallocOp, memref::LoadOp, memref::DimOp>(user);
}

ProducedBuffer::ProducedBuffer(FusionGroup &group, memref::AllocOp alloc)
    : group(group), alloc(alloc) {
  Operation *first = group.members.front().op;
  SmallVector<linalg::LinalgOp> writers;
  for (OpOperand &use : alloc->getUses()) {
    Operation *user = use.getOwner();
    const auto *member =
        llvm::find_if(group.members, [&](const FusionGroup::Member &member) {
          return member.op == user;
        });
    auto structured = dyn_cast<linalg::LinalgOp>(user);
    bool writes = structured && structured.isDpsInit(&use);
    if (member != group.members.end())
      isWritten |= writes;
    else if (writes && user->getBlock() == first->getBlock() &&
             user->isBeforeInBlock(first))
      writers.push_back(structured);
    else if (!isa<memref::DeallocOp>(user)) {
      hasOtherUsers = true;
      isWritten |= !isOnlyRead(use);
    }
  }
  if (writers.size() == 1 && isElementwise(writers.front()))
    op = writers.front();
}

/// Determines `dimensions` and `rows`. Returns false unless all members index
/// the same dimensions of the buffer by the common loops.
bool ProducedBuffer::findRows() {
  for (const FusionGroup::Member &member : group.members) {
    linalg::LinalgOp user = member.op;
    for (OpOperand &operand : user->getOpOperands()) {
      if (operand.get() != alloc.getResult())
        continue;
      SmallVector<unsigned> memberDimensions;
      for (unsigned row : member.rows) {
        std::optional<unsigned> dimension =
            findDimension(user.getMatchingIndexingMap(&operand), row);
        if (!dimension)
          return false;
        memberDimensions.push_back(*dimension);
      }
      if (!dimensions.empty() && dimensions != memberDimensions)
        return false;
      dimensions = memberDimensions;
    }
  }
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  for (unsigned dimension : dimensions)
    rows.push_back(map.getDimPosition(dimension));
  return true;
}

bool ProducedBuffer::isCheap() {
  uint64_t read = 0;
  for (OpOperand *input : op.getDpsInputOperands())
    if (isa<MemRefType>(input->get().getType()))
      read = llvm::SaturatingAdd(read, countBytes(op, *input, {}));
  return op.getBlock()->getOperations().size() <= kMaxBodyOps &&
         llvm::SaturatingMultiply(read, kMinSizeRatio) <=
             countBytes(op, *op.getDpsInitOperand(0), {});
}

bool ProducedBuffer::canMoveToGroup(linalg::LinalgOp op) {
  MemoryAccesses accesses(op);
  Operation *first = group.members.front().op;
  for (Operation *between = op->getNextNode(); between != first;
       between = between->getNextNode())
    if (MemoryAccesses(between).conflictWith(accesses))
      return false;
  return true;
}

/// Clones the buffer and the producer for the group. If the clone cannot move
/// to the group, erases it and sets `op` to null.
void ProducedBuffer::copyProducer() {
  Operation *first = group.members.front().op;
  OpBuilder b(op);
  auto newAlloc = cast<memref::AllocOp>(b.clone(*alloc));
  IRMapping mapping;
  mapping.map(alloc.getResult(), newAlloc.getResult());
  auto newProducer = cast<linalg::LinalgOp>(b.clone(*op, mapping));
  if (!canMoveToGroup(newProducer)) {
    newProducer->erase();
    newAlloc->erase();
    op = nullptr;
    return;
  }
  for (FusionGroup::Member &member : group.members)
    member.op->replaceUsesOfWith(alloc, newAlloc);
  b.setInsertionPointAfter(group.members.back().op);
  memref::DeallocOp::create(b, alloc.getLoc(), newAlloc);
  newAlloc->moveBefore(first);
  op = newProducer;
}

void ProducedBuffer::fuseProducer(MutableArrayRef<FusionGroup> groups) {
  if (!op)
    return;
  Location loc = op.getLoc();
  auto reject = [&](StringRef why) {
    LDBG() << "producer not fused, " << why << ": at " << loc;
  };
  if (!findRows())
    return reject(
        "the members of the group index its result by different loops");
  if (hasOtherUsers) {
    if (isWritten || !isCheap())
      return reject(
          "other ops use its result too, and it is overwritten or expensive");
    copyProducer();
  } else if (!canMoveToGroup(op)) {
    return reject("an op in between accesses the same memory");
  }
  if (!op)
    return reject("an op in between accesses the same memory");
  LDBG() << "producer fused: " << op->getName() << " at " << loc;
  op->moveBefore(group.members.front().op);
  for (FusionGroup &other : groups)
    llvm::erase_if(other.members, [&](const FusionGroup::Member &member) {
      return member.op == op;
    });
  group.members.insert(group.members.begin(), {op, rows});
}

void sg::fuseProducers(FusionGroup &group,
                       MutableArrayRef<FusionGroup> groups) {
  SetVector<memref::AllocOp> accessed;
  for (const FusionGroup::Member &member : group.members)
    for (Value operand : member.op->getOperands())
      if (auto alloc = operand.getDefiningOp<memref::AllocOp>())
        accessed.insert(alloc);
  for (memref::AllocOp alloc : accessed)
    ProducedBuffer(group, alloc).fuseProducer(groups);
}
