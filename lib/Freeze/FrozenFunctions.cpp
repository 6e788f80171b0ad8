//===- FrozenFunctions.cpp - Functions with frozen stops ------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FrozenFunctions.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "grad-freeze-stop-gradient"

using namespace mlir;
using namespace sg::grad;

//===----------------------------------------------------------------------===//
// Sites
//===----------------------------------------------------------------------===//

bool sg::grad::isSite(StopGradientOp op) {
  return getDifferentiability(op.getType()) != Differentiability::None;
}

/// Returns true if `root` or its transitive callees contain a site.
static bool reachesSite(Operation *root) {
  llvm::SetVector<Operation *> reached;
  reached.insert(root);
  for (size_t next = 0; next < reached.size(); ++next) {
    WalkResult walk = reached[next]->walk([&](Operation *op) {
      if (auto stop = dyn_cast<StopGradientOp>(op); stop && isSite(stop))
        return WalkResult::interrupt();
      if (auto call = dyn_cast<func::CallOp>(op))
        if (auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
                call, call.getCalleeAttr()))
          reached.insert(callee);
      return WalkResult::advance();
    });
    if (walk.wasInterrupted())
      return true;
  }
  return false;
}

LogicalResult sg::grad::emitCannotPassStops(Operation *op) {
  return op->emitOpError()
         << "leads to a grad.stop_gradient, whose value "
            "--grad-freeze-stop-gradient cannot pass in and out; only linalg "
            "ops, branches, loops whose values have a size that is known "
            "before them, and calls of functions that do not call themselves "
            "are supported";
}

RankedTensorType sg::grad::getPerTripType(Type type) {
  SmallVector<int64_t> shape{ShapedType::kDynamic};
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    llvm::append_range(shape, tensor.getShape());
    type = tensor.getElementType();
  }
  return TensorType::isValidElementType(type)
             ? RankedTensorType::get(shape, type)
             : RankedTensorType();
}

SmallVector<Value> sg::grad::rebuildStructured(linalg::LinalgOp op,
                                               ValueRange inputs,
                                               ValueRange outputs) {
  OpBuilder b(op);
  AffineMap everywhere = b.getMultiDimIdentityMap(op.getNumLoops());
  SmallVector<Value> ins(op.getDpsInputs()), outs(op.getDpsInits());
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  maps.insert(maps.begin() + ins.size(), inputs.size(), everywhere);
  maps.append(outputs.size(), everywhere);
  llvm::append_range(ins, inputs);
  llvm::append_range(outs, outputs);
  auto generic =
      linalg::GenericOp::create(b, op.getLoc(), ValueRange(outs).getTypes(),
                                ins, outs, maps, op.getIteratorTypesArray());
  generic.getRegion().takeBody(op->getRegion(0));
  unsigned numResults = op->getNumResults();
  op->replaceAllUsesWith(generic.getResults().take_front(numResults));
  op->erase();
  return SmallVector<Value>(generic.getResults().drop_front(numResults));
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

namespace {
/// Requests the decomposition of reverse mode, in which all loops are scf.for.
struct ForLoopDecomposition final : DecompositionContext {
  Mode mode() const override { return Mode::Reverse; }
  bool isActive(Value) const override { return true; }
};
} // namespace

/// Replaces `op` by its decomposition and returns the new ops.
static FailureOr<SmallVector<Operation *>> decompose(Operation *op) {
  auto rule = dyn_cast<DifferentiableOpInterface>(op);
  if (!rule || isa<scf::ForOp>(op))
    return failure();
  Operation *before = op->getPrevNode();
  OpBuilder b(op);
  ForLoopDecomposition context;
  SmallVector<Value> values = rule.decompose(b, context);
  if (values.empty())
    return failure();
  LDBG() << "decomposed for the stops in it: " << op->getName() << " at "
         << op->getLoc();
  op->replaceAllUsesWith(values);
  SmallVector<Operation *> simpler;
  for (Operation *next = before ? before->getNextNode()
                                : &op->getBlock()->front();
       next != op; next = next->getNextNode())
    simpler.push_back(next);
  op->erase();
  // A remaining scf.while only counts the iterations of the original loop.
  for (Operation *newOp : simpler)
    if (isa<scf::WhileOp>(newOp))
      newOp->walk([](StopGradientOp stop) {
        stop.replaceAllUsesWith(stop.getInput());
        stop.erase();
      });
  return simpler;
}

FrozenFunctions::~FrozenFunctions() = default;

LogicalResult FrozenFunctions::visitOps(ArrayRef<Operation *> ops,
                                        Visit visit) {
  for (Operation *op : ops) {
    std::optional<LogicalResult> result = visit(op);
    if (!result && !reachesSite(op))
      continue;
    if (!result) {
      FailureOr<SmallVector<Operation *>> simpler = decompose(op);
      result =
          failed(simpler) ? emitCannotPassStops(op) : visitOps(*simpler, visit);
    }
    if (failed(*result))
      return failure();
  }
  return success();
}

LogicalResult FrozenFunctions::visitBlock(Block &block, Visit visit) {
  return visitOps(llvm::map_to_vector(block, [](Operation &op) { return &op; }),
                  visit);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

func::FuncOp FrozenFunctions::callee(func::CallOp call) {
  return symbols.lookup<func::FuncOp>(call.getCallee());
}

static void updateType(func::FuncOp function) {
  Block &block = function.getBody().front();
  function.setFunctionType(
      FunctionType::get(function.getContext(), block.getArgumentTypes(),
                        block.getTerminator()->getOperandTypes()));
}

FailureOr<func::FuncOp> FrozenFunctions::get(func::FuncOp function,
                                             Operation *from) {
  bool hasSite = reachesSite(function);
  if (!hasSite && from != function) {
    LDBG() << "called unchanged, it reaches no stop: '@" << function.getName()
           << "' at " << function.getLoc();
    return function;
  }
  auto [it, isNew] = variants.try_emplace(function, nullptr);
  if (!isNew) {
    if (it->second)
      return it->second;
    return emitCannotPassStops(from);
  }
  func::FuncOp clone = function.clone();
  clone.setName((function.getName() + suffix).str());
  clone.setPrivate();
  symbols.insert(clone, std::next(Block::iterator(function)));
  if (hasSite) {
    // Remove the custom rule, which is for the function with stops, so that the
    // body of the variant is differentiated.
    for (StringRef rule : {kCustomJVPAttr, kCustomVJPAttr})
      clone->removeAttr(rule);
    if (failed(process(clone)))
      return failure();
    updateType(clone);
  }
  return variants[function] = clone;
}
