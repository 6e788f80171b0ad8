//===- FlowGraph.cpp - Flow of derivatives between values -----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Analysis/FlowGraph.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace sg::grad;

FlowGraph::FlowGraph(Region &region, FlowSummaries &summaries, FlowKind kind)
    : summaries(summaries), kind(kind) {
  region.walk<WalkOrder::PreOrder>([&](Operation *op) { addOp(op); });
}

/// Returns true if `op` may write its operands to memory, where flow is not
/// tracked. Declared memory effects are trusted. If `op` also declares its
/// derivative flow, only a write effect on a value (as of vector.print) leaks.
/// An op without declared effects does not leak if it declares its derivative
/// flow or writes only its results (Winograd transforms).
static bool mayLeak(Operation *op) {
  if (auto effects = dyn_cast<MemoryEffectOpInterface>(op)) {
    SmallVector<MemoryEffects::EffectInstance> instances;
    effects.getEffects(instances);
    return llvm::any_of(instances, [&](const auto &instance) {
      return isa<MemoryEffects::Write>(instance.getEffect()) &&
             (instance.getValue() || !isa<DifferentiableOpInterface>(op));
    });
  }
  if (auto writer = dyn_cast<DestinationStyleOpInterface>(op))
    if (writer.hasPureTensorSemantics())
      return false;
  if (op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
      op->hasTrait<OpTrait::IsTerminator>())
    return false; // the nested ops and the users of the results are visited
                  // separately
  return !isa<DifferentiableOpInterface>(op);
}

static bool hasNoDerivative(Value value) {
  return getDifferentiability(value.getType()) == Differentiability::None;
}

/// Returns true if `op`, of any dialect, reads the bits of a float as an
/// integer.
static bool readsBitsOfFloat(Operation *op) {
  return op->getName().stripDialect().contains("bitcast") &&
         llvm::any_of(op->getResults(), hasNoDerivative) &&
         !llvm::all_of(op->getOperands(), hasNoDerivative);
}

void FlowGraph::addOp(Operation *op) {
  if (kind == FlowKind::Contents && isa<tensor::DimOp>(op))
    return;
  mayReadBits = readsBitsOfFloat(op);
  hasNoBits = false;
  hasBits |= mayReadBits;
  if (mayLeak(op)) {
    SmallVector<Value> values(op->getOperands());
    llvm::append_range(values, getYieldedValues(op));
    for (Value value : values)
      escape(op, value);
  }
  auto differentiable = dyn_cast<DifferentiableOpInterface>(op);
  if (!differentiable)
    return addConservativeEdges(op);
  declared.clear();
  isCall = false;
  differentiable.derivativeFlow(*this);
  // The summary of the callee already gives the dependence of a call.
  if (kind == FlowKind::Derivative || kind == FlowKind::Bits || isCall)
    return;
  // Every result may depend on an operand for which the op declares no edge.
  llvm::DenseSet<Value> known = declared;
  SmallVector<Value> sources(op->getOperands());
  llvm::append_range(sources, getYieldedValues(op));
  for (Value source : sources)
    if (!known.contains(source))
      for (Value result : op->getResults())
        edge(source, result);
}

/// Adds all possible edges to the results and region arguments of an op without
/// a rule. The op thus becomes active, and differentiation reports it.
void FlowGraph::addConservativeEdges(Operation *op) {
  edgesToResults(op);
  SmallVector<Value> around(op->getOperands());
  llvm::append_range(around, getYieldedValues(op));
  for (Region &region : op->getRegions()) {
    region.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        for (Value result : op->getResults())
          edge(operand, result);
    });
    for (Value argument : region.getArguments())
      for (Value source : around)
        edge(source, argument);
  }
  // Add edges from branch operands to the successors' block arguments.
  if (auto branch = dyn_cast<BranchOpInterface>(op))
    for (unsigned i = 0; i < op->getNumSuccessors(); ++i) {
      SuccessorOperands operands = branch.getSuccessorOperands(i);
      for (auto [j, argument] :
           llvm::enumerate(op->getSuccessor(i)->getArguments()))
        if (Value operand = operands[j])
          edge(operand, argument);
    }
}

bool FlowGraph::passesBits(Value from, Value to) const {
  // Conditions, indices and sizes are not the bits of a float.
  auto isDecision = [](Value value) {
    Type element = getElementTypeOrSelf(value);
    return element.isIndex() || element.isInteger(1);
  };
  if (!hasNoDerivative(from) && !hasNoDerivative(to))
    return true;
  return !hasNoBits && !isDecision(from) && !isDecision(to) &&
         (hasNoDerivative(from) || mayReadBits);
}

void FlowGraph::edge(Value from, Value to) {
  declared.insert(from);
  if (kind == FlowKind::Derivative &&
      (hasNoDerivative(from) || hasNoDerivative(to)))
    return;
  if (kind == FlowKind::Bits && !passesBits(from, to))
    return;
  successors[from].push_back(to);
  predecessors[to].push_back(from);
}

void FlowGraph::call(Operation *op, SymbolRefAttr callee, ValueRange operands,
                     ValueRange results) {
  isCall = true;
  FunctionOpInterface function = summaries.lookup(op, callee);
  if (!function) // reported by the verifier
    return edgesToResults(op);
  calls[op] = {function, SmallVector<Value>(operands),
               SmallVector<Value>(results)};
  const FlowSummary &summary = summaries.of(function, kind);
  hasBits |= summary.readsBits;
  mayReadBits = summary.readsBits;
  // With a custom rule, integers are not the bits of floats.
  hasNoBits = hasCustomRule(function);
  for (auto [i, operand] : llvm::enumerate(operands)) {
    for (auto [j, result] : llvm::enumerate(results))
      if (summary.reaches[i][j])
        edge(operand, result);
    if (summary.escapes[i])
      escaping.push_back({op, operand, summary.escapes[i]});
  }
}

void FlowGraph::escape(Operation *op, Value value) {
  if (getDifferentiability(value.getType()) != Differentiability::None)
    escaping.push_back({op, value, op});
}

FlowGraph::Reached FlowGraph::reach(ArrayRef<Value> start, bool forward) const {
  Reached reached;
  SmallVector<Value> queue;
  for (Value value : start)
    if (reached.try_emplace(value, Value()).second)
      queue.push_back(value);
  const Edges &edges = forward ? successors : predecessors;
  for (size_t next = 0; next < queue.size(); ++next) {
    Value value = queue[next];
    auto it = edges.find(value);
    if (it == edges.end())
      continue;
    for (Value neighbour : it->second)
      if (reached.try_emplace(neighbour, value).second)
        queue.push_back(neighbour);
  }
  return reached;
}

ArrayRef<Value> FlowGraph::successorsOf(Value value) const {
  auto it = successors.find(value);
  return it == successors.end() ? ArrayRef<Value>() : ArrayRef(it->second);
}

ArrayRef<Value> FlowGraph::predecessorsOf(Value value) const {
  auto it = predecessors.find(value);
  return it == predecessors.end() ? ArrayRef<Value>() : ArrayRef(it->second);
}

bool FlowGraph::isBlockedAt(Operation *op, Value source,
                            const FlowGraph &dependence,
                            const Reached &needed) const {
  ArrayRef<Value> flowsTo = successorsOf(source);
  for (Value to : flowsTo)
    if (isa<BlockArgument>(to) && to.getParentRegion()->getParentOp() == op)
      return false; // the flow continues inside
  ArrayRef<Value> decides = dependence.successorsOf(source);
  return llvm::any_of(op->getResults(), [&](Value result) {
    return needed.contains(result) && llvm::is_contained(decides, result) &&
           !llvm::is_contained(flowsTo, result);
  });
}

const FlowGraph::Call *FlowGraph::callOf(Operation *op) const {
  auto it = calls.find(op);
  return it == calls.end() ? nullptr : &it->second;
}
