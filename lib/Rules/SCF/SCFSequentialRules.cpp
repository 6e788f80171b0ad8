//===- SCFSequentialRules.cpp - execute_region, forall and parallel -------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Before differentiation, scf.execute_region, scf.forall and scf.parallel are
// replaced by a sequential form: the ops of the region, or nested scf.for.
//
// Parallel loops permit the sequential order, because scf.forall must not have
// races, and scf.parallel leaves the order of reductions open. A derivative
// would not be parallel anyway, because the cotangent of a tensor that every
// iteration reads is a reduction.
//
//===----------------------------------------------------------------------===//

#include "SCFRules.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sg/Rules/RuleKinds.h"
#include "sg/StructuredOps/LoopExpansions.h"

using namespace mlir;
using namespace sg;
using namespace sg::grad;
using namespace sg::rules;

static SmallVector<Value> lookup(IRMapping &map, ValueRange values) {
  return llvm::map_to_vector(values,
                             [&](Value v) { return map.lookupOrDefault(v); });
}

/// Returns the results of `loops`, which replace the results of `op`. Moves the
/// checkpoint schedule of `op` to the outermost loop.
static SmallVector<Value> finish(Operation *op, const scf::LoopNest &loops) {
  if (!loops.loops.empty())
    loops.loops.front()->setDiscardableAttrs(
        op->getDiscardableAttrDictionary());
  return SmallVector<Value>(loops.results);
}

namespace {
/// Base of the rules, which reports an op that was not decomposed.
template <typename Rule, typename Op>
struct SequentialRule : DifferentiableOpInterface::ExternalModel<Rule, Op> {
  LogicalResult pushforward(Operation *op, ForwardContext &) const {
    return refuse(op);
  }
  LogicalResult pullback(Operation *op, ReverseContext &) const {
    return refuse(op);
  }

private:
  static LogicalResult refuse(Operation *op) {
    if (op->getNumRegions() == 1 && !op->getRegion(0).hasOneBlock())
      return op->emitOpError()
             << "has a derivative that flows through branches between blocks; "
                "run --lift-cf-to-scf first";
    return DerivativeContext::emitUnsupported(
        op, "has a form that cannot be differentiated");
  }
};

struct ExecuteRegionRule
    : SequentialRule<ExecuteRegionRule, scf::ExecuteRegionOp> {
  void derivativeFlow(Operation *op, FlowContext &flow) const {
    flow.edgesToResults(op);
  }

  SmallVector<Value> decompose(Operation *op, OpBuilder &b,
                               DecompositionContext &) const {
    if (!op->getRegion(0).hasOneBlock())
      return {};
    Block *block = &op->getRegion(0).front();
    IRMapping map;
    copyBlock(b, block, map);
    return lookup(map, block->getTerminator()->getOperands());
  }
};

struct ForallRule : SequentialRule<ForallRule, scf::ForallOp> {
  void derivativeFlow(Operation *op, FlowContext &flow) const {
    auto loop = cast<scf::ForallOp>(op);
    for (auto [init, argument, result] : llvm::zip(
             loop.getOutputs(), loop.getRegionOutArgs(), loop.getResults())) {
      flow.edge(init, argument);
      flow.edge(init, result);
    }
    for (Operation &inner : loop.getTerminator().getYieldingOps())
      if (auto insert = dyn_cast<tensor::ParallelInsertSliceOp>(inner)) {
        auto argument = cast<BlockArgument>(insert.getDest());
        flow.edge(insert.getSource(), argument);
        flow.edge(insert.getSource(),
                  loop.getTiedOpResult(loop.getTiedOpOperand(argument)));
      }
  }

  SmallVector<Value> decompose(Operation *op, OpBuilder &b,
                               DecompositionContext &) const {
    auto loop = cast<scf::ForallOp>(op);
    auto inserts = loop.getTerminator().getYieldingOps();
    if (!llvm::all_of(inserts, llvm::IsaPred<tensor::ParallelInsertSliceOp>))
      return {};
    return finish(
        op, scf::buildLoopNest(
                b, loop.getLoc(), loop.getLowerBound(b), loop.getUpperBound(b),
                loop.getStep(b), loop.getOutputs(),
                [&](OpBuilder &b, Location, ValueRange indices,
                    ValueRange carries) {
                  IRMapping map;
                  map.map(loop.getInductionVars(), indices);
                  map.map(loop.getRegionOutArgs(), carries);
                  copyBlock(b, loop.getBody(), map);
                  for (Operation &inner : inserts) {
                    auto insert = cast<tensor::ParallelInsertSliceOp>(inner);
                    Value next = tensor::InsertSliceOp::create(
                        b, insert.getLoc(),
                        map.lookupOrDefault(insert.getSource()),
                        map.lookup(insert.getDest()),
                        mapped(insert.getMixedOffsets(), map),
                        mapped(insert.getMixedSizes(), map),
                        mapped(insert.getMixedStrides(), map));
                    map.map(insert.getDest(), next);
                  }
                  SmallVector<Value> yields =
                      lookup(map, ValueRange(loop.getRegionOutArgs()));
                  return scf::ValueVector(yields.begin(), yields.end());
                }));
  }

private:
  static SmallVector<OpFoldResult> mapped(ArrayRef<OpFoldResult> parts,
                                          IRMapping &map) {
    return llvm::map_to_vector(parts, [&](OpFoldResult part) {
      auto value = dyn_cast<Value>(part);
      return value ? OpFoldResult(map.lookupOrDefault(value)) : part;
    });
  }
};

struct ParallelRule : SequentialRule<ParallelRule, scf::ParallelOp> {
  void derivativeFlow(Operation *op, FlowContext &flow) const {
    auto loop = cast<scf::ParallelOp>(op);
    auto reduce = cast<scf::ReduceOp>(loop.getBody()->getTerminator());
    for (auto [init, operand, region, result] :
         llvm::zip(loop.getInitVals(), reduce.getOperands(),
                   reduce.getReductions(), loop.getResults())) {
      Value combined = region.front().getTerminator()->getOperand(0);
      for (Value from : {init, operand, combined})
        for (Value argument : region.getArguments())
          flow.edge(from, argument);
      flow.edge(init, result); // the loop may have no iteration
      flow.edge(combined, result);
    }
  }

  SmallVector<Value> decompose(Operation *op, OpBuilder &b,
                               DecompositionContext &) const {
    return finish(op, expandParallel(b, cast<scf::ParallelOp>(op)));
  }
};
} // namespace

void sg::rules::attachSequentialRules(MLIRContext *context) {
  scf::ExecuteRegionOp::attachInterface<ExecuteRegionRule>(*context);
  scf::ForallOp::attachInterface<ForallRule>(*context);
  scf::ParallelOp::attachInterface<ParallelRule>(*context);
}
