//===- OutlineRepeats.cpp - Outline repeated sequences of ops -------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RepeatedOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/SymbolTable.h"
#include "sg/Support/OptionChecks.h"
#include "sg/Transforms/Passes.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "grad-outline-repeats"

using namespace mlir;
using namespace sg::grad;

namespace sg::grad {
#define GEN_PASS_DEF_OUTLINEREPEATS
#include "sg/Transforms/Passes.h.inc"
} // namespace sg::grad

//===----------------------------------------------------------------------===//
// Values that occurrences share
//===----------------------------------------------------------------------===//

/// Returns true if each occurrence should recompute `op` instead of receiving
/// the result as an argument: for tensor.empty, and for a fill of a
/// tensor.empty with a constant.
static bool isCheap(Operation *op) {
  if (isa<tensor::EmptyOp>(op))
    return true;
  auto fill = dyn_cast<linalg::FillOp>(op);
  return fill && matchPattern(fill.value(), m_Constant()) &&
         fill.output().getDefiningOp<tensor::EmptyOp>();
}

/// Clones each cheap op before each of its users.
static void cloneCheapOpsForUsers(Block &block) {
  // Visit a fill before its tensor.empty: the clones of the fill share the
  // tensor.empty, which is then cloned once per clone.
  for (Operation &op :
       llvm::make_early_inc_range(llvm::reverse(block.getOperations()))) {
    if (!isCheap(&op))
      continue;
    llvm::MapVector<Operation *, SmallVector<OpOperand *>> uses;
    for (OpOperand &use : op.getUses())
      uses[block.findAncestorOpInBlock(*use.getOwner())].push_back(&use);
    SmallVector<Operation *> users =
        llvm::map_to_vector(uses, [](auto &entry) { return entry.first; });
    llvm::sort(users, [](Operation *a, Operation *b) {
      return a->isBeforeInBlock(b);
    });
    for (Operation *user : users) {
      Operation *clone = OpBuilder(user).clone(op);
      for (OpOperand *use : uses[user])
        use->set(clone->getResult(0));
    }
    if (!users.empty())
      op.erase();
  }
}

/// Returns true if `ops` contain a reduction. A chain of elementwise ops is not
/// outlined, because fusion turns such a chain into one loop nest.
static bool hasReductions(ArrayRef<Operation *> ops) {
  return llvm::any_of(ops, [](Operation *op) {
    auto structured = dyn_cast<linalg::LinalgOp>(op);
    return structured && structured.getNumReductionLoops() != 0;
  });
}

//===----------------------------------------------------------------------===//
// One function for several occurrences
//===----------------------------------------------------------------------===//

namespace {
class Outliner {
public:
  Outliner(const RepeatedOps &repeated, func::FuncOp from)
      : repeated(repeated), from(from) {}

  func::FuncOp run(SymbolTable &symbols);

private:
  void chooseParameters();
  func::FuncOp build(SymbolTable &symbols);
  func::CallOp createCall(func::FuncOp function, unsigned occurrence);
  void replace(const OpSequence &ops, func::CallOp call);

  const RepeatedOps &repeated;
  func::FuncOp from;
  /// The value of each parameter in each occurrence.
  SmallVector<ArrayRef<Value>> parameters;
  /// Parameter index of each input, std::nullopt for a shared constant.
  SmallVector<std::optional<unsigned>> parameterOf;
};
} // namespace

/// Chooses the parameters. Inputs that are equal in every occurrence share one.
void Outliner::chooseParameters() {
  for (const SmallVector<Value> &values : repeated.inputs) {
    if (llvm::all_equal(values) && matchPattern(values.front(), m_Constant())) {
      parameterOf.push_back(std::nullopt);
      continue;
    }
    auto known = llvm::find(parameters, ArrayRef<Value>(values));
    parameterOf.push_back(known - parameters.begin());
    if (known == parameters.end())
      parameters.push_back(values);
  }
}

func::FuncOp Outliner::build(SymbolTable &symbols) {
  const OpSequence &ops = repeated.occurrences.front();
  Location loc = ops.front()->getLoc();
  SmallVector<Type> arguments, results;
  for (ArrayRef<Value> values : parameters)
    arguments.push_back(values.front().getType());
  for (auto [position, result] : repeated.results)
    results.push_back(ops[position]->getResult(result).getType());
  OpBuilder b(from.getContext());
  auto function = func::FuncOp::create(loc, (from.getName() + "_part").str(),
                                       b.getFunctionType(arguments, results));
  function.setPrivate();
  function.setNoInline(true);
  symbols.insert(function, std::next(Block::iterator(from)));
  Block *body = function.addEntryBlock();
  b.setInsertionPointToStart(body);
  IRMapping map;
  auto input = parameterOf.begin();
  for (Operation *op : ops) {
    // Map each use separately: one value in this occurrence may correspond to
    // several values in another occurrence.
    SmallVector<Value> values;
    forEachExternalUse(op, [&](OpOperand &use) {
      if (Operation *defining = use.get().getDefiningOp();
          llvm::is_contained(ops, defining))
        return values.push_back(map.lookup(use.get()));
      if (std::optional<unsigned> parameter = *input++)
        return values.push_back(body->getArgument(*parameter));
      if (!map.contains(use.get()))
        b.clone(*use.get().getDefiningOp(), map);
      values.push_back(map.lookup(use.get()));
    });
    Operation *clone = b.clone(*op);
    SmallVector<OpOperand *> uses;
    forEachExternalUse(clone, [&](OpOperand &use) { uses.push_back(&use); });
    for (auto [use, value] : llvm::zip_equal(uses, values))
      use->set(value);
    map.map(op->getResults(), clone->getResults());
  }
  SmallVector<Value> returned;
  for (auto [position, result] : repeated.results)
    returned.push_back(map.lookup(ops[position]->getResult(result)));
  func::ReturnOp::create(b, loc, returned);
  return function;
}

func::CallOp Outliner::createCall(func::FuncOp function, unsigned occurrence) {
  const OpSequence &ops = repeated.occurrences[occurrence];
  SmallVector<Value> operands;
  for (ArrayRef<Value> values : parameters)
    operands.push_back(values[occurrence]);
  OpBuilder b(ops.back());
  return func::CallOp::create(b, ops.front()->getLoc(), function, operands);
}

void Outliner::replace(const OpSequence &ops, func::CallOp call) {
  for (auto [value, result] :
       llvm::zip_equal(call.getResults(), repeated.results))
    ops[result.first]->getResult(result.second).replaceAllUsesWith(value);
  for (Operation *op : llvm::reverse(ops))
    op->erase();
}

func::FuncOp Outliner::run(SymbolTable &symbols) {
  chooseParameters();
  func::FuncOp function = build(symbols);
  // Create all calls first, because occurrences may read each other's results.
  SmallVector<func::CallOp> calls;
  for (unsigned i = 0; i < repeated.occurrences.size(); ++i)
    calls.push_back(createCall(function, i));
  for (auto [ops, call] : llvm::zip_equal(repeated.occurrences, calls))
    replace(ops, call);
  return function;
}

namespace {
struct OutlineRepeats : sg::grad::impl::OutlineRepeatsBase<OutlineRepeats> {
  using OutlineRepeatsBase::OutlineRepeatsBase;

  LogicalResult initialize(MLIRContext *context) override {
    if (failed(sg::checkRange(context, leastOps, 1)))
      return failure();
    return sg::checkRange(context, leastSaved, 1);
  }

  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    for (auto function : llvm::to_vector(getOperation().getOps<func::FuncOp>()))
      if (function.getBody().hasOneBlock())
        run(function, symbols);
  }

private:
  void run(func::FuncOp function, SymbolTable &symbols) {
    // Search a copy, because cloned cheap ops are useless without outlining.
    OwningOpRef<func::FuncOp> copy = function.clone();
    cloneCheapOpsForUsers(copy->getBody().front());
    auto find = [&](Block &block) {
      return findRepeatedOps(block, leastOps, leastSaved, hasReductions);
    };
    if (!find(copy->getBody().front())) {
      LDBG() << "no repeated sequence of ops in @" << function.getName();
      return;
    }
    function.getBody().takeBody(copy->getBody());
    while (std::optional<RepeatedOps> repeated =
               find(function.getBody().front())) {
      unsigned calls = repeated->occurrences.size();
      func::FuncOp part = Outliner(*repeated, function).run(symbols);
      LDBG() << calls << " sequences of @" << function.getName()
             << " replaced by calls of @" << part.getName();
    }
  }
};
} // namespace
