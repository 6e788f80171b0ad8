//===- EpilogueFusion.cpp - Fuse elementwise consumers --------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EpilogueFusion.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "sg/CodeGen/Analysis/MemoryAccesses.h"
#include "sg/CodeGen/Analysis/VectorInstructions.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-lower-contractions"

using namespace mlir;
using namespace sg;

/// Maximum number of ops in the bodies of all consumers together. Bounds the
/// code size: the ops are emitted for each row of each tile shape.
static constexpr size_t kMaxEpilogueOps = 16;

//===----------------------------------------------------------------------===//
// Conditions on one op
//===----------------------------------------------------------------------===//

/// Returns true if the op is elementwise and safe to execute on masked-off
/// lanes.
static bool isVectorizable(Operation &op) {
  auto isSupported = [](Type type) {
    return type.isInteger(1) || isVectorElement(type);
  };
  return hasVectorInstruction(op) && op.getNumRegions() == 0 &&
         (isa<linalg::YieldOp, arith::ConstantOp>(op) ||
          (OpTrait::hasElementwiseMappableTraits(&op) && isPure(&op))) &&
         llvm::all_of(op.getOperandTypes(), isSupported) &&
         llvm::all_of(op.getResultTypes(), isSupported);
}

static bool hasElementwiseBody(linalg::GenericOp op) {
  return op.hasPureBufferSemantics() && op.getNumLoops() > 0 &&
         op.getNumParallelLoops() == op.getNumLoops() &&
         !isContractionOfFloats(op) &&
         llvm::all_of(*op.getBody(), isVectorizable);
}

/// Returns true if the elements in a row of a tile form one vector, or are one
/// invariant scalar.
static bool isVector(const TileElement &element, unsigned column) {
  auto type = dyn_cast<MemRefType>(element.memory.getType());
  if (!type)
    return isVectorElement(element.memory.getType());
  if (!isVectorElement(type.getElementType()))
    return false;
  if (!element.map.isFunctionOfDim(column))
    return true;
  return isAlong(type, element.map, column);
}

static bool mayAlias(const TileElement &a, const TileElement &b) {
  return isa<MemRefType>(a.memory.getType()) &&
         isa<MemRefType>(b.memory.getType()) &&
         mayShareMemory(a.memory, b.memory);
}

//===----------------------------------------------------------------------===//
// Search for consumers
//===----------------------------------------------------------------------===//

namespace {
class EpilogueSearch {
public:
  EpilogueSearch(linalg::LinalgOp contraction, linalg::LinalgOp fill,
                 unsigned column)
      : contraction(contraction), fill(fill), column(column) {
    factors = contraction.getDpsInputs();
    OpOperand *result = contraction.getDpsInitOperand(0);
    written.push_back(
        {result->get(), contraction.getMatchingIndexingMap(result)});
  }

  void run();
  EpilogueFusion createFusion(bool hasBlocks) const;

private:
  Operation *findNext(Operation *last) const;
  std::optional<TileConsumer> match(linalg::GenericOp op) const;
  bool canFuse(const TileConsumer &consumer) const;
  bool canMoveToContraction(linalg::GenericOp op) const;
  bool canHoist(Value value, SetVector<Operation *> &needed) const;
  bool tryAdd(linalg::GenericOp op);
  bool isReadElsewhere(const TileElement &element) const;

  linalg::LinalgOp contraction, fill;
  SmallVector<Value> factors;
  unsigned column;
  SmallVector<TileConsumer> consumers;
  SmallVector<TileElement> read, written;
  size_t numOps = 0;
};
} // namespace

/// Returns the first op after `last` that accesses memory in `written`.
Operation *EpilogueSearch::findNext(Operation *last) const {
  Operation *next = nullptr;
  for (const TileElement &element : written)
    for (Operation *user : element.memory.getUsers())
      if (user->getBlock() == last->getBlock() &&
          isa<linalg::GenericOp>(user) && last->isBeforeInBlock(user) &&
          (!next || user->isBeforeInBlock(next)))
        next = user;
  return next;
}

/// Returns `op` and a map from the contraction's loops to the loops of `op`, if
/// `op` reads memory in `written` through a permutation map.
std::optional<TileConsumer> EpilogueSearch::match(linalg::GenericOp op) const {
  linalg::LinalgOp structured = op;
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = structured.getMatchingIndexingMap(&operand);
    if (!structured.payloadUsesValueFromOperand(&operand) ||
        !map.isPermutation())
      continue;
    for (const TileElement &element : written)
      if (element.memory == operand.get())
        return TileConsumer{op, inversePermutation(map).compose(element.map)};
  }
  return std::nullopt;
}

/// Returns true if the consumer reads only elements of its tile and memory that
/// no tile writes, and overwrites no memory that other tiles read.
bool EpilogueSearch::canFuse(const TileConsumer &consumer) const {
  linalg::LinalgOp op = consumer.op;
  SmallVector<TileElement> elements, outputs;
  for (OpOperand &operand : op->getOpOperands()) {
    elements.push_back(consumer.getElement(operand));
    if (!isVector(elements.back(), column))
      return false;
    if (!op.isDpsInit(&operand))
      continue;
    if (!op.getMatchingIndexingMap(&operand).isPermutation())
      return false;
    outputs.push_back(elements.back());
  }
  auto areDisjoint = [](ArrayRef<TileElement> lhs, ArrayRef<TileElement> rhs) {
    return llvm::all_of(lhs, [&](const TileElement &a) {
      return llvm::all_of(
          rhs, [&](const TileElement &b) { return a == b || !mayAlias(a, b); });
    });
  };
  // No consumer may overwrite the factors, which all tiles read.
  return areDisjoint(elements, written) && areDisjoint(outputs, read) &&
         areDisjoint(outputs, elements) &&
         llvm::none_of(factors, [&](Value factor) {
           return llvm::any_of(outputs, [&](const TileElement &output) {
             return mayShareMemory(factor, output.memory);
           });
         });
}

/// Returns true if `op` can be moved across the ops between it and the
/// contraction.
bool EpilogueSearch::canMoveToContraction(linalg::GenericOp op) const {
  MemoryAccesses accesses(op);
  for (Operation *between = contraction->getNextNode(); between != op;
       between = between->getNextNode())
    if (llvm::none_of(consumers,
                      [&](const TileConsumer &consumer) {
                        return consumer.op == between;
                      }) &&
        MemoryAccesses(between).conflictWith(accesses))
      return false;
  return true;
}

/// Returns true if `value` dominates the contraction, or can be hoisted before
/// it. Adds the ops to hoist to `needed`, in program order.
bool EpilogueSearch::canHoist(Value value,
                              SetVector<Operation *> &needed) const {
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != contraction->getBlock() ||
      op->isBeforeInBlock(contraction) || needed.contains(op))
    return true;
  if (op->getNumRegions() != 0 ||
      (!isa<memref::AllocOp>(op) && !isMemoryEffectFree(op)) ||
      !llvm::all_of(op->getOperands(),
                    [&](Value operand) { return canHoist(operand, needed); }))
    return false;
  needed.insert(op);
  return true;
}

bool EpilogueSearch::tryAdd(linalg::GenericOp op) {
  auto reject = [&](StringRef why) {
    LDBG() << "not fused as an epilogue, " << why << ": " << op->getName()
           << " at " << op.getLoc();
    return false;
  };
  size_t count = op.getBody()->getOperations().size() - 1;
  if (numOps + count > kMaxEpilogueOps)
    return reject("there are too many ops in the epilogue");
  if (!hasElementwiseBody(op))
    return reject("it is not elementwise on vectors");
  std::optional<TileConsumer> consumer = match(op);
  SetVector<Operation *> needed;
  if (!consumer || !canFuse(*consumer))
    return reject("it needs more than the elements of one tile");
  if (!canMoveToContraction(op))
    return reject("an op in between accesses the same memory");
  SetVector<Value> values(op->operand_begin(), op->operand_end());
  op.getBody()->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (operand.getParentBlock() != op.getBody())
        values.insert(operand);
  });
  for (Value value : values)
    if (!canHoist(value, needed))
      return reject("an operand cannot be hoisted before the contraction");
  LDBG() << "fused as an epilogue: " << op->getName() << " at " << op.getLoc();
  for (Operation *definition : needed)
    definition->moveBefore(contraction);
  linalg::LinalgOp structured = op;
  for (OpOperand &operand : op->getOpOperands()) {
    TileElement element = consumer->getElement(operand);
    if (structured.payloadUsesValueFromOperand(&operand) &&
        !llvm::is_contained(written, element))
      read.push_back(element);
  }
  for (OpOperand &init : op.getDpsInitsMutable())
    if (TileElement element = consumer->getElement(init);
        !llvm::is_contained(written, element))
      written.push_back(element);
  consumers.push_back(*consumer);
  numOps += count;
  return true;
}

void EpilogueSearch::run() {
  Operation *last = contraction;
  while (Operation *next = findNext(last)) {
    tryAdd(cast<linalg::GenericOp>(next));
    last = next;
  }
}

/// Returns true if an op other than the contraction, its fill and the consumers
/// may read the element.
bool EpilogueSearch::isReadElsewhere(const TileElement &element) const {
  return !element.memory.getDefiningOp<memref::AllocOp>() ||
         llvm::any_of(element.memory.getUsers(), [&](Operation *user) {
           return user != contraction && user != fill &&
                  !isa<memref::DeallocOp>(user) &&
                  llvm::none_of(consumers, [&](const TileConsumer &consumer) {
                    return consumer.op == user;
                  });
         });
}

EpilogueFusion EpilogueSearch::createFusion(bool hasBlocks) const {
  EpilogueFusion fusion;
  fusion.ops = consumers;
  fusion.sums = written.front();
  for (const TileElement &element : written) {
    bool mustStore = isReadElsewhere(element) ||
                     llvm::is_contained(read, element) || consumers.empty() ||
                     (!fill && element == fusion.sums);
    if (mustStore)
      fusion.stored.push_back(element);
    else
      fusion.unused.push_back(element.memory);
  }
  if (!hasBlocks || llvm::is_contained(fusion.stored, fusion.sums))
    return fusion;
  // Keep the accumulators in a buffer that is stored anyway.
  auto type = cast<MemRefType>(fusion.sums.memory.getType());
  for (const TileElement &element : fusion.stored) {
    auto other = cast<MemRefType>(element.memory.getType());
    if (other.getElementType() == type.getElementType() &&
        llvm::none_of(read, [&](const TileElement &known) {
          return known.memory == element.memory;
        })) {
      fusion.sums = element;
      return fusion;
    }
  }
  return fusion;
}

EpilogueFusion EpilogueFusion::find(linalg::LinalgOp contraction,
                                    linalg::LinalgOp fill, const TileDims &dims,
                                    const CacheBlocking &blocking) {
  EpilogueSearch search(contraction, fill, dims.column);
  bool hasBlocks = blocking.blockK != 0 || !blocking.outsideK.empty();
  // Without a fill, no block would compute the epilogue if k is empty.
  bool computesEpilogue = !hasBlocks || fill;
  OpOperand *result = contraction.getDpsInitOperand(0);
  if (computesEpilogue &&
      contraction.getMatchingIndexingMap(result).isProjectedPermutation())
    search.run();
  else
    LDBG() << "no epilogue, it is not known when an element of the result is "
              "complete: "
           << contraction->getName() << " at " << contraction.getLoc();
  return search.createFusion(hasBlocks);
}

void EpilogueFusion::erase() {
  for (const TileConsumer &consumer : ops)
    consumer.op->erase();
  for (Value memory : unused) {
    auto isDealloc = llvm::IsaPred<memref::DeallocOp>;
    if (!llvm::all_of(memory.getUsers(), isDealloc))
      continue;
    for (Operation *user : llvm::make_early_inc_range(memory.getUsers()))
      user->erase();
    memory.getDefiningOp()->erase();
  }
}
