//===- SharedLoops.cpp - Loops that threads can share ---------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedLoops.h"
#include "PrivatizeAllocs.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "sg/CodeGen/Analysis/MemoryAccesses.h"
#include "sg/StructuredOps/Speculation.h"

using namespace mlir;
using namespace sg;

/// Attribute of the loops to which expandForall expands an scf.forall.
static constexpr llvm::StringLiteral kIndependentAttr = "sg.independent";

void sg::expandForall(scf::ForallOp op) {
  IRRewriter rewriter(op.getContext());
  SmallVector<Operation *> loops;
  LogicalResult expanded = scf::forallToForLoop(rewriter, op, &loops);
  assert(succeeded(expanded) && "a loop on memory has no results");
  (void)expanded;
  for (Operation *loop : loops)
    loop->setAttr(kIndependentAttr, rewriter.getUnitAttr());
  // Hoist the computation of loop bounds out of enclosing loops.
  if (!loops.empty())
    for (auto outer = loops.front()->getParentOfType<LoopLikeOpInterface>();
         outer; outer = outer->getParentOfType<LoopLikeOpInterface>())
      sg::moveLoopInvariantCode(outer);
}

void sg::eraseIndependentAttrs(Operation *root) {
  root->walk([](scf::ForOp loop) { loop->removeAttr(kIndependentAttr); });
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

namespace {
/// A read or write of elements.
struct Access {
  Operation *op;
  /// The accessed memref, after looking through views.
  Value memory;
  /// The index in each dimension, or null if the index is unknown or varies.
  SmallVector<Value> indices;
  bool isWrite;
};

/// Collects the accesses of a loop nest.
class NestAccesses {
public:
  explicit NestAccesses(Operation *root) : temporaries(findTemporaries(root)) {
    root->walk([&](Operation *op) { add(op); });
  }

  bool areAllKnown() const { return !hasUnknownAccess; }
  ArrayRef<Access> get() const { return accesses; }
  ArrayRef<memref::AllocOp> getTemporaries() const { return temporaries; }

private:
  void add(Operation *op);
  void add(Operation *op, Value memory, ValueRange indices, bool isWrite);

  /// Returns true if `memory` belongs to one iteration.
  bool isTemporary(Value memory) const {
    auto allocation = memory.getDefiningOp<memref::AllocOp>();
    return allocation && llvm::is_contained(temporaries, allocation);
  }

  SmallVector<memref::AllocOp> temporaries;
  SmallVector<Access> accesses;
  bool hasUnknownAccess = false;
};
} // namespace

/// Rewrites an access to a view as an access to the source of the view.
static void lookThrough(memref::SubViewOp view, Access &access) {
  SmallVector<Value> indices;
  llvm::SmallBitVector dropped = view.getDroppedDims();
  unsigned viewDim = 0;
  for (auto [dim, offset, size, stride] :
       llvm::enumerate(view.getMixedOffsets(), view.getMixedSizes(),
                       view.getMixedStrides())) {
    Value index = dropped[dim] ? Value() : access.indices[viewDim++];
    if (isOneInteger(size))
      indices.push_back(dyn_cast<Value>(offset));
    else
      indices.push_back(
          isZeroInteger(offset) && isOneInteger(stride) ? index : Value());
  }
  access.indices = indices;
  access.memory = view.getSource();
}

void NestAccesses::add(Operation *op, Value memory, ValueRange indices,
                       bool isWrite) {
  if (!isa<MemRefType>(memory.getType()))
    return;
  Access access{op, memory, llvm::to_vector(indices), isWrite};
  if (indices.empty())
    access.indices.resize(cast<MemRefType>(memory.getType()).getRank());
  while (true) {
    if (auto view = access.memory.getDefiningOp<memref::SubViewOp>())
      lookThrough(view, access);
    else if (auto cast = access.memory.getDefiningOp<memref::CastOp>();
             cast && isa<MemRefType>(cast.getSource().getType()))
      access.memory = cast.getSource();
    else
      break;
  }
  if (!isTemporary(access.memory))
    accesses.push_back(access);
}

void NestAccesses::add(Operation *op) {
  if (auto load = dyn_cast<memref::LoadOp>(op)) {
    add(op, load.getMemRef(), load.getIndices(), /*isWrite=*/false);
  } else if (auto store = dyn_cast<memref::StoreOp>(op)) {
    add(op, store.getMemRef(), store.getIndices(), /*isWrite=*/true);
  } else if (auto structured = dyn_cast<linalg::LinalgOp>(op)) {
    for (OpOperand &operand : op->getOpOperands())
      add(op, operand.get(), {}, structured.isDpsInit(&operand));
  } else if (auto dealloc = dyn_cast<memref::DeallocOp>(op)) {
    hasUnknownAccess |= !isTemporary(dealloc.getMemref());
  } else {
    hasUnknownAccess |= !isMemoryEffectFree(op) &&
                        !op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() &&
                        !isa<cf::AssertOp, memref::AllocOp>(op);
  }
}

//===----------------------------------------------------------------------===//
// Dependences
//===----------------------------------------------------------------------===//

namespace {
/// Finds the loops of a nest that threads can share.
class SharingAnalysis {
public:
  SharingAnalysis(Operation *root, bool anyOrder)
      : root(root), anyOrder(anyOrder), accesses(root) {}

  SharedLoops run();

private:
  bool isInvariant(Value value) {
    return !root->isAncestor(value.getParentBlock()->getParentOp());
  }
  bool isShiftedInductionVar(Value index, scf::ForOp loop);
  bool writesDisjointElements(const Access &write, scf::ForOp loop);
  void collectAdditions();
  bool isOnlyAddedTo(const Access &write);
  bool isUsedOutside(Value memory);
  bool isDeclaredIndependent(scf::ForOp loop);
  StringRef findObstacle(scf::ForOp loop);

  Operation *root;
  bool anyOrder;
  NestAccesses accesses;
  SmallVector<Addition> additions;
  /// Maps the loads and stores of `additions` to their sums.
  DenseMap<Operation *, Operation *> sums;
  SmallVector<scf::ForOp> shared;
};
} // namespace

/// Returns true if `index` is the induction variable of `loop` plus or minus a
/// value defined outside of the nest.
bool SharingAnalysis::isShiftedInductionVar(Value index, scf::ForOp loop) {
  if (index == loop.getInductionVar())
    return true;
  Operation *op = index ? index.getDefiningOp() : nullptr;
  if (!isa_and_nonnull<arith::AddIOp, arith::SubIOp>(op))
    return false;
  Value x = op->getOperand(0), y = op->getOperand(1);
  return (isShiftedInductionVar(x, loop) && isInvariant(y)) ||
         (isInvariant(x) && isShiftedInductionVar(y, loop));
}

/// Returns true if only one iteration of `loop` accesses each written element.
bool SharingAnalysis::writesDisjointElements(const Access &write,
                                             scf::ForOp loop) {
  // With other layouts, different indices may address the same element.
  if (!cast<MemRefType>(write.memory.getType()).getLayout().isIdentity())
    return false;
  return llvm::any_of(
      llvm::enumerate(write.indices), [&](const auto &dimension) {
        size_t dim = dimension.index();
        Value index = dimension.value();
        return isShiftedInductionVar(index, loop) &&
               llvm::all_of(accesses.get(), [&](const Access &other) {
                 if (other.memory == write.memory)
                   return other.indices[dim] == index;
                 return !mayShareMemory(other.memory, write.memory);
               });
      });
}

/// Returns true if atomic ops can compute `sum`. Floats require `anyOrder`,
/// because float addition is not associative.
static bool canBeAtomic(Operation *sum, bool anyOrder) {
  Type type = sum ? sum->getResult(0).getType() : Type();
  if (isa_and_nonnull<arith::AddFOp>(sum))
    return anyOrder &&
           (type.isF16() || type.isBF16() || type.isF32() || type.isF64());
  return isa_and_nonnull<arith::AddIOp>(sum) &&
         (type.isInteger(32) || type.isInteger(64));
}

void SharingAnalysis::collectAdditions() {
  root->walk([&](memref::StoreOp store) {
    Operation *sum = store.getValueToStore().getDefiningOp();
    if (!canBeAtomic(sum, anyOrder) || !sum->hasOneUse())
      return;
    for (Value operand : sum->getOperands()) {
      auto load = operand.getDefiningOp<memref::LoadOp>();
      if (!load || !load->hasOneUse() ||
          load->getBlock() != store->getBlock() ||
          load.getMemRef() != store.getMemRef() ||
          !llvm::equal(load.getIndices(), store.getIndices()))
        continue;
      // No other op may write between the load and the store.
      bool isUninterrupted =
          llvm::none_of(accesses.get(), [&](const Access &access) {
            Operation *ancestor =
                load->getBlock()->findAncestorOpInBlock(*access.op);
            return access.isWrite && ancestor &&
                   load->isBeforeInBlock(ancestor) &&
                   ancestor->isBeforeInBlock(store);
          });
      if (!isUninterrupted)
        continue;
      additions.push_back({load, sum, store});
      sums[load] = sums[store] = sum;
      return;
    }
  });
}

/// Returns true if all accesses to the memory of `write` are additions.
bool SharingAnalysis::isOnlyAddedTo(const Access &write) {
  Operation *sum = sums.lookup(write.op);
  return sum && llvm::all_of(accesses.get(), [&](const Access &other) {
           if (other.memory != write.memory)
             return !mayShareMemory(other.memory, write.memory);
           Operation *otherSum = sums.lookup(other.op);
           return otherSum && otherSum->getName() == sum->getName();
         });
}

/// Returns true if an op outside of `root` reads or writes the memory.
bool SharingAnalysis::isUsedOutside(Value memory) {
  return llvm::any_of(memory.getUsers(), [&](Operation *user) {
    if (root->isAncestor(user) || isa<memref::DeallocOp>(user))
      return false;
    return !isa<ViewLikeOpInterface>(user) ||
           llvm::any_of(user->getResults(),
                        [&](Value view) { return isUsedOutside(view); });
  });
}

/// Returns true if the program declares the iterations of `loop` independent.
/// The declaration does not hold across iterations of an enclosing loop that is
/// not shared, and not for temporary memory.
bool SharingAnalysis::isDeclaredIndependent(scf::ForOp loop) {
  if (!loop->hasAttr(kIndependentAttr))
    return false;
  for (Operation *outer = loop; outer != root;) {
    outer = outer->getParentOp();
    if (isa<LoopLikeOpInterface>(outer) && !llvm::is_contained(shared, outer))
      return false;
  }
  return llvm::all_of(accesses.get(), [&](const Access &access) {
    if (!access.isWrite)
      return true;
    Value memory = getMemory(access.memory);
    return !memory.getDefiningOp<memref::AllocOp>() || isUsedOutside(memory);
  });
}

/// Returns the reason why threads cannot share the loop, or an empty string.
StringRef SharingAnalysis::findObstacle(scf::ForOp loop) {
  if (!loop.getInitArgs().empty())
    return "it has loop-carried values";
  if (!loop.getInductionVar().getType().isIndex() || loop.getUnsignedCmp())
    return "its induction variable is not a signed index";
  if (!isInvariant(loop.getLowerBound()) ||
      !isInvariant(loop.getUpperBound()) || !isInvariant(loop.getStep()))
    return "its bounds are computed in the nest";
  for (const Access &access : accesses.get())
    if (access.isWrite &&
        (!loop->isAncestor(access.op) || !isInvariant(access.memory)))
      return "the nest writes outside of the loop, or to memory defined in the "
             "nest";
  for (memref::AllocOp memory : accesses.getTemporaries())
    if (loop != root && !loop->isProperAncestor(memory))
      return "the memory of an iteration belongs to an enclosing loop";
  if (isDeclaredIndependent(loop))
    return "";
  for (const Access &access : accesses.get())
    if (access.isWrite && !writesDisjointElements(access, loop) &&
        !isOnlyAddedTo(access))
      return "an iteration may access an element that another iteration writes";
  return "";
}

SharedLoops SharingAnalysis::run() {
  if (!accesses.areAllKnown() ||
      llvm::none_of(accesses.get(),
                    [](const Access &access) { return access.isWrite; }))
    return {};
  collectAdditions();
  SmallVector<std::pair<scf::ForOp, StringRef>> rejectedLoops;
  root->walk<WalkOrder::PreOrder>([&](scf::ForOp loop) {
    StringRef obstacle = findObstacle(loop);
    if (obstacle.empty())
      shared.push_back(loop);
    else
      rejectedLoops.emplace_back(loop, obstacle);
  });
  // Additions to elements that belong to one thread need not be atomic.
  auto isAtomic = [&](const Addition &addition) {
    return llvm::any_of(accesses.get(), [&](const Access &access) {
      return access.op == addition.store && isOnlyAddedTo(access) &&
             llvm::any_of(shared, [&](scf::ForOp loop) {
               return !isDeclaredIndependent(loop) &&
                      !writesDisjointElements(access, loop);
             });
    });
  };
  return {shared, llvm::filter_to_vector(additions, isAtomic),
          std::move(rejectedLoops)};
}

SharedLoops sg::findSharedLoops(Operation *root, bool anyOrder) {
  return SharingAnalysis(root, anyOrder).run();
}

void sg::makeAtomic(const Addition &addition) {
  auto [load, sum, store] = addition;
  Value addend =
      sum->getOperand(sum->getOperand(0) == load.getResult() ? 1 : 0);
  OpBuilder b(store);
  memref::AtomicRMWOp::create(b, store.getLoc(),
                              isa<arith::AddFOp>(sum)
                                  ? arith::AtomicRMWKind::addf
                                  : arith::AtomicRMWKind::addi,
                              addend, store.getMemRef(), store.getIndices());
  store.erase();
  sum->erase();
  load.erase();
}
