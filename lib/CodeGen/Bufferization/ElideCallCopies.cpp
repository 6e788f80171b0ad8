//===- ElideCallCopies.cpp - Calls without copies, memory freed early
//---------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One-shot bufferization assumes that a recursive call writes to its arguments
// and returns any of them, and the deallocation pass frees memory at the end of
// a block. Each level of a recursion would then hold copies of its arguments
// and what it has long used up. Once the deallocation pass has run, memory that
// a function returns belongs to its caller alone: that is what is used here.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "sg/CodeGen/Analysis/AllocLiveness.h"
#include "sg/CodeGen/Bufferization/Passes.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-elide-call-copies"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_ELIDECALLCOPIES
#include "sg/CodeGen/Bufferization/Passes.h.inc"
} // namespace sg

using Aliases = llvm::SmallSetVector<Value, 8>;

/// The function that `op` calls, where its body is known.
static func::FuncOp calleeWithBody(Operation *op, const SymbolTable &symbols) {
  auto call = dyn_cast_or_null<func::CallOp>(op);
  auto callee =
      call ? symbols.lookup<func::FuncOp>(call.getCallee()) : func::FuncOp();
  return callee && !callee.isExternal() ? callee : func::FuncOp();
}

/// The memory that `memref` is a part of.
static Value skipViews(Value memref) {
  while (true) {
    if (auto whole = memref.getDefiningOp<memref::ExtractStridedMetadataOp>())
      memref = whole.getSource();
    else if (auto cast = memref.getDefiningOp<memref::CastOp>())
      memref = cast.getSource();
    else
      return memref;
  }
}

namespace {
/// What is known of the memory in a function.
struct Buffers {
  Buffers(func::FuncOp function, const SymbolTable &symbols)
      : flow(function), symbols(symbols) {}

  /// What may share the memory of `root`, from it on.
  Aliases aliasesOf(Value root) const {
    Aliases aliases;
    aliases.insert(root);
    // A function may return the same memory twice.
    if (Operation *op = root.getDefiningOp(); calleeWithBody(op, symbols))
      for (Value result : op->getResults())
        if (isa<BaseMemRefType>(result.getType()))
          aliases.insert(result);
    for (size_t next = 0; next < aliases.size(); ++next) {
      auto found = flow.find(aliases[next]);
      if (found == flow.end())
        continue;
      for (Value dependent : found->second)
        if (!calleeWithBody(dependent.getDefiningOp(), symbols))
          aliases.insert(dependent);
    }
    return aliases;
  }

  /// Whether `value` is memory of its own from where it is defined.
  bool isFresh(Value value) const {
    Operation *op = value.getDefiningOp();
    return op && (isa<memref::AllocOp>(op) || calleeWithBody(op, symbols));
  }

  BufferViewFlowAnalysis flow;
  const SymbolTable &symbols;
};
} // namespace

/// Whether `op` hands memory to where it is not followed.
static bool losesTrack(Operation *op) {
  return isa<UnrealizedConversionCastOp,
             memref::ExtractAlignedPointerAsIndexOp>(op);
}

/// Whether `op` asks where memory is and how large, not what is in it.
static bool asksForShape(Operation *op) {
  return isa<memref::DimOp, memref::ExtractStridedMetadataOp>(op);
}

//===----------------------------------------------------------------------===//
// Arguments that are only read
//===----------------------------------------------------------------------===//

namespace {
/// For each function, the arguments that it may write to.
class WrittenArguments {
public:
  WrittenArguments(ModuleOp module, const SymbolTable &symbols)
      : symbols(symbols) {
    bool isFinal = false;
    while (!isFinal) {
      isFinal = true;
      for (auto function : module.getOps<func::FuncOp>())
        if (!function.isExternal())
          isFinal &= !update(function);
    }
  }

  bool contains(func::FuncOp function, unsigned i) const {
    auto found = written.find(function);
    return found == written.end() || found->second.contains(i);
  }

private:
  /// Whether something was found.
  bool update(func::FuncOp function) {
    Buffers buffers(function, symbols);
    llvm::SmallDenseSet<unsigned> &found = written[function];
    size_t before = found.size();
    for (BlockArgument argument : function.getArguments())
      if (isa<BaseMemRefType>(argument.getType()) &&
          llvm::any_of(buffers.aliasesOf(argument),
                       [&](Value alias) { return mayBeWritten(alias); }))
        found.insert(argument.getArgNumber());
    return found.size() != before;
  }

  bool mayBeWritten(Value memref) const {
    return llvm::any_of(memref.getUses(), [&](OpOperand &use) {
      Operation *op = use.getOwner();
      if (func::FuncOp callee = calleeWithBody(op, symbols))
        return written.contains(callee) &&
               contains(callee, use.getOperandNumber());
      if (losesTrack(op))
        return true;
      // The condition of a deallocation knows whose the memory is.
      if (isa<RegionBranchOpInterface, bufferization::DeallocOp>(op) ||
          op->hasTrait<OpTrait::IsTerminator>() || isPure(op))
        return false;
      auto effects = dyn_cast<MemoryEffectOpInterface>(op);
      return !effects ||
             effects.getEffectOnValue<MemoryEffects::Write>(memref) ||
             effects.getEffectOnValue<MemoryEffects::Free>(memref);
    });
  }

  const SymbolTable &symbols;
  llvm::DenseMap<Operation *, llvm::SmallDenseSet<unsigned>> written;
};
} // namespace

//===----------------------------------------------------------------------===//
// Arguments without copies
//===----------------------------------------------------------------------===//

/// The copy that fills memory which is there for one call only.
static memref::CopyOp copyForCall(func::CallOp call, memref::AllocOp alloc) {
  memref::CopyOp copy;
  unsigned passed = 0;
  for (OpOperand &use : alloc->getUses()) {
    Operation *user = use.getOwner();
    auto dealloc = dyn_cast<bufferization::DeallocOp>(user);
    if (user == call)
      ++passed;
    else if (auto writes = dyn_cast<memref::CopyOp>(user);
             writes && !copy && writes.getTarget() == alloc)
      copy = writes;
    else if (!(dealloc &&
               !llvm::is_contained(dealloc.getRetained(), alloc.getResult())) &&
             !isa<memref::DimOp>(user))
      return {};
  }
  bool isOnItsWay = copy && copy->getBlock() == call->getBlock() &&
                    alloc->getBlock() == call->getBlock() &&
                    copy->isBeforeInBlock(call);
  return passed == 1 && isOnItsWay ? copy : memref::CopyOp();
}

/// Whether `op` leaves the memory of `aliases` as it is.
static bool leaves(Operation &op, const Aliases &aliases) {
  auto copy = dyn_cast<memref::CopyOp>(op);
  return isMemoryEffectFree(&op) || isa<memref::AllocOp, cf::AssertOp>(op) ||
         (copy && copy.getTarget().getDefiningOp<memref::AllocOp>() &&
          !aliases.contains(copy.getTarget()));
}

/// Says why the copy for a call is not elided.
static bool keepCopy(memref::CopyOp copy, StringRef why) {
  LDBG() << "kept for a call, " << why << ": " << copy->getName() << " at "
         << copy.getLoc();
  return false;
}

/// Whether `source` may stand for its copy as operand `number`: either nobody
/// writes, or nobody reads it later.
static bool mayStandForCopy(Value source, memref::CopyOp copy,
                            func::CallOp call, unsigned number,
                            const WrittenArguments &written,
                            const Buffers &buffers) {
  func::FuncOp callee = calleeWithBody(call, buffers.symbols);
  Aliases aliases = buffers.aliasesOf(skipViews(source));
  for (Operation &op :
       llvm::make_range(std::next(copy->getIterator()), call->getIterator()))
    if (!leaves(op, aliases))
      return keepCopy(copy, "the source may be written before the call");
  bool isShared = false;
  for (auto [i, operand] : llvm::enumerate(call.getOperands())) {
    if (i == number || !isa<BaseMemRefType>(operand.getType()))
      continue;
    bool isOther = operand.getDefiningOp<memref::AllocOp>() &&
                   !buffers.aliasesOf(operand).contains(source);
    if (written.contains(callee, i) && !isOther)
      return keepCopy(copy, "the call may write to it by another argument");
    isShared |= aliases.contains(operand);
  }
  if (!written.contains(callee, number))
    return true;
  if (isShared || !buffers.isFresh(source) ||
      source.getParentBlock() != call->getBlock())
    return keepCopy(copy, "the call writes, and the source has other owners");
  bool isLastUse = llvm::all_of(aliases, [&](Value alias) {
    return llvm::all_of(alias.getUsers(), [&](Operation *user) {
      Operation *here = call->getBlock()->findAncestorOpInBlock(*user);
      if (losesTrack(user))
        return false;
      return here == copy || (here && here->isBeforeInBlock(copy)) ||
             isa<bufferization::DeallocOp>(user) || asksForShape(user);
    });
  });
  return isLastUse || keepCopy(copy, "the call writes, and the source is read "
                                     "later");
}

/// Removes each deallocation of `memref`.
static void keep(Value memref) {
  for (Operation *user : llvm::to_vector(memref.getUsers())) {
    auto dealloc = dyn_cast<bufferization::DeallocOp>(user);
    if (!dealloc)
      continue;
    for (unsigned i = dealloc.getMemrefs().size(); i-- > 0;)
      if (dealloc.getMemrefs()[i] == memref) {
        dealloc.getMemrefsMutable().erase(i);
        dealloc.getConditionsMutable().erase(i);
      }
  }
}

static void dropCopies(func::CallOp call, const WrittenArguments &written,
                       const Buffers &buffers) {
  if (!calleeWithBody(call, buffers.symbols))
    return;
  for (OpOperand &operand : call->getOpOperands()) {
    auto alloc = operand.get().getDefiningOp<memref::AllocOp>();
    memref::CopyOp copy = alloc ? copyForCall(call, alloc) : memref::CopyOp();
    if (!copy)
      continue;
    if (copy.getSource().getType() != alloc.getType()) {
      keepCopy(copy, "the source has another layout");
      continue;
    }
    if (!mayStandForCopy(copy.getSource(), copy, call,
                         operand.getOperandNumber(), written, buffers))
      continue;
    LDBG() << "elided for a call: " << copy->getName() << " at "
           << copy.getLoc();
    Value source = copy.getSource();
    keep(alloc);
    copy.erase();
    alloc.getResult().replaceAllUsesWith(source);
    alloc.erase();
  }
}

//===----------------------------------------------------------------------===//
// Memory that is freed after its last use
//===----------------------------------------------------------------------===//

/// The last op of the block of `dealloc` that uses the memory `i` of it; none
/// where that is not known to be memory of its own.
static Operation *lastUse(bufferization::DeallocOp dealloc, unsigned i,
                          const Buffers &buffers) {
  Value root = skipViews(dealloc.getMemrefs()[i]);
  if (!matchPattern(dealloc.getConditions()[i], m_One()) ||
      !buffers.isFresh(root) || root.getParentBlock() != dealloc->getBlock())
    return nullptr;
  Aliases aliases = buffers.aliasesOf(root);
  for (auto [other, memref] : llvm::enumerate(dealloc.getMemrefs()))
    if (other != i && aliases.contains(memref))
      return nullptr;
  Operation *last = root.getDefiningOp();
  for (Value alias : aliases)
    for (Operation *user : alias.getUsers()) {
      if (asksForShape(user) ||
          (user == dealloc &&
           !llvm::is_contained(dealloc.getRetained(), alias)))
        continue;
      Operation *here = dealloc->getBlock()->findAncestorOpInBlock(*user);
      if (!here || !here->isBeforeInBlock(dealloc) || losesTrack(user))
        return nullptr;
      if (last->isBeforeInBlock(here))
        last = here;
    }
  return last;
}

static void freeEarly(bufferization::DeallocOp dealloc,
                      const Buffers &buffers) {
  for (unsigned i = dealloc.getMemrefs().size(); i-- > 0;) {
    Operation *last = lastUse(dealloc, i, buffers);
    Location loc = dealloc.getMemrefs()[i].getLoc();
    if (!last) {
      LDBG() << "freed at the end of its block, no last use is known: the "
                "memory at "
             << loc;
      continue;
    }
    LDBG() << "freed after its last use by " << last->getName() << " at "
           << last->getLoc() << ": the memory at " << loc;
    OpBuilder b(last->getContext());
    b.setInsertionPointAfter(last);
    memref::DeallocOp::create(b, dealloc.getLoc(),
                              skipViews(dealloc.getMemrefs()[i]));
    dealloc.getMemrefsMutable().erase(i);
    dealloc.getConditionsMutable().erase(i);
  }
}

namespace {
struct ElideCallCopies : sg::impl::ElideCallCopiesBase<ElideCallCopies> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    WrittenArguments written(getOperation(), symbols);
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      // A copy that goes has no aliases: what is known stays true.
      Buffers buffers(function, symbols);
      function.walk(
          [&](func::CallOp call) { dropCopies(call, written, buffers); });
      function.walk([&](bufferization::DeallocOp dealloc) {
        freeEarly(dealloc, buffers);
      });
      // They move along the way.
      SmallVector<memref::AllocOp> allocs;
      function.walk([&](memref::AllocOp alloc) { allocs.push_back(alloc); });
      for (memref::AllocOp alloc : allocs)
        sg::shortenLife(alloc);
    }
  }
};
} // namespace
