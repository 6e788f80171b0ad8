//===- BodyCopy.cpp - A structured op's body in derivative code -----------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BodyCopy.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "sg/StructuredOps/DeadCode.h"
#include "sg/StructuredOps/LinalgForms.h"
#include "sg/StructuredOps/LoopNest.h"

using namespace mlir;
using namespace sg;
using namespace sg::grad;
using namespace sg::rules;

BodyCopy::BodyCopy(linalg::LinalgOp op, DerivativeContext &context)
    : op(op), context(context) {
  OpBuilder &b = context.builder();
  holder = scf::ExecuteRegionOp::create(b, op.getLoc(), TypeRange());
  outside = b.saveInsertionPoint();
  OpBuilder::InsertionGuard guard(b);
  b.createBlock(&holder->getRegion(0));
  // Merge inputs that read the same element.
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap inputMap = op.getMatchingIndexingMap(input);
    auto *known = llvm::find_if(operands, [&](const Operand &operand) {
      return operand.tensor == input->get() && operand.map == inputMap;
    });
    if (known == operands.end()) {
      BlockArgument argument = addElement(input->get());
      operands.push_back({input->get(), inputMap, argument, true});
      known = &operands.back();
    }
    map.map(op.getMatchingBlockArgument(input), known->element);
  }
  for (OpOperand &init : op.getDpsInitsMutable()) {
    BlockArgument argument = addElement(init.get());
    operands.push_back(
        {init.get(), op.getMatchingIndexingMap(&init), argument, true});
    map.map(op.getMatchingBlockArgument(&init), argument);
  }
  for (Operation &inner : *op.getBlock())
    context.recompute(inner, map);
}

BodyCopy::~BodyCopy() {
  if (holder) // the insertion point may be in the holder
    discard();
}

void BodyCopy::discard() {
  context.builder().restoreInsertionPoint(outside);
  eraseHolder();
}

void BodyCopy::eraseHolder() {
  for (BlockArgument argument : getRegion().getArguments())
    context.recordElement(argument, {});
  holder->erase();
  holder = nullptr;
}

Region &BodyCopy::getRegion() { return holder->getRegion(0); }

Operation *BodyCopy::terminator() const {
  return holder->getRegion(0).front().getTerminator();
}

Value BodyCopy::element(OpOperand &operand) {
  return map.lookup(Value(op.getMatchingBlockArgument(&operand)));
}

Value BodyCopy::yielded(unsigned result) const {
  return terminator()->getOperand(result);
}

void BodyCopy::setYielded(unsigned result, Value value) {
  terminator()->setOperand(result, value);
}

BlockArgument BodyCopy::addArgument(Type type) {
  return getRegion().front().addArgument(type, op.getLoc());
}

BlockArgument BodyCopy::addElement(Value tensor) {
  BlockArgument element = addArgument(getElementTypeOrSelf(tensor));
  context.recordElement(element, tensor);
  return element;
}

Value BodyCopy::read(Value tensor, AffineMap map) {
  BlockArgument element = addElement(tensor);
  operands.push_back({tensor, map, element, false});
  return element;
}

Value BodyCopy::addResult(Value init, AffineMap map) {
  BlockArgument element = addArgument(getElementTypeOrSelf(init));
  results.push_back({init, map, element, false});
  return element;
}

Value BodyCopy::addCarried(Value init) {
  BlockArgument running = addArgument(init.getType());
  carried.push_back({init, {}, running, false});
  return running;
}

void BodyCopy::setInsertionPointToEnd() {
  context.builder().setInsertionPoint(terminator());
}

//===----------------------------------------------------------------------===//
// Inputs that are still read
//===----------------------------------------------------------------------===//

void BodyCopy::eraseUnused() { eraseDeadOps(getRegion()); }

/// Replaces yielded values by elements of pointwise results of the primal op.
void BodyCopy::readYieldedFromResults(ValueRange yields) {
  SmallVector<Value> primal(terminator()->getOperands());
  terminator()->setOperands(yields);
  eraseUnused();
  if (!readsResults)
    return;
  llvm::SmallDenseSet<Value> live;
  getRegion().walk([&](Operation *inner) {
    live.insert(inner->result_begin(), inner->result_end());
  });
  for (auto [j, value] : llvm::enumerate(primal)) {
    OpOperand *init = op.getDpsInitOperand(j);
    // Constants and block arguments cost nothing to recompute.
    if (!live.contains(value) || !isPointwise(op, *init) ||
        value.getDefiningOp()->getNumOperands() == 0)
      continue;
    BlockArgument element = addArgument(value.getType());
    operands.push_back({op.getTiedOpResult(init),
                        op.getMatchingIndexingMap(init), element, true});
    value.replaceAllUsesWith(element);
    live.erase(value);
  }
  eraseUnused();
}

/// Replaces captured values by equivalents that derivative code can use.
void BodyCopy::importCaptures() {
  DenseMap<Value, Value> imported;
  getRegion().walk([&](Operation *inner) {
    for (OpOperand &operand : inner->getOpOperands()) {
      if (getRegion().isAncestor(operand.get().getParentRegion()))
        continue;
      Value &value = imported[operand.get()];
      if (!value)
        value = context.primal(operand.get());
      operand.set(value);
    }
  });
}

SmallVector<OpFoldResult> BodyCopy::loopSizes() {
  OpBuilder::InsertionGuard guard(context.builder());
  context.builder().restoreInsertionPoint(outside);
  SmallVector<OpFoldResult> sizes(op.getNumLoops());
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<RankedTensorType>(operand.get().getType()))
      continue;
    SmallVector<OpFoldResult> shape;
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [position, expr] : llvm::enumerate(map.getResults())) {
      auto dim = dyn_cast<AffineDimExpr>(expr);
      if (!dim || sizes[dim.getPosition()])
        continue;
      if (shape.empty())
        shape = context.shape(operand.get());
      sizes[dim.getPosition()] = shape[position];
    }
  }
  return sizes;
}

SmallVector<BodyCopy::Operand> BodyCopy::usedOperands() {
  SmallVector<Operand> used;
  for (Operand &operand : operands)
    if (!operand.element.use_empty()) {
      if (operand.isPrimal)
        operand.tensor = context.primal(operand.tensor);
      used.push_back(operand);
    }
  return used;
}

//===----------------------------------------------------------------------===//
// Building the op
//===----------------------------------------------------------------------===//

/// Returns true if a result of `map` is the loop index `dim`, so that different
/// iterations of the loop access different elements.
static bool isIndexedBy(AffineMap map, unsigned dim) {
  return llvm::is_contained(map.getResults(),
                            getAffineDimExpr(dim, map.getContext()));
}

SmallVector<Value> BodyCopy::finish(ValueRange yields) {
  OpBuilder &b = context.builder();
  Location loc = op.getLoc();
  readYieldedFromResults(yields);
  b.restoreInsertionPoint(outside);
  importCaptures();

  SmallVector<Operand> inputs = usedOperands();
  SmallVector<utils::IteratorType> iterators;
  for (unsigned dim = 0; dim < op.getNumLoops(); ++dim) {
    auto isUsed = [&](const Operand &operand) {
      return isIndexedBy(operand.map, dim);
    };
    bool isParallel = llvm::all_of(results, isUsed);
    iterators.push_back(isParallel ? utils::IteratorType::parallel
                                   : utils::IteratorType::reduction);
    if (llvm::any_of(results, isUsed) || llvm::any_of(inputs, isUsed))
      continue;
    // Add an empty tensor if no operand determines the size of this loop.
    Type type = getElementTypeOrSelf(results.front().tensor);
    Value shape = tensor::EmptyOp::create(b, loc, {loopSizes()[dim]}, type);
    AffineMap map = AffineMap::get(op.getNumLoops(), 0, b.getAffineDimExpr(dim),
                                   b.getContext());
    inputs.push_back({shape, map, addArgument(type), false});
  }

  SmallVector<Value> ins, outs;
  SmallVector<AffineMap> maps;
  SmallVector<BlockArgument> elements;
  for (const Operand &input : inputs) {
    ins.push_back(input.tensor);
    maps.push_back(input.map);
    elements.push_back(input.element);
  }
  for (const Operand &result : results) {
    outs.push_back(result.tensor);
    maps.push_back(result.map);
    elements.push_back(result.element);
  }
  auto generic = linalg::GenericOp::create(b, loc, ValueRange(outs).getTypes(),
                                           ins, outs, maps, iterators);
  Block *block = b.createBlock(&generic.getRegion());
  Block &body = getRegion().front();
  for (BlockArgument element : elements)
    element.replaceAllUsesWith(
        block->addArgument(element.getType(), element.getLoc()));
  block->getOperations().splice(block->begin(), body.getOperations());
  b.setInsertionPointAfter(generic);
  eraseHolder();
  return SmallVector<Value>(generic.getResults());
}

SmallVector<Value> BodyCopy::finishAsLoops(ValueRange yields) {
  OpBuilder &b = context.builder();
  Location loc = op.getLoc();
  readYieldedFromResults(yields);
  b.restoreInsertionPoint(outside);
  importCaptures();
  SmallVector<Operand> inputs = usedOperands();
  SmallVector<Value> inits = llvm::map_to_vector(
      carried, [](const Operand &operand) { return operand.tensor; });
  SmallVector<Value> loopResults = buildLoops(
      b, loc, loopSizes(), inits, [&](ValueRange indices, ValueRange running) {
        for (Operand &input : inputs)
          input.element.replaceAllUsesWith(
              readElement(b, loc, input.tensor, input.map, indices));
        for (auto [operand, value] : llvm::zip(carried, running))
          operand.element.replaceAllUsesWith(value);
        Block &body = getRegion().front();
        replaceIndices(body, indices);
        Operation *end = body.getTerminator();
        SmallVector<Value> next(end->getOperands());
        end->erase();
        b.getInsertionBlock()->getOperations().splice(b.getInsertionPoint(),
                                                      body.getOperations());
        return next;
      });
  eraseHolder();
  return loopResults;
}
