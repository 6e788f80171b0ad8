//===- CopyElision.cpp - Elimination of copies and initializations --------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The copies that remain after bufferization often store a residual of a loop
// or a slice of a larger tensor. The op that computes the copied value can
// write directly to the target of the copy.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "sg/CodeGen/Analysis/AccumulatorInit.h"
#include "sg/CodeGen/Analysis/MemoryAccesses.h"
#include "sg/CodeGen/Analysis/RedundantCopies.h"
#include "sg/CodeGen/Bufferization/Passes.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-copy-elision"

using namespace mlir;
using namespace sg;

namespace sg {
#define GEN_PASS_DEF_COPYELISION
#include "sg/CodeGen/Bufferization/Passes.h.inc"
} // namespace sg

//===----------------------------------------------------------------------===//
// Computing values in the target of a copy
//===----------------------------------------------------------------------===//

namespace {
/// Replaces the allocation from which a copy reads by the target of the copy.
class CopyForwarding {
public:
  CopyForwarding(memref::CopyOp copy)
      : copy(copy), memory(copy.getSource().getDefiningOp<memref::AllocOp>()) {}

  bool isPossible();
  void run();

private:
  bool collectUses(Value memref);
  bool collectDefinitions(Value value);
  bool canReadTarget(Operation *op);
  bool isTargetFree();
  void replace(Value oldMemory, Value newMemory);

  memref::CopyOp copy;
  memref::AllocOp memory;
  /// The ops of the block that use the allocation, also in their regions, and
  /// the subset that writes to the allocation.
  SetVector<Operation *> users, writers;
  /// The ops that compute the target of the copy, in order of execution. These
  /// ops move before the allocation.
  SetVector<Operation *> targetOps;
};
} // namespace

/// Returns true if a result of the call may alias `memref`.
static bool mayReturnAlias(func::CallOp call, Value memref) {
  if (llvm::none_of(call.getResultTypes(), llvm::IsaPred<BaseMemRefType>))
    return false;
  // Arguments with llvm.noalias come from --sg-results-to-out-params: no result
  // aliases them.
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      call, call.getCalleeAttr());
  return !callee || !callee.isPrivate() ||
         llvm::any_of(llvm::enumerate(call.getOperands()), [&](auto operand) {
           return operand.value() == memref &&
                  !callee.getArgAttr(operand.index(),
                                     LLVM::LLVMDialect::getNoAliasAttrName());
         });
}

/// Collects the users of `memref` and of its views. Returns false if a user
/// depends on the layout of the memory.
bool CopyForwarding::collectUses(Value memref) {
  for (Operation *user : memref.getUsers()) {
    Operation *ancestor = copy->getBlock()->findAncestorOpInBlock(*user);
    if (!ancestor)
      return false;
    users.insert(ancestor);
    if (auto view = dyn_cast<memref::SubViewOp>(user)) {
      if (!collectUses(view))
        return false;
      continue;
    }
    if (auto call = dyn_cast<func::CallOp>(user)) {
      if (memref.getType() != copy.getTarget().getType() ||
          mayReturnAlias(call, memref))
        return false;
      writers.insert(ancestor);
      continue;
    }
    auto structured = dyn_cast<linalg::LinalgOp>(user);
    if (!(structured && structured.hasPureBufferSemantics()) &&
        !isa<memref::CopyOp, memref::LoadOp, memref::StoreOp, memref::DimOp>(
            user))
      return false;
    if (hasEffect<MemoryEffects::Write>(user, memref))
      writers.insert(ancestor);
  }
  return true;
}

/// Collects the ops that must move before the allocation to make `value`
/// available. Returns false if an op cannot move.
bool CopyForwarding::collectDefinitions(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != memory->getBlock() ||
      op->isBeforeInBlock(memory) || targetOps.contains(op))
    return true;
  if (op->getNumRegions() != 0 || !isPure(op) ||
      !llvm::all_of(op->getOperands(),
                    [&](Value operand) { return collectDefinitions(operand); }))
    return false;
  targetOps.insert(op);
  return true;
}

/// Returns true if `op` may write its result to the target of the copy although
/// `op` reads the target. This holds if `op` is the first user of the
/// allocation and each computed element depends only on the same element of the
/// target.
bool CopyForwarding::canReadTarget(Operation *op) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured || structured.getNumDpsInits() != 1 ||
      structured.getDpsInits().front() != memory ||
      structured.getNumParallelLoops() != structured.getNumLoops() ||
      MemoryAccesses(op->getRegions()).mayAccess(copy.getTarget()) ||
      llvm::any_of(users, [&](Operation *user) {
        return user != op && user->isBeforeInBlock(op);
      }))
    return false;
  AffineMap resultMap =
      structured.getMatchingIndexingMap(structured.getDpsInitOperand(0));
  return resultMap.isPermutation() &&
         llvm::all_of(structured.getDpsInputOperands(), [&](OpOperand *input) {
           if (input->get() == copy.getTarget())
             return structured.getMatchingIndexingMap(input) == resultMap;
           return !isa<MemRefType>(input->get().getType()) ||
                  !mayShareMemory(input->get(), copy.getTarget());
         });
}

/// Returns true if no op writes to the allocation after the copy, and no other
/// op accesses the target while the allocation is used.
bool CopyForwarding::isTargetFree() {
  if (llvm::any_of(writers, [&](Operation *writer) {
        return !writer->isBeforeInBlock(copy);
      }))
    return false;
  Operation *lastUser = copy;
  for (Operation *user : users)
    if (lastUser->isBeforeInBlock(user))
      lastUser = user;
  for (Operation *op = memory; op != lastUser->getNextNode();
       op = op->getNextNode())
    if (op != copy && MemoryAccesses(op).mayAccess(copy.getTarget()) &&
        !canReadTarget(op)) {
      LDBG() << "may access the target: " << op->getName() << " at "
             << op->getLoc();
      return false;
    }
  return true;
}

bool CopyForwarding::isPossible() {
  auto keep = [&](StringRef reason) {
    LDBG() << "kept, " << reason << ": " << copy->getName() << " at "
           << copy.getLoc();
    return false;
  };
  if (!memory || memory->getBlock() != copy->getBlock())
    return keep("the source is not allocated in its block");
  if (!collectUses(memory))
    return keep("an op that uses the source needs its layout");
  if (!collectDefinitions(copy.getTarget()))
    return keep("the target is not known where the source is allocated");
  if (!isTargetFree())
    return keep("the target is accessed while the source is in use");
  return true;
}

void CopyForwarding::replace(Value oldMemory, Value newMemory) {
  for (OpOperand &use : llvm::make_early_inc_range(oldMemory.getUses())) {
    auto view = dyn_cast<memref::SubViewOp>(use.getOwner());
    if (!view) {
      use.set(newMemory);
      continue;
    }
    OpBuilder b(view);
    auto type = cast<MemRefType>(memref::SubViewOp::inferRankReducedResultType(
        view.getType().getShape(), cast<MemRefType>(newMemory.getType()),
        view.getMixedOffsets(), view.getMixedSizes(), view.getMixedStrides()));
    Value newView = memref::SubViewOp::create(
        b, view.getLoc(), type, newMemory, view.getMixedOffsets(),
        view.getMixedSizes(), view.getMixedStrides());
    replace(view, newView);
    view.erase();
  }
}

void CopyForwarding::run() {
  LDBG() << "elided, the source is computed in the target: " << copy->getName()
         << " at " << copy.getLoc();
  for (Operation *definition : targetOps)
    definition->moveBefore(memory);
  Value target = copy.getTarget();
  copy.erase();
  replace(memory, target);
  memory.erase();
}

//===----------------------------------------------------------------------===//
// Initializations that are partly overwritten
//===----------------------------------------------------------------------===//

/// Returns true if `op` overwrites all elements of `view` without reading the
/// memory of `view`.
static bool overwrites(Operation *op, memref::SubViewOp view) {
  if (auto copy = dyn_cast<memref::CopyOp>(op))
    return copy.getTarget() == view && !mayShareMemory(copy.getSource(), view);
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured || structured.getNumDpsInits() != 1 ||
      structured.getDpsInits().front() != view)
    return false;
  OpOperand &init = *structured.getDpsInitOperand(0);
  return !structured.payloadUsesValueFromOperand(&init) &&
         structured.getMatchingIndexingMap(&init).isPermutation() &&
         !MemoryAccesses(op->getRegions()).mayAccess(view) &&
         llvm::all_of(structured.getDpsInputs(), [&](Value input) {
           return !isa<MemRefType>(input.getType()) ||
                  !mayShareMemory(input, view);
         });
}

/// Returns the only dimension in which `view` may be smaller than its source.
/// Returns std::nullopt if there is no such dimension, or more than one.
static std::optional<unsigned> getCutDimension(memref::SubViewOp view) {
  auto source = cast<MemRefType>(view.getSource().getType());
  if (view.getType().getRank() != source.getRank() ||
      !llvm::all_of(view.getMixedStrides(), isOneInteger))
    return std::nullopt;
  std::optional<unsigned> cut;
  for (unsigned dim = 0; dim < source.getRank(); ++dim) {
    std::optional<int64_t> size =
        getConstantIntValue(view.getMixedSizes()[dim]);
    if (size && *size == source.getDimSize(dim))
      continue;
    if (cut)
      return std::nullopt;
    cut = dim;
  }
  return cut;
}

/// Returns the memory that `op` initializes as a whole, with one value or by a
/// copy. Returns null for other ops.
static Value getInitialized(Operation *op) {
  if (auto copy = dyn_cast<memref::CopyOp>(op))
    return copy.getTarget();
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (structured && structured.hasPureBufferSemantics() &&
      getFillValue(structured))
    return structured.getDpsInits().front();
  return {};
}

/// Emits the initialization `op` for only `count` indices of dimension `dim`,
/// starting at `first`.
static void initializePart(ImplicitLocOpBuilder &b, Operation *op, Value memory,
                           unsigned dim, OpFoldResult first,
                           OpFoldResult count) {
  // Upstream rejects an empty subview at the end of a static dimension.
  std::optional<int64_t> start = getConstantIntValue(first);
  auto isPastEnd = [&](Value memref) {
    int64_t size = cast<MemRefType>(memref.getType()).getDimSize(dim);
    return start && ShapedType::isStatic(size) && *start >= size;
  };
  auto source = dyn_cast<memref::CopyOp>(op);
  if (isZeroInteger(count) || isPastEnd(memory) ||
      (source && isPastEnd(source.getSource())))
    return;
  auto getPart = [&](Value memref) -> Value {
    int64_t rank = cast<MemRefType>(memref.getType()).getRank();
    SmallVector<OpFoldResult> offsets(rank, b.getIndexAttr(0));
    SmallVector<OpFoldResult> strides(rank, b.getIndexAttr(1));
    SmallVector<OpFoldResult> sizes =
        memref::getMixedSizes(b, b.getLoc(), memref);
    offsets[dim] = first;
    sizes[dim] = count;
    return memref::SubViewOp::create(b, memref, offsets, sizes, strides);
  };
  if (auto copy = dyn_cast<memref::CopyOp>(op)) {
    Value source = getPart(copy.getSource());
    Value target = getPart(memory);
    memref::CopyOp::create(b, source, target);
    return;
  }
  Value value = getFillValue(cast<linalg::LinalgOp>(op));
  Value target = getPart(memory);
  linalg::FillOp::create(b, value, target);
}

/// Returns the view that the next op to access `memory` overwrites, or null if
/// that op does not overwrite a view.
static memref::SubViewOp findOverwritten(Operation *op, Value memory) {
  for (Operation *next = op->getNextNode(); next; next = next->getNextNode()) {
    if (!MemoryAccesses(next).mayAccess(memory))
      continue;
    for (Value operand : next->getOperands())
      if (auto view = operand.getDefiningOp<memref::SubViewOp>())
        if (view.getSource() == memory && overwrites(next, view))
          return view;
    return {};
  }
  return {};
}

/// Restricts the initialization `op` to the elements that the next access does
/// not overwrite.
static void shrinkInitialization(Operation *op) {
  Value memory = getInitialized(op);
  memref::SubViewOp view =
      memory ? findOverwritten(op, memory) : memref::SubViewOp();
  if (!view)
    return;
  std::optional<unsigned> dim = getCutDimension(view);
  if (!dim) {
    LDBG()
        << "initializes all, the overwritten view differs from its source in "
           "several dimensions: "
        << op->getName() << " at " << op->getLoc();
    return;
  }
  // The bounds of the view must be computed before `op`.
  SmallVector<OpFoldResult> offsets = view.getMixedOffsets();
  SmallVector<OpFoldResult> sizes = view.getMixedSizes();
  for (OpFoldResult bound : {offsets[*dim], sizes[*dim]})
    if (auto value = dyn_cast<Value>(bound))
      if (Operation *definition = value.getDefiningOp())
        if (definition->getBlock() == op->getBlock() &&
            !definition->isBeforeInBlock(op)) {
          LDBG() << "initializes all, the bounds of the overwritten view "
                    "are computed later: "
                 << op->getName() << " at " << op->getLoc();
          return;
        }
  LDBG() << "initializes only elements that are not overwritten: "
         << op->getName() << " at " << op->getLoc();
  ImplicitLocOpBuilder b(op->getLoc(), op);
  initializePart(b, op, memory, *dim, b.getIndexAttr(0), offsets[*dim]);
  AffineExpr first = b.getAffineSymbolExpr(0), count = b.getAffineSymbolExpr(1);
  AffineExpr total = b.getAffineSymbolExpr(2);
  SmallVector<OpFoldResult> bounds = {
      offsets[*dim], sizes[*dim],
      memref::getMixedSize(b, b.getLoc(), memory, *dim)};
  auto compute = [&](AffineExpr expr) {
    return affine::makeComposedFoldedAffineApply(
        b, b.getLoc(), AffineMap::get(0, 3, expr), bounds);
  };
  OpFoldResult end = compute(first + count);
  OpFoldResult remaining = compute(total - first - count);
  initializePart(b, op, memory, *dim, end, remaining);
  op->erase();
}

namespace {
struct CopyElision : sg::impl::CopyElisionBase<CopyElision> {
  using CopyElisionBase::CopyElisionBase;

  void runOnOperation() override {
    SmallVector<memref::CopyOp> copies;
    getOperation().walk([&](memref::CopyOp copy) { copies.push_back(copy); });
    for (memref::CopyOp copy : copies) {
      Location loc = copy.getLoc();
      if (removeRedundantCopy(copy)) {
        LDBG() << "elided, the source is read instead: "
               << memref::CopyOp::getOperationName() << " at " << loc;
        continue;
      }
      CopyForwarding forwarding(copy);
      if (forwarding.isPossible())
        forwarding.run();
    }
    SmallVector<Operation *> initializations;
    getOperation().walk([&](Operation *op) {
      if (isa<memref::CopyOp, linalg::LinalgOp>(op))
        initializations.push_back(op);
    });
    for (Operation *op : initializations)
      shrinkInitialization(op);
  }
};
} // namespace
