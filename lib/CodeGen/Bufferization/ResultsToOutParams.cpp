//===- ResultsToOutParams.cpp - Results in memory of the caller -----------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's buffer-results-to-out-params supports only results that are
// allocations. Residuals are often reshaped allocations, and two residuals may
// share one allocation.
//
//===----------------------------------------------------------------------===//

#include "mlir/Analysis/CallGraph.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "sg/CodeGen/Bufferization/Passes.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-results-to-out-params"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_RESULTSTOOUTPARAMS
#include "sg/CodeGen/Bufferization/Passes.h.inc"
} // namespace sg

namespace {
/// The ops of a module that refer to its functions. A single walk collects
/// these ops, because a walk per function would take quadratic time.
class FunctionUses {
public:
  explicit FunctionUses(ModuleOp module) {
    std::optional<SymbolTable::UseRange> uses =
        SymbolTable::getSymbolUses(&module.getBodyRegion());
    isComplete = uses.has_value();
    if (isComplete)
      for (SymbolTable::SymbolUse use : *uses)
        users[use.getSymbolRef().getRootReference()].insert(use.getUser());
  }

  ArrayRef<Operation *> of(func::FuncOp function) const {
    auto entry = users.find(function.getNameAttr());
    return entry == users.end() ? ArrayRef<Operation *>()
                                : entry->second.getArrayRef();
  }

  /// Returns true if only calls in the module refer to the function.
  bool isOnlyCalled(func::FuncOp function) const {
    return function.isPrivate() && isComplete &&
           llvm::all_of(of(function), llvm::IsaPred<func::CallOp>);
  }

private:
  /// True if all symbol uses in the module are known.
  bool isComplete;
  llvm::DenseMap<StringAttr, llvm::SmallSetVector<Operation *, 2>> users;
};
} // namespace

namespace {
/// Rewrites a private function whose results are arguments or allocations of
/// known size, possibly reshaped: callers pass the allocations.
class OutParamRewriter {
public:
  explicit OutParamRewriter(func::FuncOp function) : function(function) {}

  bool isPossible();
  void run(ArrayRef<Operation *> calls);

private:
  bool traceResult(Value result);
  void rewriteCall(func::CallOp call);
  void rewriteFunction();

  func::FuncOp function;
  func::ReturnOp returnOp;
  llvm::SmallSetVector<memref::AllocOp, 8> allocs;
  /// The allocation or argument from which a result is reshaped, and the
  /// reshapes in program order. The memory is null for a result that stays, for
  /// example a scalar.
  struct Origin {
    Value memory;
    SmallVector<Operation *> reshapes;
  };
  SmallVector<Origin> origins;
};
} // namespace

bool OutParamRewriter::traceResult(Value result) {
  Origin &origin = origins.emplace_back();
  if (!isa<BaseMemRefType>(result.getType()))
    return true;
  while (Operation *op = result.getDefiningOp()) {
    if (!isa<memref::CollapseShapeOp, memref::ExpandShapeOp, memref::CastOp>(
            op) ||
        op->getNumOperands() != 1)
      break;
    origin.reshapes.insert(origin.reshapes.begin(), op);
    result = op->getOperand(0);
  }
  origin.memory = result;
  if (auto argument = dyn_cast<BlockArgument>(result))
    return argument.getOwner() == &function.front();
  auto alloc = result.getDefiningOp<memref::AllocOp>();
  if (!alloc || alloc->getBlock() != &function.front())
    return false;
  if (alloc.getType().hasStaticShape())
    allocs.insert(alloc);
  else
    origin.memory = {};
  return true;
}

bool OutParamRewriter::isPossible() {
  if (!llvm::hasSingleElement(function.getBody()))
    return false;
  returnOp = dyn_cast<func::ReturnOp>(function.front().getTerminator());
  return returnOp &&
         llvm::all_of(returnOp.getOperands(),
                      [&](Value result) { return traceResult(result); }) &&
         !allocs.empty();
}

void OutParamRewriter::rewriteCall(func::CallOp call) {
  OpBuilder b(call);
  SmallVector<Value> operands(call.getOperands());
  IRMapping map;
  map.map(function.getArguments(), operands);
  for (memref::AllocOp alloc : allocs) {
    Operation *callerAlloc = b.clone(*alloc);
    callerAlloc->setLoc(call.getLoc());
    operands.push_back(callerAlloc->getResult(0));
    map.map(alloc.getResult(), operands.back());
  }
  SmallVector<Type> types;
  for (auto [origin, type] : llvm::zip_equal(origins, call.getResultTypes()))
    if (!origin.memory)
      types.push_back(type);
  auto newCall = func::CallOp::create(b, call.getLoc(), function.getName(),
                                      types, operands);
  auto kept = newCall.getResults().begin();
  for (auto [i, origin] : llvm::enumerate(origins)) {
    if (!origin.memory) {
      call.getResult(i).replaceAllUsesWith(*kept++);
      continue;
    }
    Value value = map.lookup(origin.memory);
    for (Operation *reshape : origin.reshapes) {
      IRMapping reshapeMap;
      reshapeMap.map(reshape->getOperand(0), value);
      value = b.clone(*reshape, reshapeMap)->getResult(0);
    }
    call.getResult(i).replaceAllUsesWith(value);
  }
  call.erase();
}

void OutParamRewriter::rewriteFunction() {
  SmallVector<Value> kept;
  for (auto [origin, value] : llvm::zip_equal(origins, returnOp.getOperands()))
    if (!origin.memory)
      kept.push_back(value);
  returnOp->setOperands(kept);
  auto noAlias = OpBuilder(function).getDictionaryAttr(
      OpBuilder(function).getNamedAttr(LLVM::LLVMDialect::getNoAliasAttrName(),
                                       OpBuilder(function).getUnitAttr()));
  for (memref::AllocOp alloc : allocs) {
    unsigned position = function.getNumArguments();
    if (failed(function.insertArgument(position, alloc.getType(), noAlias,
                                       alloc.getLoc())))
      llvm_unreachable("a function takes any argument");
    alloc.replaceAllUsesWith(function.getArgument(position));
    alloc.erase();
  }
  function.setFunctionType(FunctionType::get(function.getContext(),
                                             function.getArgumentTypes(),
                                             ValueRange(kept).getTypes()));
  function.removeResAttrsAttr();
}

void OutParamRewriter::run(ArrayRef<Operation *> calls) {
  LDBG() << "results moved to memory of the caller: @" << function.getName();
  for (Operation *call : calls)
    rewriteCall(cast<func::CallOp>(call));
  rewriteFunction();
}

namespace {
struct ResultsToOutParams
    : sg::impl::ResultsToOutParamsBase<ResultsToOutParams> {
  void runOnOperation() override {
    DenseSet<Operation *> recursive = findRecursive();
    // Rewriting a function erases only calls to this function. The other
    // entries of 'uses' stay valid.
    const FunctionUses uses(getOperation());
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      OutParamRewriter rewriter(function);
      if (recursive.contains(function) || !uses.isOnlyCalled(function) ||
          !rewriter.isPossible()) {
        LDBG() << "left alone: @" << function.getName();
        continue;
      }
      rewriter.run(uses.of(function));
    }
  }

private:
  DenseSet<Operation *> findRecursive() {
    DenseSet<Operation *> functions;
    const CallGraph calls(getOperation());
    for (auto component = llvm::scc_begin(&calls); !component.isAtEnd();
         ++component)
      if (component.hasCycle())
        for (const CallGraphNode *node : *component)
          if (!node->isExternal())
            functions.insert(node->getCallableRegion()->getParentOp());
    return functions;
  }
};
} // namespace
