//===- ElideCallCopies.cpp - Calls without copies, early deallocation -----===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One-shot bufferization assumes that a recursive call writes to its arguments
// and may return any argument. The deallocation pass frees memory at the end of
// a block. Each level of a recursion would therefore hold copies of its
// arguments and dead memory. This pass relies on the ownership after the
// deallocation pass: only the caller owns the memory that a function returns.
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

/// Returns the callee of `op`, or null if `op` is no call or its callee is
/// external.
static func::FuncOp getCalleeWithBody(Operation *op,
                                      const SymbolTable &symbols) {
  auto call = dyn_cast_or_null<func::CallOp>(op);
  auto callee =
      call ? symbols.lookup<func::FuncOp>(call.getCallee()) : func::FuncOp();
  return callee && !callee.isExternal() ? callee : func::FuncOp();
}

/// Returns the source of the chain of casts and metadata extractions that ends
/// in `memref`.
static Value skipViews(Value memref) {
  while (true) {
    if (auto op = memref.getDefiningOp<memref::ExtractStridedMetadataOp>())
      memref = op.getSource();
    else if (auto cast = memref.getDefiningOp<memref::CastOp>())
      memref = cast.getSource();
    else
      return memref;
  }
}

namespace {
/// Alias information for the memrefs of a function.
struct AliasInfo {
  AliasInfo(func::FuncOp function, const SymbolTable &symbols)
      : flow(function), symbols(symbols) {}

  /// Returns `root` and the derived values that may alias `root`.
  Aliases aliasesOf(Value root) const {
    Aliases aliases;
    aliases.insert(root);
    // Two results of a call may share memory.
    if (Operation *op = root.getDefiningOp(); getCalleeWithBody(op, symbols))
      for (Value result : op->getResults())
        if (isa<BaseMemRefType>(result.getType()))
          aliases.insert(result);
    for (size_t next = 0; next < aliases.size(); ++next) {
      auto entry = flow.find(aliases[next]);
      if (entry == flow.end())
        continue;
      for (Value dependent : entry->second)
        if (!getCalleeWithBody(dependent.getDefiningOp(), symbols))
          aliases.insert(dependent);
    }
    return aliases;
  }

  /// Returns true if `value` is newly allocated memory, or a result of a call
  /// to a known function.
  bool isFresh(Value value) const {
    Operation *op = value.getDefiningOp();
    return op && (isa<memref::AllocOp>(op) || getCalleeWithBody(op, symbols));
  }

  BufferViewFlowAnalysis flow;
  const SymbolTable &symbols;
};
} // namespace

/// Returns true if `op` converts a memref to a value that the alias analysis
/// does not follow.
static bool hidesAliases(Operation *op) {
  return isa<UnrealizedConversionCastOp,
             memref::ExtractAlignedPointerAsIndexOp>(op);
}

/// Returns true if `op` reads the address, the sizes or the strides of a
/// memref, but no elements.
static bool readsOnlyMetadata(Operation *op) {
  return isa<memref::DimOp, memref::ExtractStridedMetadataOp>(op);
}

//===----------------------------------------------------------------------===//
// Arguments that are only read
//===----------------------------------------------------------------------===//

namespace {
/// The arguments that each function may write to, also through recursive calls.
class WrittenArguments {
public:
  WrittenArguments(ModuleOp module, const SymbolTable &symbols)
      : symbols(symbols) {
    bool isFixedPoint = false;
    while (!isFixedPoint) {
      isFixedPoint = true;
      for (auto function : module.getOps<func::FuncOp>())
        if (!function.isExternal())
          isFixedPoint &= !update(function);
    }
  }

  bool contains(func::FuncOp function, unsigned i) const {
    auto entry = written.find(function);
    return entry == written.end() || entry->second.contains(i);
  }

private:
  /// Adds the arguments that `function` writes to. Returns true if the set has
  /// grown.
  bool update(func::FuncOp function) {
    AliasInfo info(function, symbols);
    llvm::SmallDenseSet<unsigned> &arguments = written[function];
    size_t oldSize = arguments.size();
    for (BlockArgument argument : function.getArguments())
      if (isa<BaseMemRefType>(argument.getType()) &&
          llvm::any_of(info.aliasesOf(argument),
                       [&](Value alias) { return mayBeWritten(alias); }))
        arguments.insert(argument.getArgNumber());
    return arguments.size() != oldSize;
  }

  bool mayBeWritten(Value memref) const {
    return llvm::any_of(memref.getUses(), [&](OpOperand &use) {
      Operation *op = use.getOwner();
      if (func::FuncOp callee = getCalleeWithBody(op, symbols))
        return written.contains(callee) &&
               contains(callee, use.getOperandNumber());
      if (hidesAliases(op))
        return true;
      // A deallocation frees memory only if its condition confirms the
      // ownership.
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
// Copies made for a call
//===----------------------------------------------------------------------===//

/// Returns the copy that initializes `alloc` before `call`, or null. Apart from
/// the copy, only one operand of `call`, deallocations and memref.dim may use
/// `alloc`.
static memref::CopyOp getCopyForCall(func::CallOp call, memref::AllocOp alloc) {
  memref::CopyOp copy;
  unsigned numPassed = 0;
  for (OpOperand &use : alloc->getUses()) {
    Operation *user = use.getOwner();
    auto dealloc = dyn_cast<bufferization::DeallocOp>(user);
    if (user == call)
      ++numPassed;
    else if (auto write = dyn_cast<memref::CopyOp>(user);
             write && !copy && write.getTarget() == alloc)
      copy = write;
    else if (!(dealloc &&
               !llvm::is_contained(dealloc.getRetained(), alloc.getResult())) &&
             !isa<memref::DimOp>(user))
      return {};
  }
  bool precedesCall = copy && copy->getBlock() == call->getBlock() &&
                      alloc->getBlock() == call->getBlock() &&
                      copy->isBeforeInBlock(call);
  return numPassed == 1 && precedesCall ? copy : memref::CopyOp();
}

/// Returns true if `op` does not write to the memory of `aliases`.
static bool preserves(Operation &op, const Aliases &aliases) {
  auto copy = dyn_cast<memref::CopyOp>(op);
  return isMemoryEffectFree(&op) || isa<memref::AllocOp, cf::AssertOp>(op) ||
         (copy && copy.getTarget().getDefiningOp<memref::AllocOp>() &&
          !aliases.contains(copy.getTarget()));
}

/// Logs the reason why the copy for a call is kept. Returns false.
static bool keepCopy(memref::CopyOp copy, StringRef reason) {
  LDBG() << "kept for a call, " << reason << ": " << copy->getName() << " at "
         << copy.getLoc();
  return false;
}

/// Returns true if `source` may be passed as operand `operandIndex` instead of
/// its copy. Either the call must not write to the argument, or `source` must
/// not be read afterwards.
static bool canPassSource(Value source, memref::CopyOp copy, func::CallOp call,
                          unsigned operandIndex,
                          const WrittenArguments &written,
                          const AliasInfo &info) {
  func::FuncOp callee = getCalleeWithBody(call, info.symbols);
  Aliases aliases = info.aliasesOf(skipViews(source));
  for (Operation &op :
       llvm::make_range(std::next(copy->getIterator()), call->getIterator()))
    if (!preserves(op, aliases))
      return keepCopy(copy, "the source may be written before the call");
  bool isShared = false;
  for (auto [i, operand] : llvm::enumerate(call.getOperands())) {
    if (i == operandIndex || !isa<BaseMemRefType>(operand.getType()))
      continue;
    bool isSeparate = operand.getDefiningOp<memref::AllocOp>() &&
                      !info.aliasesOf(operand).contains(source);
    if (written.contains(callee, i) && !isSeparate)
      return keepCopy(
          copy, "the call may write to the source through another argument");
    isShared |= aliases.contains(operand);
  }
  if (!written.contains(callee, operandIndex))
    return true;
  if (isShared || !info.isFresh(source) ||
      source.getParentBlock() != call->getBlock())
    return keepCopy(copy, "the call writes, and the source has other owners");
  bool isLastUse = llvm::all_of(aliases, [&](Value alias) {
    return llvm::all_of(alias.getUsers(), [&](Operation *user) {
      Operation *ancestor = call->getBlock()->findAncestorOpInBlock(*user);
      if (hidesAliases(user))
        return false;
      return ancestor == copy ||
             (ancestor && ancestor->isBeforeInBlock(copy)) ||
             isa<bufferization::DeallocOp>(user) || readsOnlyMetadata(user);
    });
  });
  return isLastUse || keepCopy(copy, "the call writes, and the source is read "
                                     "later");
}

static void removeDeallocations(Value memref) {
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
                       const AliasInfo &info) {
  if (!getCalleeWithBody(call, info.symbols))
    return;
  for (OpOperand &operand : call->getOpOperands()) {
    auto alloc = operand.get().getDefiningOp<memref::AllocOp>();
    memref::CopyOp copy =
        alloc ? getCopyForCall(call, alloc) : memref::CopyOp();
    if (!copy)
      continue;
    if (copy.getSource().getType() != alloc.getType()) {
      keepCopy(copy, "the source has another layout");
      continue;
    }
    if (!canPassSource(copy.getSource(), copy, call, operand.getOperandNumber(),
                       written, info))
      continue;
    LDBG() << "elided for a call: " << copy->getName() << " at "
           << copy.getLoc();
    Value source = copy.getSource();
    removeDeallocations(alloc);
    copy.erase();
    alloc.getResult().replaceAllUsesWith(source);
    alloc.erase();
  }
}

//===----------------------------------------------------------------------===//
// Deallocation after the last use
//===----------------------------------------------------------------------===//

/// Returns the last op in the block of `dealloc` that uses memref `i` of
/// `dealloc`. Returns null if the memory may have other owners.
static Operation *getLastUse(bufferization::DeallocOp dealloc, unsigned i,
                             const AliasInfo &info) {
  Value root = skipViews(dealloc.getMemrefs()[i]);
  if (!matchPattern(dealloc.getConditions()[i], m_One()) ||
      !info.isFresh(root) || root.getParentBlock() != dealloc->getBlock())
    return nullptr;
  Aliases aliases = info.aliasesOf(root);
  for (auto [j, memref] : llvm::enumerate(dealloc.getMemrefs()))
    if (j != i && aliases.contains(memref))
      return nullptr;
  Operation *last = root.getDefiningOp();
  for (Value alias : aliases)
    for (Operation *user : alias.getUsers()) {
      if (readsOnlyMetadata(user) ||
          (user == dealloc &&
           !llvm::is_contained(dealloc.getRetained(), alias)))
        continue;
      Operation *ancestor = dealloc->getBlock()->findAncestorOpInBlock(*user);
      if (!ancestor || !ancestor->isBeforeInBlock(dealloc) ||
          hidesAliases(user))
        return nullptr;
      if (last->isBeforeInBlock(ancestor))
        last = ancestor;
    }
  return last;
}

static void freeEarly(bufferization::DeallocOp dealloc, const AliasInfo &info) {
  for (unsigned i = dealloc.getMemrefs().size(); i-- > 0;) {
    Operation *last = getLastUse(dealloc, i, info);
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
      // An elided copy has no aliases, so the alias information stays valid.
      AliasInfo info(function, symbols);
      function.walk(
          [&](func::CallOp call) { dropCopies(call, written, info); });
      function.walk(
          [&](bufferization::DeallocOp dealloc) { freeEarly(dealloc, info); });
      // Collect the allocations before shrinkLiveRange moves them.
      SmallVector<memref::AllocOp> allocs;
      function.walk([&](memref::AllocOp alloc) { allocs.push_back(alloc); });
      for (memref::AllocOp alloc : allocs)
        sg::shrinkLiveRange(alloc);
    }
  }
};
} // namespace
